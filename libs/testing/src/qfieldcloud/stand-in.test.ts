import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { createGeopackage } from '../geopackage/create-geopackage.ts';
import { pointBlob } from '../geopackage/geometry-blobs.ts';
import { createQfcClient } from './qfc-client.ts';
import type { QfcClient } from './qfc-client.ts';
import { startTestQFieldCloud } from './test-qfieldcloud.ts';
import type { NewQfcProject, TestQFieldCloud } from './test-qfieldcloud.ts';

const folder = mkdtempSync(join(tmpdir(), 'cairn-qfc-test-'));
const GPKG = join(folder, 'trees.gpkg');
let server: TestQFieldCloud;
let client: QfcClient;
beforeAll(async () => {
  const rows = [1, 2, 3].map((id) => ({ geom: pointBlob([id, 50]), species: 'oak', height: id }));
  const columns = { geom: 'POINT', species: 'TEXT', height: 'INTEGER' };
  createGeopackage(GPKG, [{ name: 'trees', columns, geometry: { type: 'POINT' }, rows, spatialIndex: true }]);
  server = await startTestQFieldCloud({ minimumRange: 4 });
  client = createQfcClient(server.url);
  await client.signIn(server);
});
afterEach(() => server.reset());
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

function addTrees(fields: Partial<NewQfcProject> = {}) {
  return server.addProject({
    name: `trees ${randomUUID()}`,
    files: {
      'trees.gpkg': GPKG,
      'trees.qgz': Buffer.from('a QGIS project'),
      'DCIM/1.jpg': Buffer.from('a photo'),
    },
    layers: { trees_layer: { file: 'trees.gpkg', table: 'trees' }, elsewhere: null },
    ...fields,
  });
}

test('locks an account out after five failures, with the right password too', async () => {
  const { username, password } = server.addUser('locked');
  const answers = [];
  for (let attempt = 0; attempt < 5; attempt += 1) {
    answers.push((await client.signIn({ username, password: 'wrong' })).body.code);
  }
  expect(answers).toEqual([...Array(4).fill('authentication_failed'), 'too_many_failed_login_attempts']);
  const right = await client.signIn({ username, password });
  expect(right).toMatchObject({ status: 401, body: { code: 'too_many_failed_login_attempts' } });
  server.endLockouts();
  expect((await client.signIn({ username, password })).status).toBe(200);
  await client.signIn(server);
});

test('keeps one token of an unknown client at a time, and several of an SDK', async () => {
  const login = { username: server.username, password: server.password };
  for (const [userAgent, expected] of [
    ['undici', 401],
    ['sdk|py|1', 200],
  ] as const) {
    const first = createQfcClient(server.url, userAgent);
    await first.signIn(login);
    await createQfcClient(server.url, userAgent).signIn(login);
    expect((await first.json('GET', '/projects/?limit=1')).status).toBe(expected);
  }
});

test('POST /auth/logout/ expires all tokens of the user', async () => {
  const { username, password } = server.addUser('leaver');
  const [one, other] = [createQfcClient(server.url), createQfcClient(server.url)];
  await one.signIn({ username, password });
  await other.signIn({ username, password });
  await one.json('POST', '/auth/logout/');
  expect(await other.json('GET', '/projects/?limit=1')).toMatchObject({
    status: 401,
    body: { code: 'token_authentication_failed' },
  });
});

test('shows projects to their people only, public ones when asked', async () => {
  const { username, password } = server.addUser('reader');
  const reader = createQfcClient(server.url);
  await reader.signIn({ username, password });
  const hidden = await addTrees();
  const shared = await addTrees({ collaborators: { reader: 'reader' } });
  const open = await addTrees({ isPublic: true });
  const ids = async (query: string) =>
    (await reader.json('GET', `/projects/?limit=100${query}`)).body.map(({ id }: { id: string }) => id);
  expect(await ids('')).toEqual([shared.id]);
  expect(new Set(await ids('&include_public=1'))).toEqual(new Set([shared.id, open.id]));
  const refused = { status: 403, body: { code: 'permission_denied' } };
  expect(await reader.json('GET', `/projects/${hidden.id}/`)).toMatchObject(refused);
  expect(await reader.json('GET', `/deltas/${shared.id}/`)).toMatchObject(refused);
  expect(await reader.upload(shared.id, 'new.txt', Buffer.from('x'))).toMatchObject(refused);
});

test('keeps the versions of a plan only', async () => {
  const project = await addTrees({ keepVersions: 2 });
  for (const text of ['a', 'b', 'c']) await server.putFile(project.id, 'note.txt', Buffer.from(text));
  const { body } = await client.json('GET', `/files/metadata/${project.id}/note.txt/`);
  expect(body.versions).toHaveLength(2);
});

test('refuses ranges that are shorter than its least length', async () => {
  const project = await addTrees({ files: { 'ten.txt': Buffer.from('abcdefghij') } });
  const statusOf = async (range: string) =>
    (await client.get(`/files/${project.id}/ten.txt/`, { range })).status;
  expect([await statusOf('bytes=6-'), await statusOf('bytes=7-')]).toEqual([206, 416]);
});

test('a condition that fails is a page with 500, and one that holds 304', async () => {
  const project = await addTrees({ files: { 'ten.txt': Buffer.from('abcdefghij') } });
  const path = `/files/${project.id}/ten.txt/`;
  const etag = (await client.get(path)).headers.get('etag')!;
  expect((await client.get(path, { 'if-none-match': etag })).status).toBe(304);
  const failed = await client.get(path, { 'if-match': '"other"' });
  expect([failed.status, failed.headers.get('content-type')]).toEqual([500, 'text/html']);
});

