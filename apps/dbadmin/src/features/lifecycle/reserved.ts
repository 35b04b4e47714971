import pg from 'pg';
import { badRequest } from '@cairn/service';
import type { Servers } from '../servers/service.ts';

/** Made by initdb: servers are administered from one of them, and new databases are copies of the others. */
const OF_THE_SERVER = new Set(['postgres', 'template0', 'template1']);
const SYSTEM_ID = 'SELECT system_identifier::text AS id FROM pg_control_system()';

interface PlatformDatabase {
  name: string;
  /** Identifies a cluster for its whole life; null when the platform could not find out. */
  systemId: string | null;
}

/** Throws AppError `bad_request` for databases that nobody may make, replace, load into or drop here. */
export type RefuseReserved = (connectionId: number, name: string) => Promise<void>;

/**
 * Besides the databases of every server these are the platform's own, which hold its users, its rights and its secrets. A
 * server is recognised by its identifier, under whatever address it was registered.
 */
export function createReserved({
  servers,
  platformUrls,
}: {
  servers: Servers;
  platformUrls: string[];
}): RefuseReserved {
  let own: Promise<PlatformDatabase[]> | null = null;

  async function isPlatform(connectionId: number, name: string): Promise<boolean> {
    own ??= Promise.all([...new Set(platformUrls)].map(identify));
    const known = await own;
    // What could not be asked now is asked again by whoever comes next.
    if (known.some(({ systemId }) => systemId === null)) own = null;
    const namesakes = known.filter((database) => database.name === name);
    if (namesakes.length === 0) return false;
    const there = await servers.ask(connectionId, async (client) => {
      const { rows } = await client.query<{ id: string }>(SYSTEM_ID);
      return rows[0]?.id ?? null;
    });
    return namesakes.some(({ systemId }) => systemId === null || there === null || systemId === there);
  }

  return async (connectionId, name) => {
    if (OF_THE_SERVER.has(name.toLowerCase())) {
      throw badRequest(
        'dbadmin.reserved_database',
        `"${name}" belongs to the server itself; choose another database.`,
      );
    }
    if (await isPlatform(connectionId, name)) {
      throw badRequest(
        'dbadmin.platform_database',
        `"${name}" is this platform's own database; it cannot be made, changed, opened to anybody or dropped from here.`,
      );
    }
  };
}

async function identify(url: string): Promise<PlatformDatabase> {
  const name = decodeURIComponent(new URL(url).pathname.slice(1));
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ id: string }>(SYSTEM_ID);
    return { name, systemId: rows[0]?.id ?? null };
  } catch {
    return { name, systemId: null };
  } finally {
    await client.end().catch(() => undefined);
  }
}
