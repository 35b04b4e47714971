import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { createGeopackage } from '../src/geopackage/create-geopackage.ts';
import type { TestMerginProject } from '../src/mergin-maps/types.ts';
import { connectToMerginMaps } from './mergin-maps-client.ts';
import type { MerginClient } from './mergin-maps-client.ts';

// What a server does only when something is wrong with it, and so only the stand-in does on demand.
const folder = mkdtempSync(join(tmpdir(), 'cairn-mergin-faults-'));
let client: MerginClient;
let server: NonNullable<MerginClient['standIn']>;
let project: TestMerginProject;

beforeAll(async () => {
  client = await connectToMerginMaps({});
  server = client.standIn!;
  const path = join(folder, 'survey.gpkg');
  createGeopackage(path, [
    { name: 'notes', columns: { text: 'TEXT' }, rows: [{ text: 'one' }, { text: 'two' }] },
  ]);
  project = server.createProject('ditches', { files: { 'survey.gpkg': readFileSync(path) } });
  rename('three');
  rename('four');
});
afterEach(() => {
  server.reset();
  Object.assign(server.settings, { maintenance: false, v2: true });
});
afterAll(async () => {
  await client.close();
  rmSync(folder, { recursive: true, force: true });
});

function rename(text: string): number {
  return server.commitVersion(project, {
    author: 'ada',
    edit: { 'survey.gpkg': (db) => void db.prepare('UPDATE notes SET text = ? WHERE fid = 2').run(text) },
  });
}

const raw = '/v1/project/raw/field/ditches?file=survey.gpkg';

test('maintenance refuses all that writes but a poll by names and a login', async () => {
  server.settings.maintenance = true;
  expect((await client.post('/v2/projects/batch', { ids: [] })).status).toBe(503);
  expect((await client.post('/v1/project/by_names', { projects: ['field/ditches'] })).status).toBe(200);
  const { login, password } = client;
  expect((await client.post('/v1/auth/login', { login, password }, '')).status).toBe(200);
  expect((await client.ask(raw)).status).toBe(200);
});

test('a cookie switches the check for CSRF on', async () => {
  const headers = { cookie: 'session=x', 'content-type': 'application/json' };
  const answer = await client.ask('/v1/project/by_names', {
    method: 'POST',
    body: '{"projects":[]}',
    headers,
  });
  expect([answer.status, answer.body.detail]).toEqual([400, 'The CSRF token is missing.']);
});

test('a server before 2026 knows no call of v2: 404, or 405 where the path has other methods', async () => {
  server.settings.v2 = false;
  expect((await client.post('/v2/projects/batch', { ids: [project.id] })).status).toBe(405);
  expect((await client.ask(`/v2/projects/${project.id}`)).status).toBe(405);
  expect((await client.ask(`/v2/projects/${project.id}/delta?since=v1`)).status).toBe(404);
});

test('a token is nobody for one answer, or from now on', async () => {
  server.fail({ path: '/v1/project/by_names', quirk: 'nobody' });
  const poll = () => client.post('/v1/project/by_names', { projects: ['field/ditches'] });
  expect((await poll()).body).toEqual({ 'field/ditches': { error: 401 } });
  expect((await poll()).body).toMatchObject({ 'field/ditches': { version: 'v3' } });
  const { login, password } = client;
  const { body } = await client.post('/v1/auth/login', { login, password }, '');
  expect((await client.ask(raw, { as: body.session.token })).status).toBe(200);
  server.settings.tokenLifeMs = -1;
  const ended = await client.post('/v1/auth/login', { login, password }, '');
  expect((await client.ask(raw, { as: ended.body.session.token })).status).toBe(403);
  server.settings.tokenLifeMs = 3_600_000;
});

test('a stranger with a fresh token gets 403, or 404 where projects are hidden', async () => {
  const { username: login, password } = server.stranger;
  const as = (await client.post('/v1/auth/login', { login, password }, '')).body.session.token;
  expect((await client.ask(raw, { as })).status).toBe(403);
  expect((await client.post('/v2/projects/batch', { ids: [project.id] }, as)).body.projects).toEqual([
    { id: project.id, error: 403 },
  ]);
  const byNames = await client.post('/v1/project/by_names', { projects: ['field/ditches'] }, as);
  expect(byNames.body).toEqual({ 'field/ditches': { error: 404 } });
});

test('a delta is empty, and a difference cannot be put together', async () => {
  const delta = `/v2/projects/${project.id}/delta?since=v1`;
  server.fail({ path: /\/delta$/, quirk: 'empty-delta' });
  expect((await client.ask(delta)).body).toEqual({ items: [], to_version: 'v3' });
  const { items } = (await client.ask(delta)).body;
  expect(items).toMatchObject([{ path: 'survey.gpkg', change: 'update_diff', version: 'v3' }]);
  server.fail({ path: /\/raw\/diff$/, quirk: 'broken-diff' });
  const diff = `/v2/projects/${project.id}/raw/diff?file=${encodeURIComponent(items[0].diffs[0].id)}`;
  expect(await client.ask(diff)).toMatchObject({ status: 422, body: { code: 'DiffDownloadError' } });
  expect((await client.ask(diff)).status).toBe(200);
});

test('a rebuilt package has other bytes than its checksum says, and the same rows', async () => {
  server.fail({ path: /\/raw\//, quirk: 'rebuilt' });
  const [rebuilt, stored] = [await client.ask(`${raw}&version=v1`), await client.ask(`${raw}&version=v1`)];
  expect(rebuilt.bytes.subarray(0, 15).toString()).toBe('SQLite format 3');
  expect(rebuilt.bytes.equals(stored.bytes)).toBe(false);
});

test('a new version in the middle of a download leaves the pinned one as it was', async () => {
  const before = await client.ask(`${raw}&version=v3`);
  let made = 0;
  server.fail({ path: /\/raw\//, during: { at: 4096, call: () => (made = rename('five')) } });
  const after = await client.ask(`${raw}&version=v3`);
  expect(made).toBe(4);
  expect(after.bytes.equals(before.bytes)).toBe(true);
  expect((await client.ask(raw)).bytes.equals(before.bytes)).toBe(false);
});
