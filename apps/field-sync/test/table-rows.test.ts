import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Person } from '@cairn/testing';
import { addLocalPerson } from './local-people.ts';
import { addUnplaced, startPointsApp } from './points-app.ts';
import { sendAction } from './send-action.ts';
import type { ActionFields } from './send-action.ts';

let sync: Awaited<ReturnType<typeof startPointsApp>>;
let boss: Person;
let uma: Person;
let eve: Person;
beforeAll(async () => {
  sync = await startPointsApp({ env: { SYNC_AUTH_MODE: 'local' } });
  boss = await addLocalPerson(sync.app, { name: 'boss', accesslevel: 'Admin' });
  uma = await addLocalPerson(sync.app, { name: 'uma' });
  eve = await addLocalPerson(sync.app, { name: 'eve' });
  await sync.app.admin.query('UPDATE field_sync.projects SET owner_id = $1', [uma.id]);
});
afterAll(() => sync.close());

function load(fields: ActionFields, person: Person | null = boss) {
  const named = { id: sync.projectId, geom_tbl: 'trees', draw: 3, ...fields };
  return sendAction(sync.app, person, { path: 'table_loader.php', fields: named });
}
const idsOf = ({ body }: { body: any }) => body.data.map(({ id }: any) => Number(id));

test('POST /admin/action/table_loader.php rows answers a page of the chosen columns', async () => {
  const { status, body } = await load({ tbl_columns: 'id%2Ckind,A%20b', start: 2, length: 2 });
  expect(status).toBe(200);
  expect(body).toEqual({
    ...{ draw: 3, recordsTotal: 13, recordsFiltered: 13 },
    data: [
      { id: 3, kind: 'ash', 'A b': 3 },
      { id: 4, kind: 'oak', 'A b': 4 },
    ],
  });
});

test('POST /admin/action/table_loader.php rows has all columns but geometries by default, and exact numbers', async () => {
  const { body } = await load({ start: 12, geom_tbl: 'field.trees' });
  expect(body.data).toEqual([{ id: '9007199254740993', kind: '100%_\\', height: null, 'A b': null }]);
  const place = await load({ tbl_columns: 'geom', length: 1 });
  expect(place.body.data[0].geom).toMatchObject({ type: 'Point' });
});

test('POST /admin/action/table_loader.php rows are ordered by columns, then by the key', async () => {
  const columns = { 'columns[0][data]': 'kind', 'columns[1][data]': 'id', 'columns[0][search][value]': '' };
  const order = { 'order[0][column]': 0, 'order[0][dir]': 'asc' };
  expect(idsOf(await load({ ...columns, ...order, where: 'id < 6' }))).toEqual([1, 3, 5, 2, 4]);
  const both = { ...order, 'order[1][column]': 1, 'order[1][dir]': 'desc' };
  expect(idsOf(await load({ ...columns, ...both, where: 'id < 6' }))).toEqual([5, 3, 1, 4, 2]);
  const back = { 'order[0][column]': 1, 'order[0][dir]': 'desc', length: 2 };
  expect(idsOf(await load({ ...columns, ...back })).slice(1)).toEqual([13]);
});

test('POST /admin/action/table_loader.php rows are those in a box, whatever the reference system of the layer', async () => {
  const { body } = await load({ bbox: '8.5,47.3,8.57,47.4', where: 'id > 2', tbl_columns: 'id', length: 2 });
  expect(body).toMatchObject({ recordsTotal: 13, recordsFiltered: 3, data: [{ id: 3 }, { id: 4 }] });
});

test('POST /admin/action/table_loader.php rows are lists where columns are numbers', async () => {
  const { body } = await load({
    ...{ tbl_columns: 'id,kind', 'columns[0][data]': 0, 'columns[1][data]': 1, length: 1 },
    ...{ 'order[0][column]': 0, 'order[0][dir]': 'asc' },
  });
  expect(body.data).toEqual([[1, 'ash']]);
});

test('POST /admin/action/table_loader.php rows with search has those with the text, whatever characters it has', async () => {
  const oaks = await load({ 'search[value]': 'OAK', 'search[regex]': 'false' });
  expect(oaks.body).toMatchObject({ recordsTotal: 13, recordsFiltered: 5 });
  for (const text of ['100%', '%_\\'])
    expect((await load({ 'search[value]': text })).body.recordsFiltered).toBe(1);
  expect((await load({ 'search[value]': "'; DROP TABLE field.trees; --" })).body.recordsFiltered).toBe(0);
  expect((await load({ 'search[value]': 'oak', tbl_columns: 'id,height' })).body.recordsFiltered).toBe(0);
});

