import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { createPartFiles, createStorage, fetchPart } from '@cairn/files';
import { createSafeFetch } from '@cairn/service';
import { htmlPage, startTestQFieldCloud, tooManyRequests } from '@cairn/testing';
import type { TestQFieldCloud } from '@cairn/testing';
import { createQFieldCloudProvider } from '../src/features/providers/qfieldcloud/provider.ts';
import type { TokenStore } from '../src/features/providers/sign-in.ts';
import type { ProviderFile } from '../src/features/providers/types.ts';

const PACKAGE = Buffer.from(Array.from({ length: 100_000 }, (_, i) => (i * 7) % 256));
const fetch = createSafeFetch({ allowedNetworks: ['127.0.0.0/8'], userAgent: 'Cairn/test' });
let server: TestQFieldCloud;

beforeAll(async () => {
  server = await startTestQFieldCloud();
});
afterEach(() => {
  server.endLockouts();
  server.reset();
});
afterAll(async () => {
  await server.close();
  await fetch.close();
});

function memoryStore(): TokenStore & { problem: string | null } {
  const kept: Awaited<ReturnType<TokenStore['read']>> = { issued: null, problem: null };
  return {
    get problem() {
      return kept.problem;
    },
    read: async () => ({ ...kept }),
    save: async (issued) => void (kept.issued = issued),
    stop: async (problem) => void (kept.problem = problem),
  };
}

function connect(options: { username?: string; password?: string; tokens?: TokenStore; url?: string } = {}) {
  const {
    username = server.username,
    password = server.password,
    tokens = memoryStore(),
    url = server.url,
  } = options;
  return createQFieldCloudProvider({ fetch, url, username, password: () => password, tokens });
}

/** Paths of the requests so far, without the ones that sign in. */
function paths(): string[] {
  return server.requests
    .map(({ path }) => path.replace('/api/v1', ''))
    .filter((path) => path !== '/auth/token/');
}

const signIns = () => server.requests.filter(({ path }) => path === '/api/v1/auth/token/').length;

