import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { findProgram } from '@cairn/programs';
import { AppError } from '@cairn/service';
import { until } from '@cairn/testing';
import type { RunningService } from '@cairn/testing';
import { ask, NOTHING, traces } from './client.ts';
import { geoJson } from './hostile.ts';
import { createTestRegistry, startTestVault } from './test-app.ts';
import type { TestVault, Person } from './test-app.ts';
import { openServer, OUTBOUND, sendFile } from './outbound.ts';
import type { FileAnswer } from './outbound.ts';
import { startFakePortal, startVault } from './running-vault.ts';

jest.setTimeout(150_000);

const MIB = 1024 * 1024;
const FILE = geoJson({ note: 'x'.repeat(2 * MIB) });
const HASH = createHash('sha256').update(FILE).digest('hex');

let app: TestVault;
let ada: Person;
let worker: ReturnType<TestVault['work']> | undefined;
const running: RunningService[] = [];
const closing: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  app = await startTestVault({ inspects: false, env: OUTBOUND });
  ada = await app.signUp({ username: 'ada' });
});

afterEach(async () => {
  await worker?.stop();
  worker = undefined;
  for (const process of running.splice(0)) if (process.child.exitCode === null) await process.kill();
  for (const close of closing.splice(0)) await close();
  await app.close();
});

/** A server whose answers `serve` decides, by the number of the request. */
async function open(serve: (call: number) => FileAnswer | ((res: Parameters<typeof sendFile>[1]) => void)) {
  let call = 0;
  const server = await openServer((req, res) => {
    call += 1;
    const answer = serve(call);
    if (typeof answer === 'function') answer(res);
    else sendFile(req, res, answer);
  });
  closing.push(() => server.close());
  return server;
}

async function process(options: Parameters<typeof startVault>[1] = {}): Promise<RunningService> {
  const portal = await startFakePortal(app);
  closing.push(() => portal.close());
  const env = { ...OUTBOUND, PORTAL_URL: portal.url, ...options.env };
  const vault = await startVault(app, { script: 'worker.ts', ...options, env });
  running.push(vault);
  return vault;
}

function begin(url: string, headers: Record<string, string> = {}, dataset = 'far') {
  const json = { dataset_name: dataset, url };
  return ask(app, ada, { path: '/import-url', method: 'POST', json, headers });
}

const beginAsync = async (url: string) => (await begin(url, { prefer: 'respond-async' })).body;
const jobOf = async (id: string) => (await ask(app, ada, { path: `/api/jobs/${id}` })).body;

async function leavesOneVersion(hash = HASH) {
  const { rows } = await app.admin.query('SELECT sha256 FROM vault.versions');
  expect(rows).toEqual([{ sha256: hash }]);
  const { objects, incoming } = await app.stored();
  expect([objects.length, incoming]).toEqual([1, []]);
}

test('a connection that is cut again and again is taken up where it ended, by range and on condition; each byte is sent once', async () => {
  worker = app.work();
  const server = await open(() => ({ body: FILE, cutAfter: 400_000 }));
  const { status, body } = await begin(`${server.url}/far.geojson`);
  expect([status, body.sha256]).toEqual([201, HASH]);
  expect(server.asked.map(({ headers }) => headers.range)).toEqual([
    undefined,
    ...[400_000, 800_000, 1_200_000, 1_600_000, 2_000_000].map((from) => `bytes=${from}-`),
  ]);
  expect(new Set(server.asked.slice(1).map(({ headers }) => headers['if-range']))).toEqual(
    new Set(['"one"']),
  );
  // Beside the file only the heads of six answers.
  expect(server.sent()).toBeLessThan(FILE.length + 6 * 1_000);
  await leavesOneVersion();
});

test.each<[string, (call: number) => FileAnswer]>([
  [
    'gives out no ranges',
    (call) => ({ body: FILE, ranges: false, ...(call === 1 ? { cutAfter: 900_000 } : {}) }),
  ],
  [
    'names no state of the file',
    (call) => ({ body: FILE, headers: { etag: 'W/"weak"' }, ...(call === 1 ? { cutAfter: 900_000 } : {}) }),
  ],
  [
    'has another file by then',
    (call) =>
      call === 1
        ? { body: FILE.map((byte) => byte ^ 1), headers: { etag: '"old"' }, cutAfter: 900_000 }
        : { body: FILE },
  ],
])('a cut connection to a server that %s begins anew, and the file is whole', async (_what, serve) => {
  worker = app.work();
  const server = await open(serve);
  const { status, body } = await begin(`${server.url}/far.geojson`);
  expect([status, body.sha256]).toEqual([201, HASH]);
  expect(server.asked.length).toBeLessThanOrEqual(3);
  await leavesOneVersion();
});

