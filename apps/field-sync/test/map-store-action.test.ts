import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { startTestGeoNode, startTestGeoServer, until } from '@cairn/testing';
import type { Person, TestGeoNode, TestGeoServer } from '@cairn/testing';
import { formActions } from './form-actions.ts';
import { postAction, sendAction } from './send-action.ts';
import type { ActionFields } from './send-action.ts';
import { startSyncApp } from './sync-app.ts';
import type { SyncApp } from './sync-app.ts';

let sync: SyncApp;
let boss: Person;
let geoserver: TestGeoServer;
let geonode: TestGeoNode;
let projectId: number;
beforeAll(async () => {
  [sync, geoserver, geonode] = await Promise.all([
    startSyncApp({ overrides: { nodeTimes: { pollMs: 5, queuedMs: 200, totalMs: 60_000 } } }),
    startTestGeoServer(),
    startTestGeoNode({ folder: 'gis' }),
  ]);
  boss = await sync.app.signUp({ username: 'bea', isAdmin: true });
  projectId = await sync.startProject({ name: 'field', serverId: sync.serverId });
  const { user } = await sync.context.databaseLinks.address(sync.linkId);
  await sync.query(`CREATE SCHEMA field;
    CREATE TABLE field.trees (fid bigint PRIMARY KEY, geom geometry(Point, 4326));
    INSERT INTO field.trees VALUES (1, ST_SetSRID(ST_MakePoint(8, 47), 4326));
    CREATE TABLE field.plots (fid bigint PRIMARY KEY, geom geometry(Polygon, 25832));
    CREATE TABLE field."Bäume" (fid bigint PRIMARY KEY, geom geometry(Point, 4326));
    CREATE TABLE field.cairn_sync_held (fid bigint, geom geometry);
    GRANT USAGE ON SCHEMA field TO ${user}; GRANT SELECT ON ALL TABLES IN SCHEMA field TO ${user}`);
});
beforeEach(() => {
  geoserver.before(null);
  Object.assign(geonode.state, { hasWorker: true, isExposed: true, hasUploads: true, outcome: 'SUCCESS' });
  geonode.state.isUploading = true;
});
afterAll(async () => {
  await sync.close();
  await Promise.all([geoserver.close(), geonode.close()]);
});

const form = (name: string, more: ActionFields = {}): ActionFields => ({
  ...{ save: '', id: 0, name, project_id: projectId, url: `${geoserver.url}/`, workspace: 'crews' },
  ...{ username: geoserver.username, password: geoserver.password, ...more },
});
const session = () => ({ app: sync.app, person: boss });
const { create, events, post, rowOf, rows } = formActions(session, {
  path: 'gstore.php',
  table: 'map_stores',
  fields: () => form(''),
});
const layersOf = (workspace: string) => geoserver.catalog.workspaces.get(workspace)?.layers;
const addNode = async (name: string, more: ActionFields = {}): Promise<number> => {
  const { host, port, folder, username, password } = geonode;
  const fields = { save: '', id: 0, name, host, port, folder, username, password, ...more };
  return (await postAction(sync.app, boss, { path: 'node.php', fields })).id;
};

test('POST /admin/action/gstore.php save makes the workspace and the PostGIS store on the map server, once', async () => {
  const saved = await post(form('Maps', { workspace: 'made' }));
  expect(saved).toEqual({ success: true, message: 'Saved Maps.', id: expect.any(Number) });
  const address = await sync.context.databaseLinks.address(sync.linkId);
  const [store, ...more] = [...geoserver.catalog.workspaces.get('made')!.stores.values()];
  expect(more).toEqual([]);
  expect(store).toMatchObject({
    ...{ name: expect.stringMatching(/^field_sync_[0-9a-f]{8}$/), enabled: true },
    connection: {
      ...{ dbtype: 'postgis', host: address.host, port: String(address.port), database: address.database },
      ...{ schema: 'field', user: address.user, passwd: address.password, 'SSL mode': 'DISABLE' },
    },
  });
  expect(await rowOf(saved.id)).toMatchObject({
    ...{ url: geoserver.url, workspace: 'made', project_id: projectId },
    sealed_password: expect.stringMatching(/^s1\./),
  });
  expect(await post(form('Maps', { id: saved.id, password: '', workspace: 'made' }))).toMatchObject({
    ...{ success: true, id: saved.id },
  });
  expect(geoserver.catalog.workspaces.get('made')!.stores.size).toBe(1);
  expect(store!.enabled).toBe(true);
  expect(await events(saved.id)).toMatchObject([
    { event: 'map_store.created' },
    { event: 'map_store.changed' },
  ]);
  expect(JSON.stringify(await events(saved.id))).not.toContain(geoserver.password);
});

test('POST /admin/action/gstore.php save keeps no stored password for another address or user', async () => {
  const id = await create('Kept');
  const before = await rowOf(id);
  const changes: ActionFields[] = [{ url: 'http://127.0.0.1:1/geoserver' }, { username: 'other' }];
  for (const change of changes)
    expect(await post(form('Kept', { id, password: '', ...change }))).toMatchObject({
      ...{ success: false, message: expect.stringContaining('Enter the password again') },
    });
  expect(await rowOf(id)).toEqual(before);
});