test('POST /admin/action/table_loader.php rows with eps and minpoints have the cluster of each row', async () => {
  const { body } = await load({ eps: 100, minpoints: 3, tbl_columns: 'id', length: -1 });
  expect(body).toMatchObject({ recordsTotal: 13, recordsFiltered: 11 });
  const clusters = body.data.map(({ cluster_id }: any) => cluster_id);
  expect(clusters.toSorted()).toEqual([0, 0, 0, 0, 0, 1, 1, 1, 1, 1, null]);
});

test('POST /admin/action/table_loader.php rows with is_centroid are clusters', async () => {
  const { body } = await load({ eps: 100, minpoints: 3, is_centroid: 'true' });
  expect(body).toMatchObject({ recordsTotal: 2, recordsFiltered: 2 });
  expect(body.data).toMatchObject([
    { cluster_id: 0, count: 5, geom: { type: 'Point' } },
    { cluster_id: 1, count: 5, geom: { type: 'Point' } },
  ]);
});

test('POST /admin/action/table_loader.php rows have null for geometries whose coordinates are NaN or infinite', async () => {
  await addUnplaced(sync);
  for (const [geom_tbl, ids] of [
    ['measured', [1, 4]],
    ['tracks', [1]],
  ] as const) {
    const { body } = await load({ geom_tbl, tbl_columns: 'id,geom' });
    const placed = body.data.filter(({ geom }: any) => geom !== null);
    expect([body.data.length > placed.length, placed.map(({ id }: any) => id)]).toEqual([true, ids]);
    const clusters = await load({ geom_tbl, tbl_columns: 'id,geom', eps: 10, minpoints: 1 });
    expect(idsOf(clusters)).toEqual(ids);
    const centroid = await load({ geom_tbl, eps: 10, minpoints: 1, is_centroid: 'true' });
    expect(centroid.body.data).toMatchObject([{ count: ids.length, geom: { type: 'Point' } }]);
  }
});

test.each<ActionFields>([
  { where: '1=1 UNION SELECT * FROM pg_shadow' },
  { where: 'nothing = 1' },
  { bbox: '9,47,8,48' },
  { bbox: '8,47,9,48', geom_col: 'kind' },
  { tbl_columns: 'id,nothing' },
  { tbl_columns: 'id"; DROP TABLE field.trees; --' },
  { eps: -1, minpoints: 1 },
  { eps: 1 },
  { 'order[0][column]': 0, 'columns[0][data]': 'nothing' },
  { 'columns[__proto__][data]': 'x' },
  { geom_tbl: 'cairn_sync_history' },
  { geom_tbl: 'hidden' },
  { geom_tbl: 'public.spatial_ref_sys' },
  { geom_tbl: '' },
  { id: 999 },
  { id: 'x' },
])('POST /admin/action/table_loader.php is a sentence as text with 200 for %j', async (fields) => {
  const { status, body, headers } = await load(fields);
  expect([status, typeof body]).toEqual([200, 'string']);
  expect(headers.get('content-type')).toMatch(/^text\/plain/);
  expect(body).toMatch(/^["\w].*\.\n$/s);
});

test('POST /admin/action/table_loader.php says when a table is not there, and when a project is not the caller’s', async () => {
  expect((await load({ geom_tbl: 'nothing' })).body).toBe('Table not found.\n');
  expect((await load({}, eve)).body).toBe('Access denied.\n');
  expect((await load({}, uma)).body.recordsTotal).toBe(13);
  expect((await load({}, null)).status).toBe(403);
});

test('POST /admin/action/table_loader.php sends at most 1,000 rows', async () => {
  await sync.query(
    `CREATE TABLE field.many AS SELECT n AS id FROM generate_series(1, 1500) n; GRANT SELECT ON field.many TO field_sync`,
  );
  for (const length of [-1, 5000]) {
    const { body } = await load({ geom_tbl: 'many', length });
    expect([body.data.length, body.recordsTotal]).toEqual([1000, 1500]);
  }
});

test('GET /api/proxy.php analysis api/schemas and api/connections name to users the links of their projects alone', async () => {
  await sync.projects.addLink('Foreign');
  const read = (person: Person, path: string) =>
    sync.app.ask(person, {
      path: `/api/proxy.php?service=analysis&path=${path}&connection_id=${sync.linkId}`,
    });
  expect((await read(uma, 'api/schemas')).body).toContain('field');
  expect(await read(eve, 'api/schemas')).toMatchObject({ status: 400, body: { error: expect.any(String) } });
  const names = async (person: Person) =>
    (await read(person, 'api/connections')).body.map(({ name }: any) => name);
  expect([await names(uma), await names(eve), await names(boss)]).toEqual([
    ['Target'],
    [],
    ['Foreign', 'Target'],
  ]);
  const columns = await read(uma, 'api/columns&schema=field&table=trees');
  expect(columns.body).toContainEqual({ name: 'height', type: 'real' });
});
