import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { until } from '@cairn/testing';
import pg from 'pg';
import { startPlatform, type Platform } from './platform.ts';
import { signIn as signInToApi } from './seed/api.ts';
import { loadServer } from './seed/server.ts';
import { createSupervisor } from './platform/supervisor.ts';
import { storeAccount } from './stack/account.ts';
import { startProcess } from './stack/managed-process.ts';
import { anyPort, freePort } from './stack/ports.ts';
import { postgresAdminUrl, startPostgres } from './stack/postgres.ts';
import { existingServices } from './topology.ts';

let dataDir: string;
let platform: Platform | null;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'cairn-platform-'));
  platform = null;
});

afterEach(async () => {
  await platform?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

test('a platform answers at its front door, refuses to run twice, and starts again on its data after one that was killed', async () => {
  const older = join(dataDir, 'storage/vault/derived/ab/working.gpkg');
  mkdirSync(join(older, '..'), { recursive: true });
  writeFileSync(older, 'data');
  for (const path of [dataDir, join(dataDir, 'storage/vault'), join(older, '..')]) chmodSync(path, 0o755);
  chmodSync(older, 0o644);
  platform = await startPlatform({ dataDir, adminPassword: 'a password of mine' });
  expect(openToOthers(dataDir)).toEqual([]);
  for (const { basePath, healthPath } of existingServices()) {
    expect((await fetch(`${platform.url}${basePath}${healthPath}`)).status).toBe(200);
  }
  const cookie = await signIn(platform.url, 'a password of mine');
  const license = await fetch(`${platform.url}/report-server/api/v1/license`, { headers: { cookie } });
  expect(await license.json()).toMatchObject({ valid: true, development: false, features: ['dashboards'] });
  const mailbox = `${platform.url}/mailbox`;
  expect(platform.mailboxUrl).toBe(mailbox);
  expect((await fetch(mailbox, { redirect: 'manual' })).headers.get('location')).toBe(
    '/login?next=%2Fmailbox',
  );
  expect(await (await fetch(mailbox, { headers: { cookie } })).text()).toContain('No mails yet.');
  const own = ownServer();
  await loadServer(await signInToApi(platform.url, 'admin', 'a password of mine'), own);
  expect((await fetch(`${platform.url}/internal/services/x`, { method: 'PUT' })).status).toBe(404);
  await expect(startPlatform({ dataDir })).rejects.toThrow(/Cairn is already running at http/);
  await platform.stop();
  await expect(fetch(platform.url)).rejects.toThrow();

  // As a platform leaves it that was killed, when another process has the number of one of its parts.
  const other = { pid: process.pid, started: 'before' };
  const record = { ...other, url: 'http://localhost:1', parts: [other] };
  writeFileSync(join(dataDir, 'run.json'), JSON.stringify(record));
  platform = await startPlatform({ dataDir, adminPassword: 'another one' });
  expect(platform.adminPassword).toBe('a password of mine');
  const api = await signInToApi(platform.url, 'admin', 'a password of mine');
  const { port } = new URL(ownServer());
  expect(port).not.toBe(new URL(own).port);
  const [connection] = await api.get<{ id: number; port: number }[]>('/dbadmin/api/connections');
  expect(connection).toMatchObject({ name: 'This machine', port: Number(port) });
  expect(await api.send('POST', `/dbadmin/api/connections/${connection?.id}/test`, {})).toMatchObject({
    ok: true,
  });
});

test('each part that is killed is restarted on the same data, and the platform serves again', async () => {
  const notes: string[] = [];
  platform = await startPlatform({
    dataDir,
    adminPassword: 'a password of mine',
    progress: { step: (_title, work) => work(), note: (sentence) => notes.push(sentence) },
  });
  expect(statSync(join(dataDir, 'secrets.json')).mode & 0o777).toBe(0o600);
  const stores = ['PostgreSQL', 'Redis'];
  const processes = ['The service vault', 'The worker of vault', 'The service portal', 'The front door'];
  const before = runningParts();
  for (const names of [stores, processes]) {
    for (const name of names) process.kill(before.get(name) ?? 0, 'SIGKILL');
    await until(`${names.join(', ')} serve again`, () =>
      names.every((name) => notes.includes(`${name} serves again.`)),
    );
  }
  const after = runningParts();
  expect([...after.keys()].sort()).toEqual([...before.keys()].sort());
  for (const name of [...stores, ...processes]) expect(after.get(name)).not.toBe(before.get(name));
  for (const { basePath, readyPath } of existingServices()) {
    await until(`${basePath}${readyPath} answers`, async () => {
      const answer = await fetch(`${platform?.url}${basePath}${readyPath}`);
      return answer.status === 200;
    });
  }

  const cookie = await signIn(platform.url, 'a password of mine');
  const answer = await fetch(`${platform.url}/api/admin/portal/restarts`, { headers: { cookie } });
  const { items } = (await answer.json()) as { items: { part: string; reason: string }[] };
  expect(items.map(({ part }) => part).sort()).toEqual([...stores, ...processes].sort());
  expect(new Set(items.map(({ reason }) => reason))).toEqual(new Set(['was ended by SIGKILL']));
  await platform.stop();
  expect(existsSync(join(dataDir, 'run.json'))).toBe(false);
});

test('a part that keeps ending stops the platform, which prints its name and its log', async () => {
  const logFile = join(dataDir, 'crash.log');
  const supervisor = createSupervisor({ onStarted: () => undefined, firstDelayMs: 1 });
  await supervisor.start({
    layer: 'services',
    spawn: () =>
      startProcess({ name: 'The service x', command: ['sh', '-c', 'echo no memory; exit 3'], logFile }),
  });
  expect(await supervisor.broken).toBe(
    `The service x ended 6 times within a minute. Its log is ${logFile}; the last lines are:\nno memory`,
  );
  await supervisor.stop();
});

test('PostgreSQL restarts after a kill although a session still runs a statement', async () => {
  const request = {
    folder: join(dataDir, 'postgres'),
    port: await anyPort(),
    password: 'secret',
    logFile: join(dataDir, 'postgres.log'),
    account: storeAccount(),
    durable: false,
  };
  chmodSync(dataDir, 0o711);
  const first = await startPostgres(request);
  const client = new pg.Client({ connectionString: first.adminUrl });
  client.on('error', () => undefined);
  await client.connect();
  const busy = client.query(`DO $$ BEGIN LOOP END LOOP; END $$`).catch(() => 'ended');
  process.kill(first.pid, 'SIGKILL');
  await first.ended;
  const second = await startPostgres(request);
  expect(await busy).toBe('ended');
  await second.stop();
});

test('an aborted start leaves nothing running', async () => {
  const abort = new AbortController();
  const starting = startPlatform({ dataDir, signal: abort.signal });
  abort.abort();
  await expect(starting).rejects.toThrow();
  expect(existsSync(join(dataDir, 'run.json'))).toBe(false);
});

test('freePort returns a later port when another process listens on the preferred one', async () => {
  const port = await anyPort();
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  const chosen = await freePort(port);
  server.close();
  expect(chosen).toBeGreaterThan(port);
});

function runningParts(): Map<string, number> {
  const { parts } = JSON.parse(readFileSync(join(dataDir, 'run.json'), 'utf8')) as {
    parts: { name: string; pid: number }[];
  };
  return new Map(parts.map(({ name, pid }) => [name, pid]));
}

/** Superuser address of the running platform's PostgreSQL. */
function ownServer(): string {
  const read = (name: string) => JSON.parse(readFileSync(join(dataDir, name), 'utf8'));
  return postgresAdminUrl({
    password: read('secrets.json').postgres,
    port: read('run.json').stores.postgres,
  });
}

/** Cookies of a new session. */
async function signIn(url: string, password: string): Promise<string> {
  const body = new URLSearchParams({ username: 'admin', password });
  const answer = await fetch(`${url}/login`, { method: 'POST', body, redirect: 'manual' });
  expect(answer.status).toBe(303);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

/** Files and folders whose mode gives rights to other accounts. */
/** QGIS Server reads its projects by another account; the folder above them is closed. */
const BELOW_CLOSED = /\/storage\/gis-publish\/./;

function openToOthers(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !/\/(postgres|redis)(\/|$)/.test(path) && !BELOW_CLOSED.test(path))
    .filter((path) => (lstatSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o077);
}