test.each([
  ['a wrong password', () => ({ password: 'wrong' }), 'refuses the username or the password'],
  ['a login without rights', () => ({ username: geoserver.reader }), 'does not allow this'],
  ['an address where nothing answers', () => ({ url: 'http://127.0.0.1:1/geoserver' }), 'cannot be reached'],
  ['an address of a cloud', () => ({ url: 'http://169.254.169.254/' }), 'OUTBOUND_ALLOWED_CIDRS'],
  ['a query in the address', () => ({ url: 'http://127.0.0.1/?x=1' }), 'without ? and #'],
  ['a workspace with a colon', () => ({ workspace: 'a:b' }), 'workspace must begin'],
  ['a path for a workspace', () => ({ workspace: '..' }), 'workspace must begin'],
  ['no project', () => ({ project_id: '' }), 'project_id is missing'],
  ['an unknown project', () => ({ project_id: 999_999 }), 'there is no entry 999999'],
  ['no password', () => ({ password: '' }), 'password is missing'],
  ['an unknown id', () => ({ id: 999_999 }), 'There is no map store 999999'],
])(
  'POST /admin/action/gstore.php save with %s answers success false and stores nothing',
  async (_what, change, sentence) => {
    const before = await rows();
    const body = await post(form('Refused', change()));
    expect(body).toEqual({ success: false, message: expect.stringContaining(sentence) });
    expect(await rows()).toEqual(before);
  },
);

test("POST /admin/action/gstore.php refuses a link that leads into the platform's own database, and tells the map server nothing of it", async () => {
  const { rows: links } = await sync.app.admin.query(
    `INSERT INTO field_sync.database_links (name, host, port, username, dbname, sslmode, sealed_password)
     SELECT 'Platform', host, port, username, current_database(), sslmode, sealed_password
       FROM field_sync.database_links WHERE id = $1 RETURNING id`,
    [sync.linkId],
  );
  const project = { serverId: sync.serverId, linkId: links[0].id as number };
  const { id: platform } = await sync.projects.addProject({ name: 'platform', ...project });
  const refused = { success: false, message: expect.stringContaining('a database of the platform itself') };
  const before = await rows();
  expect(await post(form('Platform', { project_id: platform, workspace: 'platform' }))).toEqual(refused);
  expect(await rows()).toEqual(before);
  const id = await create('Later', { workspace: 'later' });
  expect(await post(form('Later', { id, project_id: platform, workspace: 'platform' }))).toEqual(refused);
  expect(geoserver.catalog.workspaces.has('platform')).toBe(false);
  // The link of a project may be edited after its map store was saved.
  await sync.app.admin.query('UPDATE field_sync.map_stores SET project_id = $1 WHERE id = $2', [
    platform,
    id,
  ]);
  expect(await post({ create_layer: '', id, layer_name: 'users', store_tbl: 'users' })).toEqual(refused);
  expect(layersOf('later')!.size).toBe(0);
});

test('POST /admin/action/gstore.php save quotes no secret of an error page of the map server', async () => {
  const { password } = await sync.context.databaseLinks.address(sync.linkId);
  geoserver.before((exchange) => geoserver.faults.stackTrace(exchange, password));
  const { success, message } = await post(form('Trace'));
  expect(success).toBe(false);
  for (const part of [password, geoserver.password, '/opt/', 'DataStoreFileController'])
    expect(message).not.toContain(part);
});

test('POST /admin/action/gstore.php save reports an address without a map server', async () => {
  geoserver.before((exchange) => geoserver.faults.html(exchange));
  expect(await post(form('Page'))).toMatchObject({
    ...{ success: false, message: expect.stringContaining('does not answer as a map server does') },
  });
});

test('POST /admin/action/gstore.php pwd_vis shows the password, no-store, and is audited', async () => {
  const id = await create('Shown');
  const answer = await sendAction(sync.app, boss, { path: 'gstore.php', fields: { pwd_vis: '', id } });
  expect(answer.body).toEqual({ success: true, message: geoserver.password });
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect((await events(id)).at(-1)).toMatchObject({ event: 'map_store.secret_shown' });
});

test('POST /admin/action/gstore.php details_info answers the store as JSON, without its password', async () => {
  const id = await create('Details');
  const { success, message } = await post({ details_info: '', id });
  expect(success).toBe(true);
  expect(JSON.parse(message)).toMatchObject({ dataStore: { type: 'PostGIS', enabled: true } });
  expect(message).toContain('"@key":"schema"');
  expect(message).not.toMatch(/passwd|crypt1/);
});

test('POST /admin/action/gstore.php store_tables answers the names of tables as JSON, published or not', async () => {
  const id = await create('Tables', { workspace: 'listed' });
  const list = async () => JSON.parse((await post({ store_tables: '', id })).message);
  expect(await list()).toEqual(['Bäume', 'plots', 'trees']);
  await post({ create_layer: '', id, layer_name: 'other', store_tbl: 'trees' });
  expect(await list()).toEqual(['Bäume', 'plots', 'trees']);
});

