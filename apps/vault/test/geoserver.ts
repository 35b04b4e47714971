import { randomBytes } from 'node:crypto';
import { startTestGeoServer } from '@cairn/testing';
import type { TestGeoServer } from '@cairn/testing';
import { ask } from './client.ts';
import { OUTBOUND } from './outbound.ts';
import type { TestVault, Person } from './test-app.ts';

/** Address of a real GeoServer with its login, such as http://admin:geoserver@127.0.0.1:8080/geoserver. */
const REAL = process.env.GEOSERVER_URL;

export const GEOSERVER_ENV = REAL === undefined ? OUTBOUND : { OUTBOUND_ALLOWED_CIDRS: '0.0.0.0/0,::/0' };

export interface GeoServerUnderTest {
  url: string;
  username: string;
  password: string;
  /** Null for a real one, whose faults cannot be chosen. */
  standIn: TestGeoServer | null;
  close(): Promise<void>;
}

/** The stand-in, or the real GeoServer that GEOSERVER_URL names. */
export async function openGeoServer(): Promise<GeoServerUnderTest> {
  if (REAL === undefined) {
    const standIn = await startTestGeoServer();
    const { url, username, password } = standIn;
    return { url, username, password, standIn, close: () => standIn.close() };
  }
  const { origin, pathname, username, password } = new URL(REAL);
  return {
    url: origin + pathname.replace(/\/$/, ''),
    username: decodeURIComponent(username),
    password: decodeURIComponent(password),
    standIn: null,
    close: () => Promise.resolve(),
  };
}

/** A name that no other test has used on a real server. */
export function uniqueName(start: string): string {
  return `${start}_${randomBytes(4).toString('hex')}`;
}

export function connectionTo(
  server: Pick<GeoServerUnderTest, 'url' | 'username' | 'password'>,
  name = 'maps',
) {
  return { name, url: server.url, username: server.username, password: server.password };
}

/** Saves a connection and returns its id. */
export async function saveMapServer(
  app: TestVault,
  person: Person,
  connection: Record<string, unknown>,
): Promise<number> {
  const { status, body } = await ask(app, person, {
    path: '/api/mapserver/connections',
    method: 'POST',
    json: connection,
  });
  if (status !== 201) throw new Error(`the connection was not saved: ${status} ${JSON.stringify(body)}`);
  return body.id as number;
}
