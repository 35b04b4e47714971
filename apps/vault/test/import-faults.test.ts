import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { findProgram } from '@cairn/programs';
import { unavailable } from '@cairn/service';
import { until } from '@cairn/testing';
import type { RunningService } from '@cairn/testing';
import { ask, NOTHING, traces } from './client.ts';
import { geoJson } from './hostile.ts';
import { startTestVault } from './test-app.ts';
import type { TestVault, Person } from './test-app.ts';
import { openServer, OUTBOUND, sendFile } from './outbound.ts';
import type { FileAnswer } from './outbound.ts';
import { startFakePortal, startVault } from './running-vault.ts';

const MIB = 1024 * 1024;
const FILE = geoJson({ note: 'x'.repeat(2 * MIB) });
const HASH = createHash('sha256').update(FILE).digest('hex');

let app: TestVault;
let ada: Person;
let worker: ReturnType<TestVault['work']> | undefined;
const running: RunningService[] = [];
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  app = await startTestVault({ inspects: false, env: OUTBOUND });
  ada = await app.signUp({ username: 'ada' });
});

afterEach(async () => {
  await worker?.stop();
  worker = undefined;
  for (const process of running.splice(0)) if (process.child.exitCode === null) await process.kill();
  for (const close of closing.splice(0)) await close();
  await app.clear();
});

afterAll(() => app.close());

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

test('a download over connections that are lost resumes by conditional range requests, and each byte is sent once', async () => {
  worker = app.work();
  const server = await open(() => ({ body: FILE, cutAfter: 400_000 }));
  const { status, body } = await begin(`${server.url}/far.geojson`);
  expect([status, body.sha256]).toEqual([201, HASH]);
  expect(server.requests.map(({ headers }) => headers.range)).toEqual([
    undefined,
    ...[400_000, 800_000, 1_200_000, 1_600_000, 2_000_000].map((from) => `bytes=${from}-`),
  ]);
  expect(new Set(server.requests.slice(1).map(({ headers }) => headers['if-range']))).toEqual(
    new Set(['"one"']),
  );
  // Beside the file only the heads of six answers.
  expect(server.sent()).toBeLessThan(FILE.length + 6 * 1_000);
  await leavesOneVersion();
});

test.each<[string, (call: number) => FileAnswer]>([
  [
    'supports no ranges',
    (call) => ({ body: FILE, ranges: false, ...(call === 1 ? { cutAfter: 900_000 } : {}) }),
  ],
  [
    'sends only a weak ETag',
    (call) => ({ body: FILE, headers: { etag: 'W/"weak"' }, ...(call === 1 ? { cutAfter: 900_000 } : {}) }),
  ],
  [
    'has changed the file',
    (call) =>
      call === 1
        ? { body: FILE.map((byte) => byte ^ 1), headers: { etag: '"old"' }, cutAfter: 900_000 }
        : { body: FILE },
  ],
])(
  'a download from a server that %s restarts after a lost connection, and the file is complete',
  async (_what, serve) => {
    worker = app.work();
    const server = await open(serve);
    const { status, body } = await begin(`${server.url}/far.geojson`);
    expect([status, body.sha256]).toEqual([201, HASH]);
    expect(server.requests.length).toBeLessThanOrEqual(3);
    await leavesOneVersion();
  },
);

test('a download restarts when the server sends the rest of another file', async () => {
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
  ['cuts every response at the same byte', () => ({ body: FILE, ranges: false, cutAfter: 100_000 })],
  ['sends a few bytes per connection', (call) => ({ body: FILE, cutAfter: call === 1 ? 100_000 : 10 })],
  [
    'stops answering half way',
    (call) => (call === 1 ? { body: FILE, cutAfter: 100_000 } : (res) => res.writeHead(503).end()),
  ],
])(
  'an import from a server that %s returns 422 after a few attempts and leaves nothing',
  async (_what, serve) => {
    worker = app.work();
    const server = await open(serve);
    const { status, body } = await begin(`${server.url}/far.geojson`);
    expect([status, body.error]).toEqual([422, expect.stringMatching(/\.$/)]);
    expect(server.requests.length).toBeGreaterThan(3);
    expect(server.requests.length).toBeLessThan(15);
    expect(await traces(app)).toEqual({ ...NOTHING, jobs: 1 });
  },
);

/** A server that sends half of the file, and the rest after `goOn`. */
async function openHalting() {
  const { promise: goOn, resolve } = Promise.withResolvers<void>();
  const server = await open(() => (res) => {
    res.writeHead(200, { 'content-length': FILE.length }).write(FILE.subarray(0, MIB));
    void goOn.then(() => res.end(FILE.subarray(MIB)));
  });
  return { ...server, goOn: resolve };
}