test('POST /admin/action/gstore.php details_info and store_tables say when the map server lost the store', async () => {
  const id = await create('Lost', { workspace: 'lost' });
  geoserver.catalog.workspaces.delete('lost');
  for (const action of ['details_info', 'store_tables'])
    expect(await post({ [action]: '', id })).toMatchObject({
      ...{ success: false, message: expect.stringContaining('Save the map store') },
    });
});

test('POST /admin/action/gstore.php create_layer publishes a table, and again changes nothing', async () => {
  const id = await create('Layers', { workspace: 'layers' });
  const layer = { create_layer: '', id, layer_name: 'city_trees', store_tbl: 'trees' };
  expect(await post(layer)).toEqual({ success: true, message: 'Created city_trees.' });
  expect(layersOf('layers')!.get('city_trees')!.type).toMatchObject({
    nativeName: 'trees',
    srs: 'EPSG:4326',
  });
  expect(await post(layer)).toMatchObject({ success: true });
  expect(layersOf('layers')!.size).toBe(1);
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
    expect(layersOf('empty')!.get(table)!.type).toMatchObject({
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
  expect(layersOf('bad')!.size).toBe(0);
});

test('POST /admin/action/gstore.php create_layer refuses a layer that is not there afterwards', async () => {
  const id = await create('Silent', { workspace: 'silent' });
  geoserver.before(({ method, res }) => {
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
  expect(geonode.jobs.at(-1)).toMatchObject({
    ...{ command: 'updatelayers', args: ['-w', 'catalogued', '-f', 'trees'], status: 'FINISHED' },
  });
});

test('POST /admin/action/gstore.php create_layer update_node=t gives a node without the command a copy, and replaces it the next time', async () => {
  geonode.state.isExposed = false;
  const id = await create('Copied', { workspace: 'copied' });
  const node = await addNode('Plain catalog');
  const fields = { create_layer: '', id, layer_name: 'Bäume', store_tbl: 'trees', update_node: 't' };
  const featuresOf = (content: string) => JSON.parse(content).features;
  expect(await post({ ...fields, node_id: node })).toEqual({
    ...{ success: true, message: expect.stringContaining('Plain catalog does not offer updatelayers') },
  });
  expect(geonode.datasets).toMatchObject([
    { name: expect.stringMatching(/^baume_[0-9a-f]{8}$/), versions: 1 },
  ]);
  expect(featuresOf(geonode.datasets[0]!.content)).toMatchObject([
    { type: 'Feature', id: 1, geometry: { type: 'Point', coordinates: [8, 47] }, properties: { fid: 1 } },
  ]);
  await sync.query('INSERT INTO field.trees VALUES (2, ST_SetSRID(ST_MakePoint(9, 48), 4326))');
  expect(await post({ ...fields, node_id: node })).toMatchObject({ success: true });
  await sync.query('DELETE FROM field.trees WHERE fid = 2');
  expect(geonode.datasets).toMatchObject([{ versions: 2 }]);
  expect(featuresOf(geonode.datasets[0]!.content)).toHaveLength(2);
});

test('POST /admin/action/gstore.php create_layer update_node=t uploads a new dataset once, however many ask for it', async () => {
  Object.assign(geonode.state, { isExposed: false, isUploading: false });
  const id = await create('Twice', { workspace: 'twice' });
  const [one, two] = [await addNode('Catalog one'), await addNode('Catalog two')];
  const fields = { create_layer: '', id, layer_name: 'twice', store_tbl: 'trees', update_node: 't' };
  const before = geonode.countUploads();
  const first = post({ ...fields, node_id: one });
  await until('the first upload has begun', () => geonode.countUploads() > before);
  // The same node by another name.
  expect(await post({ ...fields, node_id: two })).toEqual({
    ...{ success: false, message: expect.stringContaining('is being uploaded to "Catalog two"') },
  });
  geonode.state.isUploading = true;
  expect(await first).toMatchObject({ success: true });
  expect(await post({ ...fields, node_id: two })).toMatchObject({ success: true });
  expect(geonode.datasets.filter(({ name }) => name.startsWith('twice'))).toMatchObject([{ versions: 2 }]);
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
    Object.assign(geonode.state, state);
    const fields = { create_layer: '', id, layer_name: 'trees', store_tbl: 'trees', update_node: 't' };
    const body = await post({ ...fields, node_id: node });
    expect(body).toEqual({ success: false, message: expect.stringContaining(sentence) });
    expect(layersOf('nodes')!.has('trees')).toBe(true);
  },
);

test('POST /admin/action/gstore.php delete forgets the map store; the layers stay on the map server', async () => {
  const id = await create('Gone', { workspace: 'gone' });
  await post({ create_layer: '', id, layer_name: 'trees', store_tbl: 'trees' });
  expect(await post({ delete: '', id })).toEqual({ success: true, message: 'Deleted Gone.' });
  expect(await rowOf(id)).toBeUndefined();
  expect(layersOf('gone')!.has('trees')).toBe(true);
  expect((await events(id)).at(-1)).toMatchObject({ event: 'map_store.deleted', subject: 'Gone' });
});
