import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createTestDatabase } from '@cairn/testing';
import { NODE_OPTIONS } from '@cairn/topology';

const root = join(import.meta.dirname, '..');
const password = 'a password for one bench';

export interface PortalProcess {
  url: string;
  /** The cookie of a signed-in administrator. */
  cookie: string;
  /** Address of the portal's database, with its own role. */
  databaseUrl: string;
  serviceSecret: string;
  stop(): Promise<void>;
}

/** The portal as it runs in production, in a separate process and database, with one administrator. */
export async function startPortalProcess(env: Record<string, string> = {}): Promise<PortalProcess> {
  const database = await createTestDatabase();
  const databaseUrl = database.url('portal');
  const serviceSecret = randomBytes(32).toString('hex');
  await finished(
    spawn(process.execPath, [join(root, 'apps/portal/src/migrate.ts')], {
      env: { ...process.env, DATABASE_URL: databaseUrl },
    }),
  );
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [join(root, 'apps/portal/src/main.ts')], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      NODE_OPTIONS,
      PORT: String(port),
      INTERNAL_PORT: String(await freePort()),
      DATABASE_URL: databaseUrl,
      SERVICE_SECRET: serviceSecret,
      BOOTSTRAP_ADMIN_PASSWORD: password,
      ...env,
    },
  });
  try {
    await answers(`${url}/readyz`, child);
    return {
      url,
      cookie: await signIn(url),
      databaseUrl,
      serviceSecret,
      async stop() {
        child.kill('SIGTERM');
        await finished(child);
        await database.drop();
      },
    };
  } catch (error) {
    child.kill('SIGKILL');
    await database.drop();
    throw error;
  }
}

/** Waits until an address returns 200; fails if its process has ended, or after 20 s. */
export async function answers(url: string, child: ChildProcess): Promise<void> {
  for (const deadline = Date.now() + 20_000; ; await new Promise((resolve) => setTimeout(resolve, 50))) {
    if (child.exitCode !== null)
      throw new Error(`The process behind ${url} ended with status ${child.exitCode}.`);
    const answer = await fetch(url).catch(() => null);
    await answer?.body?.cancel();
    if (answer?.ok) return;
    if (Date.now() > deadline) throw new Error(`${url} did not answer within 20 s.`);
  }
}

/** A free port. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function signIn(url: string): Promise<string> {
  const answer = await fetch(`${url}/login`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ username: 'admin', password }),
  });
  const [cookie] = answer.headers.getSetCookie();
  if (answer.status !== 303 || !cookie) throw new Error(`Signing in returned ${answer.status}.`);
  return cookie.split(';', 1)[0] ?? '';
}

async function finished(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  if (code !== 0 && code !== null) throw new Error(`${child.spawnargs.join(' ')} ended with status ${code}.`);
}
