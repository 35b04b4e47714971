import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { until } from '@cairn/testing';
import { formActions } from './form-actions.ts';
import { startMapStoreApp } from './map-store-app.ts';
import type { MapStoreApp } from './map-store-app.ts';
import { postAction } from './send-action.ts';
import type { ActionFields } from './send-action.ts';

let stores: MapStoreApp;
beforeAll(async () => void (stores = await startMapStoreApp()));
beforeEach(() => stores.reset());
afterAll(() => stores.close());

const { create, events, post } = formActions(() => ({ app: stores.sync.app, person: stores.boss }), {
  path: 'gstore.php',
  table: 'map_stores',
  fields: () => stores.form(''),
});

const addNode = async (name: string, more: ActionFields = {}): Promise<number> => {
  const { host, port, folder, username, password } = stores.geonode;
  const fields = { save: '', id: 0, name, host, port, folder, username, password, ...more };
  return (await postAction(stores.sync.app, stores.boss, { path: 'node.php', fields })).id;
};

test('POST /admin/action/gstore.php create_layer publishes a table, and again changes nothing', async () => {
  const id = await create('Layers', { workspace: 'layers' });
  const layer = { create_layer: '', id, layer_name: 'city_trees', store_tbl: 'trees' };
  expect(await post(layer)).toEqual({ success: true, message: 'Created city_trees.' });
  expect(stores.layersOf('layers')!.get('city_trees')!.type).toMatchObject({
    nativeName: 'trees',
    srs: 'EPSG:4326',
  });
  expect(await post(layer)).toMatchObject({ success: true });
  expect(stores.layersOf('layers')!.size).toBe(1);
  expect(await post({ ...layer, store_tbl: 'plots' })).toEqual({
    ...{ success: false, message: expect.stringContaining('already a layer "city_trees" of another table') },
  });
  expect((await events(id)).at(-1)).toMatchObject({
    ...{ event: 'map_store.layer_created', details: { layer: 'city_trees', table: 'trees' } },
  });
});

test.each([
  ['plots', 'EPSG:25832', 20_037_508.34],
  ['Bäume', 'EPSG:4326', 180],
])(
  'POST /admin/action/gstore.php create_layer gives boxes to the empty table %s',
  async (table, srs, maxx) => {
    const id = await create(`Empty ${table}`, { workspace: 'empty' });
    const fields = { create_layer: '', id, layer_name: table, store_tbl: table };
    expect(await post(fields)).toMatchObject({ success: true });
    expect(stores.layersOf('empty')!.get(table)!.type).toMatchObject({
      ...{ srs, nativeBoundingBox: { maxx, crs: srs }, latLonBoundingBox: { maxx: 180, crs: 'EPSG:4326' } },
    });
  },
);

test.each([
  ['a table that is not there', { store_tbl: 'nothing' }, 'There is no table "nothing"'],
  ['no table', { store_tbl: '' }, 'store_tbl is missing'],
  ['no name', { layer_name: '' }, 'layer_name is missing'],
  ['a name with a colon', { layer_name: 'a:b' }, 'layer_name must begin'],
  ['update_node=t without node_id', { update_node: 't' }, 'node_id is missing'],
  ['update_node=t and an unknown node_id', { update_node: 't', node_id: 99 }, 'no catalog node 99'],
])('POST /admin/action/gstore.php create_layer with %s creates nothing', async (_what, change, sentence) => {
  const id = await create(`Bad ${sentence}`, { workspace: 'bad' });
  const fields = { create_layer: '', id, layer_name: 'x', store_tbl: 'trees', ...change } as ActionFields;
  const body = await post(fields);
  expect(body).toEqual({ success: false, message: expect.stringContaining(sentence) });
  expect(stores.layersOf('bad')!.size).toBe(0);
});

test('POST /admin/action/gstore.php create_layer refuses a layer that is not there afterwards', async () => {
  const id = await create('Silent', { workspace: 'silent' });
  stores.geoserver.before(({ method, res }) => {
    if (method !== 'POST') return false;
    res.writeHead(201).end();
    return true;
  });
  expect(await post({ create_layer: '', id, layer_name: 'x', store_tbl: 'trees' })).toMatchObject({
    ...{ success: false, message: expect.stringContaining('not there afterwards') },
  });
});

