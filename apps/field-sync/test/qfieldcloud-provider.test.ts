import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { createPartFiles, createStorage, fetchPart } from '@cairn/files';
import { serveWithFaults, startTestQFieldCloud } from '@cairn/testing';
import { PACKAGE, readBody, startQFieldCloudConnections } from './qfieldcloud-connections.ts';
import type { QFieldCloudConnections } from './qfieldcloud-connections.ts';

const SIGNED_IN = { token: 'a', expires_at: '2100-01-01T00:00:00Z' };
const ENDLESS_PROJECT = {
  ...{ id: '1', owner: 'ada', name: 'one of many', data_last_updated_at: null, status: 'ok' },
};

let cloud: QFieldCloudConnections;
beforeAll(async () => {
  cloud = await startQFieldCloudConnections();
});
afterEach(() => cloud.reset());
afterAll(() => cloud.close());

test('list pages through all projects, and takes owner, words and a limit', async () => {
  const owner = 'lister';
  for (let i = 0; i < 103; i += 1)
    await cloud.server.addProject({ name: `ditch ${i}`, owner, collaborators: { surveyor: 'reader' } });
  cloud.server.reset();
  const provider = cloud.connect();
  const all = await provider.list({ workspace: owner });
  expect([new Set(all.map(({ id }) => id)).size, cloud.paths().length]).toEqual([103, 2]);
  expect(all[0]).toMatchObject({ label: 'lister/ditch 0', version: 'empty', updatedAt: null });
  expect(await provider.list({ workspace: owner, q: 'ditch 10', limit: 2 })).toHaveLength(2);
  expect(cloud.server.requests.at(-1)?.query).toMatchObject({ owner, search: 'ditch 10', limit: '2' });
});

test('list ends at 5,000 projects of a server that always has a next page', async () => {
  const pages = await serveWithFaults(async ({ url }, res) => {
    const isSignIn = url!.includes('/auth/token/');
    res.writeHead(200, {
      'content-type': 'application/json',
      'x-next-page': 'https://qfc.example/?offset=1',
    });
    res.end(JSON.stringify(isSignIn ? SIGNED_IN : Array(1_250).fill(ENDLESS_PROJECT)));
  });
  try {
    const projects = await cloud.connect({ url: pages.url }).list({});
    expect([projects.length, pages.requests.length]).toEqual([5_000, 5]);
  } finally {
    await pages.close();
  }
});

test('resolve finds a project by its id, and by owner and name, also a public one of others', async () => {
  const own = await cloud.addProject('resolved');
  const other = await cloud.addProject('open to all', { owner: 'ada', isPublic: true });
  const provider = cloud.connect({ url: `${cloud.server.url}/api/v1/` });
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
  const project = await cloud.addProject('filed');
  await cloud.server.putFile(project.id, 'survey.gpkg', Buffer.from('newer'));
  const [file] = await cloud.connect().files(project.id, 'any');
  expect(file).toEqual({
    path: 'survey.gpkg',
    size: 5,
    sha256: createHash('sha256').update('newer').digest('hex'),
    versionId: project.files.get('survey.gpkg')?.versions[0]?.id,
    modifiedAt: expect.any(Date),
  });
  const info = await cloud.connect().info(project.id);
  expect(info).toMatchObject({
    project: { id: project.id },
    files: [file],
    raw: { owner: 'surveyor', user_role: 'admin' },
  });
});

test('open sends a pinned version from an offset on, whatever is uploaded in the meantime', async () => {
  const project = await cloud.addProject('opened', { files: { 'DCIM/höhe 1.jpg': PACKAGE } });
  const [file] = await cloud.connect().files(project.id, 'any');
  await cloud.server.putFile(project.id, 'DCIM/höhe 1.jpg', Buffer.from('newer'));
  const whole = await cloud.open(project.id, file!);
  expect([whole.status, (await readBody(whole.body)).equals(PACKAGE)]).toEqual([200, true]);
  const rest = await cloud.open(project.id, file!, 90_000);
  expect([rest.status, rest.headers['content-range']]).toEqual([206, 'bytes 90000-99999/100000']);
  expect((await readBody(rest.body)).equals(PACKAGE.subarray(90_000))).toBe(true);
  const beyond = await cloud.open(project.id, file!, 100_000);
  expect(beyond.status).toBe(416);
  beyond.body.destroy();
  expect(
    cloud.server.requests.some(({ headers }) => headers['if-range'] ?? headers['if-match'] ?? headers.cookie),
  ).toBe(false);
});