test('a server that answers the rest of another file as if it were this one is not believed', async () => {
  worker = app.work();
  const other = FILE.map((byte) => byte ^ 1);
  const server = await open((call) => {
    if (call === 1) return { body: FILE, cutAfter: 900_000 };
    if (call > 2) return { body: FILE };
    return (res) => {
      const range = `bytes 900000-${other.length - 1}/${other.length}`;
      res.writeHead(206, { etag: '"other"', 'content-range': range }).end(other.subarray(900_000));
    };
  });
  const { status, body } = await begin(`${server.url}/far.geojson`);
  expect([status, body.sha256]).toEqual([201, HASH]);
  await leavesOneVersion();
});

test.each<[string, (call: number) => FileAnswer | ((res: any) => void)]>([
  ['cuts every answer at the same place', () => ({ body: FILE, ranges: false, cutAfter: 100_000 })],
  ['sends a few bytes each time', (call) => ({ body: FILE, cutAfter: call === 1 ? 100_000 : 10 })],
  [
    'is gone in the middle',
    (call) => (call === 1 ? { body: FILE, cutAfter: 100_000 } : (res) => res.writeHead(503).end()),
  ],
])('a server that %s is given up after a few tries with 422, and nothing is left', async (_what, serve) => {
  worker = app.work();
  const server = await open(serve);
  const { status, body } = await begin(`${server.url}/far.geojson`);
  expect([status, body.error]).toEqual([422, expect.stringMatching(/\.$/)]);
  expect(server.asked.length).toBeGreaterThan(3);
  expect(server.asked.length).toBeLessThan(15);
  expect(await traces(app)).toEqual({ ...NOTHING, jobs: 1 });
});

/** A server that sends half of the file and the rest when it is told to. */
async function openHalting() {
  const { promise: goOn, resolve } = Promise.withResolvers<void>();
  const server = await open(() => (res) => {
    res.writeHead(200, { 'content-length': FILE.length }).write(FILE.subarray(0, MIB));
    void goOn.then(() => res.end(FILE.subarray(MIB)));
  });
  return { ...server, goOn: resolve };
}

test('a worker that is killed during an import leaves it to another one: one version, and nothing else is left', async () => {
  const server = await openHalting();
  const first = await process();
  const { id } = await beginAsync(`${server.url}/far.geojson`);
  await until('half of it is there', async () => (await jobOf(id)).progress > 30);
  expect((await app.stored()).incoming).toHaveLength(1);
  await first.kill();
  expect((await jobOf(id)).status).toBe('running');
  await app.expireLeases();
  server.goOn();
  await process();
  await until('it is done', async () => (await jobOf(id)).status === 'succeeded', { limitMs: 90_000 });
  await until('the partial file is swept', async () => (await app.stored()).incoming.length === 0);
  expect(server.asked).toHaveLength(2);
  await leavesOneVersion();
});

test('a worker that is told to stop gives the import back, and the attempt does not count', async () => {
  const server = await openHalting();
  const first = await process();
  const { id } = await beginAsync(`${server.url}/far.geojson`);
  await until('half of it is there', async () => (await jobOf(id)).progress > 30);
  expect(await first.stop()).toBe(0);
  expect((await app.stored()).incoming).toEqual([]);
  server.goOn();
  await process();
  await until('it is done', async () => (await jobOf(id)).status === 'succeeded', { limitMs: 60_000 });
  expect((await app.context.jobs.get(Number(id)))?.attempts).toBe(1);
  await leavesOneVersion();
});

