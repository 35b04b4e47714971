import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createGeopackage, openGeopackage } from '../src/geopackage/create-geopackage.ts';
import { pointBlob } from '../src/geopackage/geometry-blobs.ts';
import { applyDiff } from '../src/mergin-maps/geopackage-diff.ts';
import { connectToMerginMaps } from './mergin-maps-client.ts';
import type { MerginClient } from './mergin-maps-client.ts';

// The assertions hold for the stand-in and for a real server: MERGIN_URL, MERGIN_USERNAME, MERGIN_PASSWORD.
const folder = mkdtempSync(join(tmpdir(), 'cairn-mergin-test-'));
const name = `cairn-test-${randomUUID().slice(0, 8)}`;
/** The package at each version. */
const packages: Buffer[] = [];
let client: MerginClient;
let project: { id: string; path: string };

beforeAll(async () => {
  client = await connectToMerginMaps();
  project = await client.createProject(name);
  const path = join(folder, 'survey.gpkg');
  const geometry = { type: 'POINT' };
  const columns = { geom: 'POINT', label: 'TEXT', height: 'REAL' };
  const rows = Array.from({ length: 500 }, (_, i) => ({
    geom: pointBlob([i, i]),
    label: `tree ${i}`,
    height: i / 3,
  }));
  createGeopackage(path, [{ name: 'trees', columns, geometry, rows, spatialIndex: true }]);
  const notes = (text: string) => Buffer.from(text);
  await push({ 'notes.txt': notes('first'), 'survey.gpkg': readFileSync(path) });
  for (let version = 2; version <= 11; version += 1) {
    edit(
      path,
      `UPDATE trees SET label = 'v${version}' WHERE fid = ${version}; DELETE FROM trees WHERE fid = ${version + 100}`,
    );
    await push({ 'survey.gpkg': readFileSync(path) });
  }
  await push({ 'notes.txt': null, 'survey (conflicted copy, ada v11).gpkg': packages[11]! });
}, 120_000);
afterAll(async () => {
  if (project) await client.ask(`/v2/projects/${project.id}`, { method: 'DELETE' });
  await client?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function push(files: Record<string, Buffer | null>): Promise<void> {
  const version = await client.push(project.id, files);
  if (files['survey.gpkg']) packages[version] = files['survey.gpkg'];
}

function edit(path: string, sql: string): void {
  const db = openGeopackage(path);
  db.exec(sql);
  db.close();
}

function rowsOf(bytes: Uint8Array): unknown[] {
  const path = join(folder, `${randomUUID()}.gpkg`);
  writeFileSync(path, bytes);
  const db = openGeopackage(path);
  try {
    return db.prepare('SELECT fid, hex(geom), label, height FROM trees ORDER BY fid').all();
  } finally {
    db.close();
  }
}

/** The rows of a version after differences were applied to its package. */
function patched(version: number, ...changesets: Uint8Array[]): unknown[] {
  let path = join(folder, `${randomUUID()}.gpkg`);
  writeFileSync(path, packages[version]!);
  for (const changeset of changesets) {
    const result = join(folder, `${randomUUID()}.gpkg`);
    expect(applyDiff(path, changeset, result)).toBe(true);
    path = result;
  }
  return rowsOf(readFileSync(path));
}

const sha1 = (bytes: Uint8Array): string => createHash('sha1').update(bytes).digest('hex');

test('/config names the kind of server and its version', async () => {
  const { status, body } = await client.ask('/config', { as: '' });
  expect(status).toBe(200);
  expect(['ce', 'ee', 'saas']).toContain(body.server_type);
  expect(body.version).toMatch(/^\d+\.\d+\.\d+/);
  expect(body.major).toBe(Number(body.version.split('.')[0]));
});

test('a login has a token and its end; a wrong password is 401, a missing one 400', async () => {
  expect(typeof client.signedIn.session.token).toBe('string');
  expect(Date.parse(client.signedIn.session.expire)).toBeGreaterThan(0);
  const wrong = await client.post('/v1/auth/login', { login: client.login, password: 'not this one' }, '');
  expect(wrong).toMatchObject({ status: 401, body: { status: 401, detail: 'Invalid username or password' } });
  expect((await client.post('/v1/auth/login', { login: client.login }, '')).status).toBe(400);
});

test('an invalid token is nobody: an error an item with 200, 404 for v2, 403 for the rest', async () => {
  const as = 'not-a-token';
  const byNames = await client.post('/v1/project/by_names', { projects: [project.path] }, as);
  expect(byNames).toMatchObject({ status: 200, body: { [project.path]: { error: 401 } } });
  const batch = await client.post('/v2/projects/batch', { ids: [project.id] }, as);
  expect(batch).toMatchObject({ status: 200, body: { projects: [{ id: project.id, error: 404 }] } });
  expect((await client.ask(`/v2/projects/${project.id}`, { as })).status).toBe(404);
  for (const path of [
    `/v1/project/${project.path}`,
    `/v1/project/raw/${project.path}?file=survey.gpkg`,
    `/v2/projects/${project.id}/delta?since=v1`,
  ])
    expect([path, (await client.ask(path, { as })).status]).toEqual([path, 403]);
  expect((await client.ask('/v1/workspaces', { as })).status).toBe(401);
});

test('lists are paged: at most 100 a page, 404 after the last page', async () => {
  const list = (query: string) => client.ask(`/v1/project/paginated?${query}`);
  const found = await list(`page=1&per_page=100&order_params=name_asc&name=${name}`);
  expect(found.body).toMatchObject({
    count: 1,
    projects: [
      { id: project.id, name, namespace: client.workspace.name, version: 'v12', has_conflict: true },
    ],
  });
  expect((await list('page=1&per_page=101')).status).toBe(400);
  expect((await list(`page=2&per_page=100&name=${name}`)).status).toBe(404);
  const ofWorkspace = await client.ask(
    `/v2/workspaces/${client.workspace.id}/projects?page=1&per_page=50&q=${name}`,
  );
  expect(ofWorkspace.body).toMatchObject({
    page: 1,
    per_page: 50,
    count: 1,
    projects: [{ id: project.id, version: 'v12' }],
  });
});

test('a poll by names answers by the names as sent, at most 50; one by ids at most 100', async () => {
  const missing = `${project.path}-missing`;
  const { body } = await client.post('/v1/project/by_names', { projects: [project.path, missing] });
  expect(body).toMatchObject({
    [project.path]: { id: project.id, version: 'v12' },
    [missing]: { error: 404 },
  });
  const names = Array.from({ length: 51 }, (_, i) => `${project.path}-${i}`);
  expect((await client.post('/v1/project/by_names', { projects: names })).status).toBe(400);
  const unknown = randomUUID();
  const batch = await client.post('/v2/projects/batch', { ids: [project.id, unknown] });
  expect(batch.body.projects).toMatchObject([
    { id: project.id, version: 'v12' },
    { id: unknown, error: 404 },
  ]);
  const ids = Array.from({ length: 101 }, () => randomUUID());
  expect(await client.post('/v2/projects/batch', { ids })).toMatchObject({
    status: 400,
    body: { code: 'BatchLimitExceeded' },
  });
});

test('the files of a version have their SHA-1, by both interfaces', async () => {
  for (const version of [1, 7, 12]) {
    const v1 = await client.ask(`/v1/project/${project.path}?version=v${version}`);
    const v2 = await client.ask(`/v2/projects/${project.id}?files_at_version=v${version}`);
    const expected = {
      size: (packages[version] ?? packages[11]!).length,
      checksum: sha1(packages[version] ?? packages[11]!),
    };
    for (const { body } of [v1, v2]) {
      expect(body.files.find(({ path }: any) => path === 'survey.gpkg')).toMatchObject(expected);
      expect(body.files.some(({ path }: any) => path === 'notes.txt')).toBe(version < 12);
    }
    expect(v1.body.version).toBe(`v${version}`);
    expect(v1.body.files[0].mtime).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  }
  expect((await client.ask(`/v1/project/${project.path}?version=v99`)).status).toBe(404);
  expect((await client.ask(`/v1/project/${project.path}?version=v1&since=v1`)).status).toBe(400);
});

test('a history begins with the version that was asked for, and its keys sort as text', async () => {
  const { body } = await client.ask(`/v1/project/${project.path}?since=v5`);
  const { history } = body.files.find(({ path }: any) => path === 'survey.gpkg');
  expect(Object.keys(history)).toEqual(['v10', 'v11', 'v5', 'v6', 'v7', 'v8', 'v9']);
  expect(history.v6).toMatchObject({
    change: 'updated',
    checksum: sha1(packages[6]!),
    diff: { size: expect.any(Number) },
  });
});

test('a file comes whole, from an offset, or not at all when the offset is beyond it', async () => {
  const path = `/v1/project/raw/${project.path}?file=survey.gpkg&version=v11`;
  const whole = await client.ask(path);
  expect(whole.status).toBe(200);
  expect(sha1(whole.bytes)).toBe(sha1(packages[11]!));
  const size = packages[11]!.length;
  const etag = whole.headers.get('etag')!;
  const rest = await client.ask(path, { headers: { range: 'bytes=5000-', 'if-range': etag } });
  expect(rest.status).toBe(206);
  expect(rest.headers.get('content-range')).toBe(`bytes 5000-${size - 1}/${size}`);
  expect(rest.bytes.equals(packages[11]!.subarray(5000))).toBe(true);
  const past = await client.ask(path, { headers: { range: `bytes=0-${size + 10}` } });
  expect([past.status, past.bytes.length]).toEqual([206, size]);
  const beyond = await client.ask(path, { headers: { range: `bytes=${size}-` } });
  expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${size}`]);
  const changed = await client.ask(path, { headers: { range: 'bytes=5000-', 'if-range': '"another"' } });
  expect([changed.status, changed.bytes.length]).toEqual([200, size]);
});

test('a deleted file is 404 from then on, and still there at versions before', async () => {
  const at = (version: string) => client.ask(`/v1/project/raw/${project.path}?file=notes.txt${version}`);
  expect((await at('')).status).toBe(404);
  expect((await at('&version=v12')).status).toBe(404);
  expect((await at('&version=v11')).bytes.toString()).toBe('first');
});

test('the difference of a version makes it out of the version before', async () => {
  const diff = (query: string) =>
    client.ask(`/v1/project/raw/${project.path}?file=survey.gpkg&diff=true${query}`);
  const { status, bytes } = await diff('&version=v6');
  expect(status).toBe(200);
  expect(patched(5, bytes)).toEqual(rowsOf(packages[6]!));
  expect((await diff('')).status).toBe(400);
  expect((await diff('&version=v1')).status).toBe(404);
});

test('a delta names what changed after a version, with differences that lead there', async () => {
  const delta = (query: string) => client.ask(`/v2/projects/${project.id}/delta?${query}`);
  const { body } = await delta('since=v2&to=v11');
  expect(body.to_version).toBe('v11');
  expect(body.items).toMatchObject([
    {
      path: 'survey.gpkg',
      change: 'update_diff',
      version: 'v11',
      checksum: sha1(packages[11]!),
      size: packages[11]!.length,
    },
  ]);
  const diffs: Buffer[] = [];
  for (const { id } of body.items[0].diffs as { id: string }[]) {
    const diff = await client.ask(`/v2/projects/${project.id}/raw/diff?file=${encodeURIComponent(id)}`);
    expect(diff.status).toBe(200);
    diffs.push(diff.bytes);
  }
  expect(patched(2, ...diffs)).toEqual(rowsOf(packages[11]!));
  const last = await delta('since=v11');
  expect(last.body.items.map(({ path, change }: any) => [path, change])).toEqual(
    expect.arrayContaining([
      ['notes.txt', 'delete'],
      ['survey (conflicted copy, ada v11).gpkg', 'create'],
    ]),
  );
  expect((await delta('since=v12')).body).toEqual({ items: [], to_version: 'v12' });
  expect((await delta('since=v3&to=v99')).status).toBe(400);
  expect((await delta('since=v9&to=v3')).status).toBe(400);
  expect((await delta('since=now')).status).toBe(400);
});

test('a version has its author, its time and the rows that changed in each table', async () => {
  const { body } = await client.ask(`/v1/project/version/${project.id}/v6`);
  expect(body).toMatchObject({
    name: 'v6',
    author: expect.any(String),
    created: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    changes: { added: [], removed: [], updated: [{ path: 'survey.gpkg', change: 'updated' }] },
  });
  expect(body.changesets['survey.gpkg'].summary).toContainEqual({
    table: 'trees',
    insert: 0,
    update: 1,
    delete: 1,
  });
  const versions = await client.ask(`/v1/project/versions/paginated/${project.path}?page=1&per_page=3`);
  expect(versions.body.count).toBe(12);
  expect(versions.body.versions.map((version: any) => version.name)).toEqual(['v12', 'v11', 'v10']);
  const changes = await client.ask(`/v1/resource/changesets/${project.path}/v6?path=survey.gpkg`);
  expect(changes.body).toContainEqual(
    expect.objectContaining({
      table: 'trees',
      type: 'update',
      changes: expect.arrayContaining([expect.objectContaining({ name: 'label', old: 'tree 5', new: 'v6' })]),
    }),
  );
});

test('a package whose layout changed is a version without a difference', async () => {
  const other = await client.createProject(`${name}-layout`);
  try {
    const path = join(folder, 'layout.gpkg');
    createGeopackage(path, [{ name: 'notes', columns: { text: 'TEXT' }, rows: [{ text: 'a' }] }]);
    await client.push(other.id, { 'layout.gpkg': readFileSync(path) });
    edit(path, 'ALTER TABLE notes ADD COLUMN more TEXT');
    await client.push(other.id, { 'layout.gpkg': readFileSync(path) });
    const delta = await client.ask(`/v2/projects/${other.id}/delta?since=v1`);
    expect(delta.body.items).toMatchObject([{ path: 'layout.gpkg', change: 'update' }]);
    expect(delta.body.items[0].diffs).toBeUndefined();
    const info = await client.ask(`/v1/project/${other.path}?since=v1`);
    expect(info.body.files[0].history.v2).toMatchObject({ change: 'updated' });
    expect(info.body.files[0].history.v2.diff).toBeUndefined();
  } finally {
    await client.ask(`/v2/projects/${other.id}`, { method: 'DELETE' });
  }
});

test('a push onto an older version is refused', async () => {
  const { bytes, status, body } = await client.post(`/v2/projects/${project.id}/versions`, {
    version: 'v3',
    changes: { added: [], updated: [], removed: [] },
  });
  expect([status, body?.code, bytes.length > 0]).toEqual([409, 'ProjectVersionExists', true]);
  expect(body).toMatchObject({ client_version: 'v3', server_version: 'v12' });
});
