import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { pointBlob } from '@cairn/testing';
import type { Person } from '@cairn/testing';
import { readPage } from './read-page.ts';
import { dayOfWork, surveyTables } from './survey.ts';
import { startSyncApp } from './sync-app.ts';
import type { SyncApp } from './sync-app.ts';

let sync: SyncApp;
let ada: Person;
let projectId: number;
beforeAll(async () => {
  sync = await startSyncApp();
  await sync.app.work().ready;
  ada = await sync.app.signUp({ username: 'ada', isAdmin: true });
  projectId = await sync.loadProject('forest', surveyTables({ trees: 120 }));
  await sync.change('forest', (db) => {
    dayOfWork(db, 7);
    db.prepare('UPDATE trees SET species = ? WHERE fid <= 60').run('<b>oak</b> & "elm"');
    db.prepare('UPDATE trees SET geom = ? WHERE fid = 9').run(pointBlob([7, 51]));
  });
  await sync.poll();
  await sync.ended(projectId);
});
afterAll(() => sync.close());

const open = (query: string) =>
  readPage(sync.app, ada, `/admin/project_settings.php?id=${projectId}&${query}`);
const changesOf = async (query: string) =>
  (await open(query)).withAttribute('data-change').map(({ attributes }) => attributes);

test('GET /admin/project_settings.php tab=history shows who changed a row, in which version, from what to what', async () => {
  const [change, ...others] = await changesOf('tab=history&table=trees&key=8');
  const run = (await sync.projects.runs(projectId)).at(-1)!;
  expect(others).toEqual([]);
  expect(change).toMatchObject({
    ...{ 'data-table': 'trees', 'data-key': '8', 'data-op': 'U', 'data-seq': '2' },
    ...{ 'data-run': String(run.id), 'data-version': run.version, 'data-authors': '' },
  });
  expect(JSON.parse(change!['data-old']!)).toMatchObject({ species: 'species 1' });
  expect(JSON.parse(change!['data-new']!)).toMatchObject({ species: '<b>oak</b> & "elm"' });
  const { html } = await open('tab=history&table=trees&key=8');
  expect(html).toContain('&lt;b&gt;oak&lt;/b&gt;');
  expect(html).not.toContain('<b>oak');
});

test('GET /admin/project_settings.php tab=history names the authors of the versions that a run brought', async () => {
  const run = (await sync.projects.runs(projectId)).at(-1)!;
  const authors = JSON.stringify([
    { version: 'v2', author: 'will' },
    { version: 'v3', author: 'bea' },
    { version: 'v4', author: 'will' },
  ]);
  await sync.app.admin.query('UPDATE field_sync.runs SET authors = $2 WHERE id = $1', [run.id, authors]);
  const [change] = await changesOf('tab=history&table=inspections');
  expect(change).toMatchObject({ 'data-op': 'I', 'data-authors': 'bea, will', 'data-old': '' });
});

test('GET /admin/project_settings.php tab=history has each change on one page, the newest first', async () => {
  const seen: string[] = [];
  for (let query: string | null = 'tab=history'; query !== null;) {
    const page = await open(query);
    seen.push(...page.withAttribute('data-change').map(({ attributes }) => attributes['data-change']!));
    const next = page.withAttribute('rel').find(({ attributes }) => attributes.rel === 'next');
    query = next ? next.attributes.href!.split('&').slice(1).join('&') : null;
  }
  const rows = await sync.query('SELECT id FROM forest.cairn_sync_history ORDER BY id DESC');
  expect(seen).toEqual(rows.map(({ id }) => id));
  expect(seen.length).toBeGreaterThan(50);
});

test('GET /admin/project_settings.php tab=history of one row has its old and new geometry for a map', async () => {
  const [map] = (await open('tab=history&table=trees&key=9')).islands('shapes-map');
  expect(map.layers.map(({ look, features }: any) => [look, features[0].geometry])).toEqual([
    ['after', { type: 'Point', coordinates: [7, 51] }],
    ['before', { type: 'Point', coordinates: [10.009, 47.009] }],
  ]);
  expect((await open('tab=history&table=trees&key=8')).islands('shapes-map')).toEqual([]);
});

test('GET /admin/project_settings.php tab=map names the rows that the last run changed, and leads to their history', async () => {
  const page = await open('tab=map&table=trees');
  const changed = page.withAttribute('data-changed').map(({ attributes }) => attributes);
  expect(changed).toHaveLength(63);
  expect(changed.find((each) => each['data-changed'] === '7')).toMatchObject({ 'data-op': 'D' });
  expect(page.html).toContain(`tab=history&amp;table=trees&amp;key=9`);
  expect(page.withAttribute('data-map')[0]?.attributes).toMatchObject({
    ...{ 'data-map': 'trees', 'data-geom': 'geom', 'data-key': 'fid' },
  });
  const [{ marks, lost, ...layer }] = page.islands('layer-map');
  expect(layer).toMatchObject({ projectId, table: 'trees', key: 'fid' });
  expect(marks.map(({ id, keys }: any) => [id, keys.length])).toEqual([
    ...[
      ['updated', 60],
      ['inserted', 2],
    ],
  ]);
  expect(lost.features).toMatchObject([
    { id: '7', geometry: { type: 'Point', coordinates: [10.007, 47.007] } },
  ]);
});