test('a full disk is 503 with a sentence, and the partial file is removed', async () => {
  // A limit on the size of files meets a process as a full disk does.
  await process({ through: [findProgram('prlimit')!, `--fsize=${MIB}:`] });
  const server = await open(() => ({ body: FILE }));
  const { status, body } = await begin(`${server.url}/far.geojson`);
  expect([status, body.error]).toEqual([503, expect.stringContaining('no space left')]);
  expect(await traces(app)).toEqual({ ...NOTHING, jobs: 1 });
  await app.admin.query('DELETE FROM vault.jobs');
  const small = await begin(`${(await open(() => ({ body: geoJson() }))).url}/near.geojson`, {}, 'near');
  expect(small.status).toBe(201);
});

test('an import that is cancelled half way is 409 to who waits for it, lets go of the server and leaves nothing', async () => {
  worker = app.work();
  const server = await openHalting();
  const waiting = begin(`${server.url}/far.geojson`);
  const job = async () => (await ask(app, ada, { path: '/api/jobs' })).body[0];
  await until('half of it is there', async () => (await job())?.progress > 30);
  const cancelled = await ask(app, ada, { path: `/api/jobs/${(await job()).id}/cancel`, method: 'POST' });
  expect(cancelled.status).toBe(200);
  const { status, body } = await waiting;
  expect([status, body.error]).toEqual([409, expect.stringContaining('cancelled')]);
  await until('the connection is closed', async () => (await server.connections()) === 0);
  await until('nothing is left', async () => (await app.stored()).incoming.length === 0);
  expect(await traces(app)).toEqual({ ...NOTHING, jobs: 1 });
});

test('a client that leaves does not end the import', async () => {
  worker = app.work();
  const server = await openHalting();
  const leaving = new AbortController();
  const waiting = fetch(`${app.url}/import-url`, {
    method: 'POST',
    headers: { cookie: ada.cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ dataset_name: 'far', url: `${server.url}/far.geojson` }),
    signal: leaving.signal,
  });
  await until('the server is asked', () => server.asked.length === 1);
  leaving.abort();
  await expect(waiting).rejects.toThrow();
  server.goOn();
  const job = async () =>
    (await ask(app, ada, { path: '/api/jobs' })).body.find((each: any) => each.kind === 'import.url');
  await until('it is done', async () => (await job()).status === 'succeeded');
  await leavesOneVersion();
});

test('a portal that is away when the first version is made: the next attempt makes it, once', async () => {
  await app.close();
  const failures = { left: 1 };
  const real: { registry: ReturnType<typeof createTestRegistry> | null } = { registry: null };
  app = await startTestVault({
    env: OUTBOUND,
    registry: {
      registerService: () => Promise.resolve(),
      listPlatformDatabases: () => Promise.resolve([]),
      registerResource: (resource) => {
        failures.left -= 1;
        if (failures.left >= 0) {
          throw new AppError({ kind: 'unavailable', code: 'auth.portal_unreachable', message: 'away' });
        }
        return real.registry!.registerResource(resource);
      },
      forgetResource: (resource) => real.registry!.forgetResource(resource),
    },
  });
  real.registry = createTestRegistry(app.admin);
  ada = await app.signUp({ username: 'ada' });
  worker = app.work();
  const server = await open(() => ({ body: FILE }));
  const { status, body } = await begin(`${server.url}/far.geojson`);
  expect([status, body.dataset, body.created]).toEqual([201, 'far', true]);
  await leavesOneVersion();
  expect((await ask(app, ada, { path: `/versions/${body.version_id}/download` })).status).toBe(200);
  expect(await app.rows('datasets')).toBe(1);
});

test('two first imports under one name at a time: one makes the dataset, the other is told 403 or 409', async () => {
  worker = app.work();
  const eve = await app.signUp({ username: 'eve' });
  const server = await open(() => ({ body: geoJson() }));
  const answers = await Promise.all(
    [ada, eve].map((person) =>
      ask(app, person, {
        path: '/import-url',
        method: 'POST',
        json: { dataset_name: 'same', url: `${server.url}/a.geojson` },
      }),
    ),
  );
  const statuses = answers.map(({ status }) => status).toSorted();
  expect(statuses[0]).toBe(201);
  expect([403, 409]).toContain(statuses[1]);
  expect([await app.rows('datasets'), await app.rows('versions')]).toEqual([1, 1]);
  expect((await app.stored()).objects).toHaveLength(1);
});