async function read(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const signal = new AbortController().signal;
const addProject = (name: string, fields: object = {}) =>
  server.addProject({ name, files: { 'survey.gpkg': PACKAGE }, ...fields });
const open = (id: string, file: ProviderFile, from = 0) =>
  connect().open(id, { version: 'any', file, from, signal });

test('list pages through all projects, and takes owner, words and a limit', async () => {
  const owner = 'lister';
  for (let i = 0; i < 103; i += 1)
    await server.addProject({ name: `ditch ${i}`, owner, collaborators: { surveyor: 'reader' } });
  server.reset();
  const provider = connect();
  const all = await provider.list({ workspace: owner });
  expect([new Set(all.map(({ id }) => id)).size, paths().length]).toEqual([103, 2]);
  expect(all[0]).toMatchObject({ label: 'lister/ditch 0', version: 'empty', updatedAt: null });
  expect(await provider.list({ workspace: owner, q: 'ditch 10', limit: 2 })).toHaveLength(2);
  expect(server.requests.at(-1)?.query).toMatchObject({ owner, search: 'ditch 10', limit: '2' });
});

test('resolve finds a project by its id, and by owner and name, also a public one of others', async () => {
  const own = await addProject('resolved');
  const other = await addProject('open to all', { owner: 'ada', isPublic: true });
  const provider = connect({ url: `${server.url}/api/v1/` });
  const expected = { id: own.id, label: 'surveyor/resolved', version: own.dataLastUpdatedAt };
  expect(await provider.resolve(own.id)).toMatchObject(expected);
  expect(await provider.resolve('surveyor/resolved')).toMatchObject(expected);
  expect(await provider.resolve('ada/open to all')).toMatchObject({ id: other.id });
  await expect(provider.resolve('ada/hidden')).rejects.toMatchObject({
    outcome: 'pause',
    code: 'field_sync.provider_missing',
  });
});

test('files have the SHA-256 and the id of their latest version, and info has the answer of the provider', async () => {
  const project = await addProject('filed');
  await server.putFile(project.id, 'survey.gpkg', Buffer.from('newer'));
  const [file] = await connect().files(project.id, 'any');
  expect(file).toEqual({
    path: 'survey.gpkg',
    size: 5,
    sha256: createHash('sha256').update('newer').digest('hex'),
    versionId: project.files.get('survey.gpkg')?.versions[0]?.id,
    modifiedAt: expect.any(Date),
  });
  const info = await connect().info(project.id);
  expect(info).toMatchObject({
    project: { id: project.id },
    files: [file],
    raw: { owner: 'surveyor', user_role: 'admin' },
  });
});

test('open sends a pinned version from an offset on, whatever is uploaded in the meantime', async () => {
  const project = await addProject('opened', { files: { 'DCIM/höhe 1.jpg': PACKAGE } });
  const [file] = await connect().files(project.id, 'any');
  await server.putFile(project.id, 'DCIM/höhe 1.jpg', Buffer.from('newer'));
  const whole = await open(project.id, file!);
  expect([whole.status, (await read(whole.body)).equals(PACKAGE)]).toEqual([200, true]);
  const rest = await open(project.id, file!, 90_000);
  expect([rest.status, rest.headers['content-range']]).toEqual([206, 'bytes 90000-99999/100000']);
  expect((await read(rest.body)).equals(PACKAGE.subarray(90_000))).toBe(true);
  const beyond = await open(project.id, file!, 100_000);
  expect(beyond.status).toBe(416);
  beyond.body.destroy();
  expect(
    server.requests.some(({ headers }) => headers['if-range'] ?? headers['if-match'] ?? headers.cookie),
  ).toBe(false);
});

test('a version that was deleted in the meantime is: retry, for the next run lists a newer one', async () => {
  const project = await addProject('purged', { keepVersions: 1 });
  const [file] = await connect().files(project.id, 'any');
  await server.putFile(project.id, 'survey.gpkg', Buffer.from('newer'));
  await expect(open(project.id, file!)).rejects.toMatchObject({
    outcome: 'retry',
    code: 'field_sync.version_replaced',
  });
});

test('a download goes on after cut lines, also where the server refuses short ranges', async () => {
  const strict = await startTestQFieldCloud({ minimumRange: 30_000 });
  const folder = await mkdtemp(join(tmpdir(), 'cairn-qfc-'));
  try {
    const project = await strict.addProject({ name: 'strict', files: { 'survey.gpkg': PACKAGE } });
    const provider = connect({ url: strict.url, password: strict.password });
    const [file] = await provider.files(project.id, 'any');
    const part = await createPartFiles(createStorage({ root: folder })).open('strict', { offset: 0 });
    /** The rest of the file, until the line is cut at a byte that has arrived. */
    async function fetchUntil(cutAt: number) {
      const arrived = Promise.withResolvers<void>();
      if (cutAt < PACKAGE.length)
        strict.fail({
          path: /survey/,
          stallAt: cutAt - part.size,
          until: arrived.promise,
          cutAt: cutAt - part.size,
        });
      return fetchPart(part, {
        request: (rest) =>
          provider.open(project.id, { version: 'any', file: file!, from: rest?.offset ?? 0, signal }),
        ...{
          expected: { size: file!.size, sha256: file!.sha256!, sha1: null },
          maxBytes: 1e9,
          validators: null,
          signal,
        },
        saveOffset: async () => undefined,
        onBytes: (bytes) => void (bytes >= cutAt && arrived.resolve()),
      });
    }
    expect([(await fetchUntil(60_000)).kind, part.size]).toEqual(['interrupted', 60_000]);
    expect([(await fetchUntil(95_000)).kind, part.size]).toEqual(['interrupted', 95_000]);
    expect(await fetchUntil(Infinity)).toMatchObject({ kind: 'complete', sha256: file!.sha256 });
    const ranges = strict.requests.flatMap(({ range, status }) => (range === null ? [] : [[range, status]]));
    expect(ranges.slice(0, 2)).toEqual([
      ['bytes=60000-', 206],
      ['bytes=95000-', 416],
    ]);
    await part.close();
  } finally {
    await strict.close();
    await rm(folder, { recursive: true, force: true });
  }
});

test('a poll of many projects is a page of the list, a poll of one is one call', async () => {
  const account = server.addUser('poller');
  const provider = connect({ username: account.username, password: account.password });
  const projects = [];
  for (let i = 0; i < 120; i += 1)
    projects.push(await server.addProject({ name: `p ${i}`, owner: 'poller' }));
  const ids = projects.map(({ id }) => id);
  await provider.poll([ids[0]!]);
  expect(paths()).toEqual([`/projects/${ids[0]}/`]);
  server.reset();
  expect((await provider.poll(ids)).size).toBe(120);
  expect(paths()).toEqual(['/projects/', '/projects/']);
  server.reset();
  // Two pages or two calls: never more than two.
  await provider.poll([ids[118]!, ids[119]!]);
  expect(paths().length).toBeLessThanOrEqual(2);
});

test('a poll fails as a whole where the server does, and no project counts as gone', async () => {
  const project = await addProject('unheard');
  for (const fault of [{ status: 500 }, { drop: true }, { status: 401 }]) {
    server.fail({ path: /^\/api\/v1\/projects\//, times: 9, ...fault });
    await expect(connect().poll([project.id])).rejects.toMatchObject({
      code: expect.stringMatching(/provider_/),
    });
    await expect(connect().poll([project.id, 'other'])).rejects.toMatchObject({
      code: expect.stringMatching(/provider_/),
    });
    server.reset();
  }
});

test('a poll tells which projects changed, are closed, or are gone', async () => {
  const [changed, closed, removed] = [
    await addProject('changed'),
    await addProject('closed', { owner: 'ada' }),
    await addProject('removed'),
  ];
  const hidden = await addProject('public', { owner: 'ada', isPublic: true });
  server.removeProject(removed.id);
  const provider = connect();
  const ids = [changed.id, closed.id, removed.id, hidden.id, 'no-id'];
  const before = await provider.poll(ids);
  expect(before.get(changed.id)).toEqual({
    version: changed.dataLastUpdatedAt,
    updatedAt: new Date(changed.dataLastUpdatedAt!),
  });
  expect(before.get(closed.id)).toMatchObject({
    problem: 'denied',
    sentence: expect.stringContaining('Permission denied'),
  });
  expect(before.get(removed.id)).toMatchObject({
    problem: 'missing',
    sentence: expect.stringContaining('Object not found'),
  });
  expect(before.get('no-id')).toMatchObject({ problem: 'missing' });
  expect(before.get(hidden.id)).toMatchObject({ version: hidden.dataLastUpdatedAt });
  await server.putFile(changed.id, 'survey.gpkg', Buffer.from('newer'));
  expect((await provider.poll([changed.id])).get(changed.id)).not.toEqual(before.get(changed.id));
});

test('waiting edits are counted by status, the newest first; a reader has none, without a failure', async () => {
  const project = await addProject('edited', { collaborators: { reader: 'reader' } });
  for (const status of ['applied', 'conflict', 'error', 'not_applied', 'pending', 'ignored'] as const)
    server.addDelta(project.id, { localLayerId: 'trees_1', localPk: '12', status });
  for (let i = 0; i < 12; i += 1)
    server.addDelta(project.id, { localLayerId: 'trees_1', localPk: String(i), status: 'conflict' });
  const waiting = await connect().waiting!(project.id);
  expect(waiting).toMatchObject({
    count: 16,
    byStatus: { conflict: 13, error: 1, not_applied: 1, pending: 1 },
    conflictFiles: [],
  });
  expect(waiting.newest).toHaveLength(10);
  expect(waiting.newest[0]).toEqual({
    label: 'patch trees_1 11',
    status: 'conflict',
    author: 'surveyor',
    at: expect.any(Date),
    reason: null,
  });
  const reader = server.addUser('a reader');
  const closed = await addProject('read', { owner: 'ada', collaborators: { 'a reader': 'reader' } });
  const provider = connect({ username: reader.username, password: reader.password });
  expect(await provider.waiting!(closed.id)).toMatchObject({ count: 0, newest: [] });
});

test('the reason of a refused edit is what the worker of the provider says', async () => {
  const project = await addProject('refused');
  server.addDelta(project.id, { localLayerId: 'unknown_layer', localPk: '1' });
  await server.applyDeltas(project.id);
  const { newest } = await connect().waiting!(project.id);
  expect(newest).toMatchObject([{ status: 'not_applied', reason: expect.stringContaining('unknown_layer') }]);
});

test('401 is: one sign-in and one repeat, without a project that is paused', async () => {
  const project = await addProject('renewed');
  const [provider, [file]] = [connect(), await connect().files(project.id, 'any')];
  await provider.poll([project.id]);
  server.expireTokens();
  server.reset();
  expect((await provider.poll([project.id])).get(project.id)).toMatchObject({
    version: project.dataLastUpdatedAt,
  });
  expect([signIns(), paths().length]).toEqual([1, 2]);
  server.expireTokens();
  const response = await provider.open(project.id, { version: 'any', file: file!, from: 50_000, signal });
  expect((await read(response.body)).equals(PACKAGE.subarray(50_000))).toBe(true);
});

test('401 that stays is: pause, after one more sign-in', async () => {
  const project = await addProject('barred');
  const provider = connect();
  server.fail({
    path: /\/files\//,
    status: 401,
    body: { code: 'token_authentication_failed', message: 'Token authentication failed' },
    times: 9,
  });
  await expect(provider.files(project.id, 'any')).rejects.toMatchObject({
    outcome: 'pause',
    message: expect.stringContaining('Token authentication failed'),
  });
  expect([signIns(), paths().length]).toEqual([2, 2]);
});

test('a wrong password is: sign_in, asked for once, and no account gets locked', async () => {
  const tokens = memoryStore();
  const [one, other] = [connect({ password: 'wrong', tokens }), connect({ password: 'wrong', tokens })];
  for (const provider of [one, one, other, other, one, other])
    await expect(provider.poll(['x'])).rejects.toMatchObject({
      outcome: 'sign_in',
      message: expect.stringContaining('rejects the login'),
    });
  expect([signIns(), paths()]).toEqual([1, []]);
  expect(tokens.problem).toContain('Enter user name and password again');
  expect(tokens.problem).not.toContain('wrong password');
});

test('an account that is locked is: later, after half an hour', async () => {
  server.fail({
    path: /auth/,
    status: 401,
    body: { code: 'too_many_failed_login_attempts', message: 'Too many failed login attempts!' },
  });
  const tokens = memoryStore();
  await expect(connect({ tokens }).poll(['x'])).rejects.toMatchObject({
    outcome: 'later',
    retryAfterMs: 1_800_000,
  });
  expect(tokens.problem).toBeNull();
});

test('two services with one account do not end each other’s session', async () => {
  const project = await addProject('shared');
  const [one, other] = [connect(), connect()];
  for (let i = 0; i < 3; i += 1) for (const provider of [one, other]) await provider.poll([project.id]);
  expect(signIns()).toBe(2);
  expect(server.requests.map(({ path }) => path)).not.toContain('/api/v1/auth/logout/');
});

test.each([
  ['a connection that is cut is: retry', { cutAt: 20 }, { outcome: 'retry' }],
  ['a connection that is dropped is: retry', { drop: true }, { outcome: 'retry' }],
  ['500 is: retry', { status: 500, body: '<html>Server error</html>' }, { outcome: 'retry' }],
  ['503 is: retry', { status: 503 }, { outcome: 'retry' }],
  [
    '429 is: retry, after the seconds that the provider names',
    tooManyRequests(90),
    { outcome: 'retry', retryAfterMs: 90_000 },
  ],
  ['a page with 200 is: damaged', htmlPage(), { outcome: 'damaged' }],
  ['half of a document is: damaged', { shortTo: 20 }, { outcome: 'damaged' }],
  [
    '400 is: pause',
    { status: 400, body: { code: 'validation_error', message: 'Validation error' } },
    { outcome: 'pause' },
  ],
  [
    '403 is: pause',
    { status: 403, body: { code: 'permission_denied', message: 'Permission denied' } },
    { outcome: 'pause' },
  ],
  [
    '404 is: pause',
    { status: 404, body: { code: 'object_not_found', message: 'Object not found' } },
    { outcome: 'pause' },
  ],
  [
    'maintenance is: later',
    { status: 503, body: { detail: 'In maintenance' } },
    { outcome: 'later', retryAfterMs: 900_000 },
  ],
])('%s', async (_title, fault, expected) => {
  const project = await addProject(`faulty ${_title}`);
  server.fail({ path: /^\/api\/v1\/files\//, ...fault });
  const provider = connect();
  await expect(provider.files(project.id, 'any')).rejects.toMatchObject(expected);
  expect(await provider.files(project.id, 'any')).toHaveLength(1);
  expect(signIns()).toBe(1);
});

test('a file that is refused is: pause or retry, with the words of the provider', async () => {
  const project = await addProject('unread');
  const [file] = await connect().files(project.id, 'any');
  server.fail({
    path: /survey/,
    status: 404,
    body: { code: 'object_not_found', message: 'Object not found' },
  });
  await expect(open(project.id, file!)).rejects.toMatchObject({
    outcome: 'pause',
    message: expect.stringContaining('Object not found'),
  });
  server.fail({ path: /survey/, status: 502, body: '<html>Bad gateway</html>' });
  await expect(open(project.id, file!)).rejects.toMatchObject({ outcome: 'retry' });
});