test('POST /admin/action/gstore.php create_layer update_node=t waits until the catalog node has read the layer', async () => {
  const id = await create('Catalogued', { workspace: 'catalogued' });
  const node = await addNode('Catalog');
  const fields = { create_layer: '', id, layer_name: 'trees', store_tbl: 'trees', update_node: 't' };
  expect(await post({ ...fields, node_id: node })).toEqual({
    ...{ success: true, message: 'Created trees. Updated Catalog.' },
  });
  expect(stores.geonode.jobs.at(-1)).toMatchObject({
    ...{ command: 'updatelayers', args: ['-w', 'catalogued', '-f', 'trees'], status: 'FINISHED' },
  });
});

test('POST /admin/action/gstore.php create_layer update_node=t gives a node without the command a copy, and replaces it the next time', async () => {
  stores.geonode.state.isExposed = false;
  const id = await create('Copied', { workspace: 'copied' });
  const node = await addNode('Plain catalog');
  const fields = { create_layer: '', id, layer_name: 'Bäume', store_tbl: 'trees', update_node: 't' };
  const featuresOf = (content: string) => JSON.parse(content).features;
  expect(await post({ ...fields, node_id: node })).toEqual({
    ...{ success: true, message: expect.stringContaining('Plain catalog does not offer updatelayers') },
  });
  expect(stores.geonode.datasets).toMatchObject([
    { name: expect.stringMatching(/^baume_[0-9a-f]{8}$/), versions: 1 },
  ]);
  expect(featuresOf(stores.geonode.datasets[0]!.content)).toMatchObject([
    { type: 'Feature', id: 1, geometry: { type: 'Point', coordinates: [8, 47] }, properties: { fid: 1 } },
  ]);
  await stores.sync.query('INSERT INTO field.trees VALUES (2, ST_SetSRID(ST_MakePoint(9, 48), 4326))');
  expect(await post({ ...fields, node_id: node })).toMatchObject({ success: true });
  await stores.sync.query('DELETE FROM field.trees WHERE fid = 2');
  expect(stores.geonode.datasets).toMatchObject([{ versions: 2 }]);
  expect(featuresOf(stores.geonode.datasets[0]!.content)).toHaveLength(2);
});

test('POST /admin/action/gstore.php create_layer update_node=t uploads a new dataset once, however many ask for it', async () => {
  Object.assign(stores.geonode.state, { isExposed: false, isUploading: false });
  const id = await create('Twice', { workspace: 'twice' });
  const [one, two] = [await addNode('Catalog one'), await addNode('Catalog two')];
  const fields = { create_layer: '', id, layer_name: 'twice', store_tbl: 'trees', update_node: 't' };
  const before = stores.geonode.countUploads();
  const first = post({ ...fields, node_id: one });
  await until('the first upload has begun', () => stores.geonode.countUploads() > before);
  // The same node by another name.
  expect(await post({ ...fields, node_id: two })).toEqual({
    ...{ success: false, message: expect.stringContaining('is being uploaded to "Catalog two"') },
  });
  stores.geonode.state.isUploading = true;
  expect(await first).toMatchObject({ success: true });
  expect(await post({ ...fields, node_id: two })).toMatchObject({ success: true });
  expect(stores.geonode.datasets.filter(({ name }) => name.startsWith('twice'))).toMatchObject([
    { versions: 2 },
  ]);
});

test.each([
  ['no Celery answers', { hasWorker: false }, {}, 'no Celery worker answers'],
  ['its job fails', { outcome: 'FAILURE' }, {}, 'could not read the layer'],
  [
    'it offers nothing',
    { isExposed: false, hasUploads: false },
    {},
    'offers neither the command updatelayers',
  ],
  ['it cannot take an upload', { isExposed: false, outcome: 'FAILURE' }, {}, 'could not take the layer'],
  ['the user is no superuser', {}, { username: 'member' }, 'does not allow this'],
  ['its login is wrong', {}, { password: 'wrong' }, 'refuses the username or the password'],
])(
  'POST /admin/action/gstore.php create_layer update_node=t says when %s, and keeps the layer',
  async (what, state, login, sentence) => {
    const id = await create(`Node ${what}`, { workspace: 'nodes' });
    const node = await addNode(`Catalog ${what}`, login as ActionFields);
    Object.assign(stores.geonode.state, state);
    const fields = { create_layer: '', id, layer_name: 'trees', store_tbl: 'trees', update_node: 't' };
    const body = await post({ ...fields, node_id: node });
    expect(body).toEqual({ success: false, message: expect.stringContaining(sentence) });
    expect(stores.layersOf('nodes')!.has('trees')).toBe(true);
  },
);