test('another worker completes the import of a worker that was killed, as one version without leftovers', async () => {
  const server = await openHalting();
  const first = await process();
  const { id } = await beginAsync(`${server.url}/far.geojson`);
  await until('half of the file has arrived', async () => (await jobOf(id)).progress > 30);
  expect((await app.stored()).incoming).toHaveLength(1);
  await first.kill();
  expect((await jobOf(id)).status).toBe('running');
  await app.expireLeases();
  server.goOn();
  await process();
  await until('the import has succeeded', async () => (await jobOf(id)).status === 'succeeded', {
    limitMs: 90_000,
  });
  await until('the partial file is swept', async () => (await app.stored()).incoming.length === 0);
  expect(server.requests).toHaveLength(2);
  await leavesOneVersion();
});

test('a stopping worker returns its import to the queue, and the attempt does not count', async () => {
  const server = await openHalting();
  const first = await process();
  const { id } = await beginAsync(`${server.url}/far.geojson`);
  await until('half of the file has arrived', async () => (await jobOf(id)).progress > 30);
  expect(await first.stop()).toBe(0);
  expect((await app.stored()).incoming).toEqual([]);
  server.goOn();
  await process();
  await until('the import has succeeded', async () => (await jobOf(id)).status === 'succeeded', {
    limitMs: 60_000,
  });
  expect((await app.context.jobs.get(Number(id)))?.attempts).toBe(1);
  await leavesOneVersion();
});

test('an import to a full disk returns 503 and leaves no partial file', async () => {
  // A limit on the size of files meets a process as a full disk does.
  await process({ through: [findProgram('prlimit')!, `--fsize=${MIB}:`] });
  const server = await open(() => ({ body: FILE }));
  // Further attempts would fail in the same way.
  await app.admin.query(`
    CREATE FUNCTION vault.limit_attempts() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN NEW.max_attempts = 1; RETURN NEW; END $$;
    CREATE TRIGGER limit_attempts BEFORE INSERT ON vault.jobs
      FOR EACH ROW EXECUTE FUNCTION vault.limit_attempts()`);
  const { status, body } = await begin(`${server.url}/far.geojson`);
  expect([status, body.error]).toEqual([503, expect.stringContaining('no space left')]);
  expect(await traces(app)).toEqual({ ...NOTHING, jobs: 1 });
  await app.admin.query('DELETE FROM vault.jobs');
  const small = await begin(`${(await open(() => ({ body: geoJson() }))).url}/near.geojson`, {}, 'near');
  expect(small.status).toBe(201);
  await app.admin.query('DROP FUNCTION vault.limit_attempts CASCADE');
});

test('a cancelled import returns 409 to its requester, closes its connection and leaves nothing', async () => {
  worker = app.work();
  const server = await openHalting();
  const waiting = begin(`${server.url}/far.geojson`);
  const job = async () => (await ask(app, ada, { path: '/api/jobs' })).body[0];
  await until('half of the file has arrived', async () => (await job())?.progress > 30);
  const cancelled = await ask(app, ada, { path: `/api/jobs/${(await job()).id}/cancel`, method: 'POST' });
  expect(cancelled.status).toBe(200);
  const { status, body } = await waiting;
  expect([status, body.error]).toEqual([409, expect.stringContaining('cancelled')]);
  await until('the connection is closed', async () => (await server.connections()) === 0);
  await until('nothing is left', async () => (await app.stored()).incoming.length === 0);
  expect(await traces(app)).toEqual({ ...NOTHING, jobs: 1 });
});

test('an import continues when its client disconnects', async () => {
  worker = app.work();
  const server = await openHalting();
  const leaving = new AbortController();
  const waiting = fetch(`${app.url}/import-url`, {
    method: 'POST',
    headers: { cookie: ada.cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ dataset_name: 'far', url: `${server.url}/far.geojson` }),
    signal: leaving.signal,
  });
  await until('the server gets the request', () => server.requests.length === 1);
  leaving.abort();
  await expect(waiting).rejects.toThrow();
  server.goOn();
  const job = async () =>
    (await ask(app, ada, { path: '/api/jobs' })).body.find((each: any) => each.kind === 'import.url');
  await until('the import has succeeded', async () => (await job()).status === 'succeeded');
  await leavesOneVersion();
});

test('an import whose dataset the portal could not register succeeds at the next attempt, once', async () => {
  const registry = app.context.registry!;
  const { registerResource } = registry;
  Object.assign(registry, {
    registerResource() {
      Object.assign(registry, { registerResource });
      throw unavailable('auth.portal_unreachable', 'away');
    },
  });
  worker = app.work();
  const server = await open(() => ({ body: FILE }));
  const { status, body } = await begin(`${server.url}/far.geojson`);
  expect([status, body.dataset, body.created]).toEqual([201, 'far', true]);
  await leavesOneVersion();
  expect((await ask(app, ada, { path: `/versions/${body.version_id}/download` })).status).toBe(200);
  expect(await app.rows('datasets')).toBe(1);
});

test('of two concurrent first imports under one name one creates the dataset, the other returns 403 or 409', async () => {
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
