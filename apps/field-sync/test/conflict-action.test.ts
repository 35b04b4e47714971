import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { geometryBlob, pointBlob } from '@cairn/testing';
import type { Person } from '@cairn/testing';
import { readPage } from './read-page.ts';
import { sendAction } from './send-action.ts';
import { workedTables } from './survey.ts';
import { startSyncApp } from './sync-app.ts';
import type { SyncApp } from './sync-app.ts';

let sync: SyncApp;
let ada: Person;
let projectId: number;
beforeAll(async () => {
  sync = await startSyncApp();
  await sync.app.work().ready;
  ada = await sync.app.signUp({ username: 'ada', isAdmin: true });
  projectId = await sync.loadProject('forest', workedTables({ trees: 20 }));
  await sync.query(`UPDATE forest.trees SET species = 'mine', height = 99 WHERE fid IN (1, 2)`);
  await sync.query('DELETE FROM forest.trees WHERE fid = 3');
  await sync.change('forest', (db) => {
    db.prepare('UPDATE trees SET species = ?, geom = ? WHERE fid <= 3').run('oak', pointBlob([7, 51]));
    db.prepare('UPDATE trees SET geom = ? WHERE fid = 9').run(geometryBlob(Uint8Array.of(1, 2, 0, 0, 0, 9)));
  });
  await sync.poll();
  await sync.ended(projectId);
});
afterAll(() => sync.close());

const openTab = () => readPage(sync.app, ada, `/admin/project_settings.php?id=${projectId}&tab=conflicts`);
const conflictOf = async (key: string) =>
  (await openTab())
    .withAttribute('data-conflict')
    .map(({ attributes }) => attributes)
    .find((attributes) => attributes['data-key'] === key)!;
const decide = (fields: Record<string, string | number>) =>
  sendAction(sync.app, ada, { path: 'conflict.php', fields });
const tree = (fid: number) => sync.query('SELECT species, height FROM forest.trees WHERE fid = $1', [fid]);

test('GET /admin/project_settings.php tab=conflicts has both rows field by field, and marks what differs', async () => {
  const page = await openTab();
  expect(await conflictOf('1')).toMatchObject({
    ...{ 'data-table': 'trees', 'data-kind': 'edited', 'data-seq': '2', 'data-resolution': '' },
  });
  expect((await conflictOf('3'))['data-kind']).toBe('deleted');
  const fields = page.withAttribute('data-field').map(({ attributes }) => attributes);
  const ofFirst = fields.slice(-(fields.length / 3));
  expect(ofFirst.map((each) => `${each['data-field']} ${each['data-differs']}`)).toEqual([
    ...['seen 0', 'height 1', 'species 1', 'Geometry 1'],
  ]);
  expect(page.html).toContain('Point 7, 51');
});

test('GET /admin/project_settings.php tab=conflicts has both geometries of each row for a map', async () => {
  const maps = (await openTab()).islands('shapes-map');
  expect(maps.map(({ label }) => label)).toEqual(['3', '2', '1'].map((key) => `Geometries of trees ${key}`));
  const [gone, , edited] = maps;
  const shownIn = ({ layers }: any) =>
    layers.map(({ title, features }: any) => [title, features[0].geometry.coordinates]);
  expect(shownIn(gone)).toEqual([['From the provider', [7, 51]]]);
  expect(shownIn(edited)).toEqual([
    ['From the provider', [7, 51]],
    ['Was in the database', [10.001, 47.001]],
  ]);
});

test('GET /admin/project_settings.php tab=conflicts shows geometries that PostGIS does not take, with the reason', async () => {
  const [held] = (await openTab()).withAttribute('data-held');
  expect(held?.attributes).toMatchObject({ 'data-table': 'trees', 'data-key': '9' });
  expect(held?.attributes['data-reason']).not.toBe('');
});

test('POST /admin/action/conflict.php restore puts back what was there, keep leaves the row; each conflict is decided once', async () => {
  const [first, second, third] = await Promise.all(['1', '2', '3'].map(conflictOf));
  const id = projectId;
  const restored = await decide({ restore: 1, id, conflict: first!['data-conflict']! });
  expect(restored.body).toMatchObject({ success: true });
  expect(await tree(1)).toEqual([{ species: 'mine', height: 99 }]);
  await decide({ keep: 1, id, conflict: second!['data-conflict']! });
  expect(await tree(2)).toMatchObject([{ species: 'oak' }]);
  await decide({ restore: 1, id, conflict: third!['data-conflict']! });
  expect(await tree(3)).toEqual([]);
  expect(await conflictOf('1')).toMatchObject({ 'data-resolution': 'restored', 'data-resolved-by': 'ada' });
  const again = await decide({ keep: 1, id, conflict: first!['data-conflict']! });
  expect([again.status, again.body.success]).toEqual([200, false]);
  const { rows } = await sync.app.admin.query(
    `SELECT event FROM field_sync.audit_events WHERE event LIKE 'conflict.%' ORDER BY id`,
  );
  expect(rows.map(({ event }) => event)).toEqual([
    ...['conflict.restored', 'conflict.kept', 'conflict.restored'],
  ]);
});

const OURS = 'of the project';

test.each<[string, Record<string, string | number>]>([
  ['no project', { keep: 1, conflict: 1 }],
  ['a project that is not there', { keep: 1, id: 999_999, conflict: 1 }],
  ['a conflict that is not there', { keep: 1, id: OURS, conflict: 999_999 }],
  ['an id that is not a number', { restore: 1, id: OURS, conflict: 'x' }],
  ['no decision', { id: OURS, conflict: 1 }],
])('POST /admin/action/conflict.php refuses %s with a sentence', async (_name, fields) => {
  const { status, body } = await decide(fields.id === OURS ? { ...fields, id: projectId } : fields);
  expect([status, body.success]).toEqual([200, false]);
  expect(body.message).toMatch(/\.$/);
});