test('a version that was deleted in the meantime is: retry, for the next run lists a newer one', async () => {
  const project = await cloud.addProject('purged', { keepVersions: 1 });
  const [file] = await cloud.connect().files(project.id, 'any');
  await cloud.server.putFile(project.id, 'survey.gpkg', Buffer.from('newer'));
  await expect(cloud.open(project.id, file!)).rejects.toMatchObject({
    outcome: 'retry',
    code: 'field_sync.version_replaced',
  });
});

test('a download continues after cut connections, also where the server refuses short ranges', async () => {
  const strict = await startTestQFieldCloud({ minimumRange: 30_000 });
  const folder = await mkdtemp(join(tmpdir(), 'cairn-qfc-'));
  try {
    const project = await strict.addProject({ name: 'strict', files: { 'survey.gpkg': PACKAGE } });
    const provider = cloud.connect({ url: strict.url, password: strict.password });
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
          provider.open(project.id, {
            version: 'any',
            file: file!,
            from: rest?.offset ?? 0,
            signal: cloud.signal,
          }),
        ...{
          expected: { size: file!.size, sha256: file!.sha256!, sha1: null },
          maxBytes: 1e9,
          validators: null,
          signal: cloud.signal,
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
  const account = cloud.server.addUser('poller');
  const provider = cloud.connect({ username: account.username, password: account.password });
  const projects = [];
  for (let i = 0; i < 120; i += 1)
    projects.push(await cloud.server.addProject({ name: `p ${i}`, owner: 'poller' }));
  const ids = projects.map(({ id }) => id);
  await provider.poll([ids[0]!]);
  expect(cloud.paths()).toEqual([`/projects/${ids[0]}/`]);
  cloud.server.reset();
  expect((await provider.poll(ids)).size).toBe(120);
  expect(cloud.paths()).toEqual(['/projects/', '/projects/']);
  cloud.server.reset();
  // Two pages or two calls: never more than two.
  await provider.poll([ids[118]!, ids[119]!]);
  expect(cloud.paths().length).toBeLessThanOrEqual(2);
});

test('a poll fails as a whole where the server does, and no project counts as gone', async () => {
  const project = await cloud.addProject('unheard');
  for (const fault of [{ status: 500 }, { drop: true }, { status: 401 }]) {
    cloud.server.fail({ path: /^\/api\/v1\/projects\//, times: 9, ...fault });
    await expect(cloud.connect().poll([project.id])).rejects.toMatchObject({
      code: expect.stringMatching(/provider_/),
    });
    await expect(cloud.connect().poll([project.id, 'other'])).rejects.toMatchObject({
      code: expect.stringMatching(/provider_/),
    });
    cloud.server.reset();
  }
});

test('a poll returns which projects changed, are closed, or are gone', async () => {
  const [changed, closed, removed] = [
    await cloud.addProject('changed'),
    await cloud.addProject('closed', { owner: 'ada' }),
    await cloud.addProject('removed'),
  ];
  const hidden = await cloud.addProject('public', { owner: 'ada', isPublic: true });
  cloud.server.removeProject(removed.id);
  const provider = cloud.connect();
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
  await cloud.server.putFile(changed.id, 'survey.gpkg', Buffer.from('newer'));
  expect((await provider.poll([changed.id])).get(changed.id)).not.toEqual(before.get(changed.id));
});

test('waiting edits are counted by status, the newest first; a reader has none, without a failure', async () => {
  const project = await cloud.addProject('edited', { collaborators: { reader: 'reader' } });
  for (const status of ['applied', 'conflict', 'error', 'not_applied', 'pending', 'ignored'] as const)
    cloud.server.addDelta(project.id, { localLayerId: 'trees_1', localPk: '12', status });
  for (let i = 0; i < 12; i += 1)
    cloud.server.addDelta(project.id, { localLayerId: 'trees_1', localPk: String(i), status: 'conflict' });
  const waiting = await cloud.connect().waiting!(project.id);
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
  const reader = cloud.server.addUser('a reader');
  const closed = await cloud.addProject('read', { owner: 'ada', collaborators: { 'a reader': 'reader' } });
  const provider = cloud.connect({ username: reader.username, password: reader.password });
  expect(await provider.waiting!(closed.id)).toMatchObject({ count: 0, newest: [] });
});

test('the reason of a refused edit is what the worker of the provider says', async () => {
  const project = await cloud.addProject('refused');
  cloud.server.addDelta(project.id, { localLayerId: 'unknown_layer', localPk: '1' });
  await cloud.server.applyDeltas(project.id);
  const { newest } = await cloud.connect().waiting!(project.id);
  expect(newest).toMatchObject([{ status: 'not_applied', reason: expect.stringContaining('unknown_layer') }]);
});