test('"latest" answers with a failed job, and only with jobs of the same user', async () => {
  const project = await addTrees();
  const job = await client.json('POST', '/jobs/', { project_id: project.id, type: 'package', force: true });
  expect(job).toMatchObject({ status: 201, body: { status: 'pending', type: 'package', output: null } });
  const again = await client.json('POST', '/jobs/', { project_id: project.id, type: 'package' });
  expect(again).toMatchObject({ status: 200, body: { id: job.body.id } });

  server.endPackage(project.id);
  const latest = await client.json('GET', `/packages/${project.id}/latest/`);
  expect(latest.body).toMatchObject({ status: 'finished', package_id: job.body.id });
  expect(latest.body.files.map(({ name }: { name: string }) => name).toSorted()).toEqual([
    'DCIM/1.jpg',
    'trees.gpkg',
    'trees.qgz',
  ]);

  await client.json('POST', '/jobs/', { project_id: project.id, type: 'package' });
  const failed = server.endPackage(project.id, 'failed', 'Layer "trees" is not valid.');
  const trap = await client.json('GET', `/packages/${project.id}/latest/`);
  expect(trap).toMatchObject({ status: 200, body: { status: 'failed', package_id: failed?.id } });
  const told = await client.json('GET', `/jobs/${failed?.id}/`);
  expect(told.body).toMatchObject({ status: 'failed', output: 'Layer "trees" is not valid.' });
});

test('POST /deltas/{id}/ changes the GeoPackage once, in a new version', async () => {
  const project = await addTrees();
  const delta = {
    ...{ uuid: randomUUID(), clientId: randomUUID(), localPk: '2', sourcePk: '2', method: 'patch' },
    ...{ localLayerId: 'trees_layer', sourceLayerId: 'trees_layer' },
    old: { attributes: { species: 'oak' } },
    new: { attributes: { species: 'elm' }, geometry: 'POINT (7 51)' },
  };
  const deltafile = { version: '1.0', id: randomUUID(), project: project.id, files: [], deltas: [delta] };
  expect((await client.sendDeltas(project.id, deltafile)).status).toBe(200);
  expect((await client.sendDeltas(project.id, deltafile)).status).toBe(200);
  expect((await client.json('GET', `/deltas/${project.id}/`)).body).toMatchObject([
    { status: 'STATUS_PENDING' },
  ]);

  await server.applyDeltas(project.id);
  const { body } = await client.json('GET', `/deltas/${project.id}/?ordering=-created_at&limit=100`);
  expect(body).toMatchObject([{ id: delta.uuid, status: 'STATUS_APPLIED', created_by: server.username }]);
  expect(project.files.get('trees.gpkg')?.versions).toHaveLength(2);
  const download = join(folder, 'changed.gpkg');
  const response = await client.get(`/files/${project.id}/trees.gpkg/`);
  writeFileSync(download, Buffer.from(await response.arrayBuffer()));
  const database = new DatabaseSync(download);
  expect(database.prepare('SELECT fid, species FROM trees').all()).toEqual([
    { fid: 1, species: 'oak' },
    { fid: 2, species: 'elm' },
    { fid: 3, species: 'oak' },
  ]);
  expect(database.prepare('SELECT minx, maxy FROM rtree_trees_geom WHERE id = 2').get()).toEqual({
    minx: 7,
    maxy: 51,
  });
  database.close();
});

test('an applied delta of a layer in a database raises the watermark and changes no file', async () => {
  const project = await addTrees();
  const [before, versions] = [project.dataLastUpdatedAt, project.files.get('trees.gpkg')?.versions.length];
  server.addDelta(project.id, { localLayerId: 'elsewhere' });
  await server.applyDeltas(project.id);
  expect(project.deltas[0]?.status).toBe('applied');
  expect(project.dataLastUpdatedAt).not.toBe(before);
  expect(project.files.get('trees.gpkg')?.versions).toHaveLength(versions!);
});

test('a delta that finds other values is a conflict and changes nothing', async () => {
  const project = await addTrees({ overwriteConflicts: false });
  const before = project.dataLastUpdatedAt;
  server.addDelta(project.id, {
    localLayerId: 'trees_layer',
    old: { attributes: { species: 'ash' } },
    new: { attributes: { species: 'elm' } },
  });
  server.addDelta(project.id, { localLayerId: 'unknown' });
  await server.applyDeltas(project.id);
  const { body } = await client.json('GET', `/deltas/${project.id}/`);
  expect(body.map(({ status }: { status: string }) => status)).toEqual([
    'STATUS_CONFLICT',
    'STATUS_NOT_APPLIED',
  ]);
  expect(project.dataLastUpdatedAt).toBe(before);
});

test('a download that is cut in the middle can be resumed', async () => {
  const project = await addTrees({ files: { 'ten.txt': Buffer.from('abcdefghij') } });
  const path = `/files/${project.id}/ten.txt/`;
  server.fail({ path: `/api/v1${path}`, cutAt: 4 });
  await expect(client.get(path).then((response) => response.text())).rejects.toThrow();
  const rest = await client.get(path, { range: 'bytes=4-' });
  expect(await rest.text()).toBe('efghij');
});