test('GET /admin/project_settings.php tab=map without scripts says so and leads to the tables', async () => {
  const page = await open('tab=map&table=paths');
  expect(page.html).toContain('The map is drawn by a script.');
  expect(page.html).toContain('No run has changed a row of paths');
  for (const table of ['paths', 'plots', 'trees', 'inspections'])
    expect(page.html).toContain(`admin/table.php?id=${projectId}&amp;table=${table}`);
});

test.each(['nothing', 'inspections', 'cairn_sync_history'])(
  'GET /admin/project_settings.php tab=map says that %s is not a layer',
  async (table) => {
    const page = await open(`tab=map&table=${table}`);
    expect([page.status, page.islands('layer-map')]).toEqual([200, []]);
    expect(page.withAttribute('role').map(({ attributes }) => attributes.role)).toContain('alert');
  },
);

test('geometries become GeoJSON in WGS84, each by itself where one of them cannot', async () => {
  const rows = await sync.query(
    `SELECT ST_AsEWKB(g::geometry) AS bytes FROM (VALUES
       ('SRID=2056;POINT(2600000 1200000)'), ('SRID=4326;CIRCULARSTRING(0 0, 1 1, 2 0)'), ('POINT(1 2)'),
       ('SRID=4326;POINT EMPTY'), ('SRID=32632;POINT(1e300 1e300)'), ('SRID=3857;POINT(NaN 1)'),
       ('SRID=4326;POINT Z (1 2 3)')) v (g)`,
  );
  const at = { databaseLinkId: sync.linkId, schema: 'forest' };
  const found = await sync.context.tableData.toGeoJson(
    at,
    [...rows.map(({ bytes }) => bytes), null],
    AbortSignal.timeout(10_000),
  );
  const [swiss, arc, ...others] = found.map((text) => text && JSON.parse(text));
  expect(swiss.coordinates.map((each: number) => each.toFixed(3))).toEqual(['7.439', '46.951']);
  expect(arc.type).toBe('LineString');
  expect(others).toEqual([null, null, null, null, { type: 'Point', coordinates: [1, 2] }, null]);
});

test.each(['key=x', 'key=1%27--', 'before=1.5', `table=${'x'.repeat(64)}`])(
  'GET /admin/project_settings.php tab=history is 400 for %s',
  async (query) => {
    expect((await open(`tab=history&${query}`)).status).toBe(400);
  },
);

test('GET /admin/project_settings.php tab=history says that nothing matches, and what to do', async () => {
  const page = await open('tab=history&table=none&key=');
  expect([page.status, page.withAttribute('data-change')]).toEqual([200, []]);
  expect(page.html).toContain('No change matches.');
  expect((await open('tab=conflicts&table=none')).html).toContain('No conflict matches.');
});

test('GET /admin/project_settings.php tab=history shows the reason when the database does not answer', async () => {
  const [{ pglink_id: linkId }] = (
    await sync.app.admin.query('SELECT pglink_id FROM field_sync.projects WHERE id = $1', [projectId])
  ).rows;
  const away = await sync.projects.addLink('Away', { port: 1 });
  const move = (id: number) =>
    sync.app.admin.query('UPDATE field_sync.projects SET pglink_id = $2 WHERE id = $1', [projectId, id]);
  await move(away);
  const page = await open('tab=history');
  await move(linkId);
  expect(page.status).toBe(200);
  expect(page.withAttribute('role').map(({ attributes }) => attributes.role)).toContain('alert');
  expect(page.html).toContain('127.0.0.1:1');
});

test('GET /admin/project_settings.php tab=map opens the layer that was changed last, else the one with most rows', async () => {
  const openedLayer = async () =>
    (await open('tab=map')).withAttribute('data-map')[0]?.attributes['data-map'];
  await sync.change('forest', (db) => db.exec(`UPDATE plots SET area = 5 WHERE fid = 1`));
  await sync.poll();
  await sync.ended(projectId);
  expect(await openedLayer()).toBe('plots');
  await sync.query('DELETE FROM forest.cairn_sync_history');
  expect(await openedLayer()).toBe('trees');
});

test('GET /admin/project_settings.php tab=plans has the rows that would be lost for a map', async () => {
  await sync.change('forest', (db) => db.exec('DELETE FROM trees WHERE fid > 20'));
  await sync.poll();
  await sync.ended(projectId);
  const [map, ...others] = (await open('tab=plans')).islands('layer-map');
  expect(others).toEqual([]);
  const [mark] = map.marks;
  expect([map.table, map.key, mark.title]).toEqual(['trees', 'fid', 'The first 20 that would be deleted']);
  expect(mark.keys).toHaveLength(20);
});
