import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { formActions } from './form-actions.ts';
import { startMapStoreApp } from './map-store-app.ts';
import type { MapStoreApp } from './map-store-app.ts';
import { sendAction } from './send-action.ts';
import type { ActionFields } from './send-action.ts';

let stores: MapStoreApp;
beforeAll(async () => void (stores = await startMapStoreApp()));
beforeEach(() => stores.reset());
afterAll(() => stores.close());

const { create, events, post, rowOf, rows } = formActions(
  () => ({ app: stores.sync.app, person: stores.boss }),
  {
    path: 'gstore.php',
    table: 'map_stores',
    fields: () => stores.form(''),
  },
);

test('POST /admin/action/gstore.php save makes the workspace and the PostGIS store on the map server, once', async () => {
  const saved = await post(stores.form('Maps', { workspace: 'made' }));
  expect(saved).toEqual({ success: true, message: 'Saved Maps.', id: expect.any(Number) });
  const address = await stores.sync.context.databaseLinks.address(stores.sync.linkId);
  const [store, ...more] = [...stores.geoserver.catalog.workspaces.get('made')!.stores.values()];
  expect(more).toEqual([]);
  expect(store).toMatchObject({
    ...{ name: expect.stringMatching(/^field_sync_[0-9a-f]{8}$/), enabled: true },
    connection: {
      ...{ dbtype: 'postgis', host: address.host, port: String(address.port), database: address.database },
      ...{ schema: 'field', user: address.user, passwd: address.password, 'SSL mode': 'DISABLE' },
    },
  });
  expect(await rowOf(saved.id)).toMatchObject({
    ...{ url: stores.geoserver.url, workspace: 'made', project_id: stores.projectId },
    sealed_password: expect.stringMatching(/^s1\./),
  });
  expect(await post(stores.form('Maps', { id: saved.id, password: '', workspace: 'made' }))).toMatchObject({
    ...{ success: true, id: saved.id },
  });
  expect(stores.geoserver.catalog.workspaces.get('made')!.stores.size).toBe(1);
  expect(store!.enabled).toBe(true);
  expect(await events(saved.id)).toMatchObject([
    { event: 'map_store.created' },
    { event: 'map_store.changed' },
  ]);
  expect(JSON.stringify(await events(saved.id))).not.toContain(stores.geoserver.password);
});

test('POST /admin/action/gstore.php save keeps no stored password for another address or user', async () => {
  const id = await create('Kept');
  const before = await rowOf(id);
  const changes: ActionFields[] = [{ url: 'http://127.0.0.1:1/geoserver' }, { username: 'other' }];
  for (const change of changes)
    expect(await post(stores.form('Kept', { id, password: '', ...change }))).toMatchObject({
      ...{ success: false, message: expect.stringContaining('Enter the password again') },
    });
  expect(await rowOf(id)).toEqual(before);
});

test.each([
  ['a wrong password', () => ({ password: 'wrong' }), 'refuses the username or the password'],
  ['a login without rights', () => ({ username: stores.geoserver.reader }), 'does not allow this'],
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
    const body = await post(stores.form('Refused', change()));
    expect(body).toEqual({ success: false, message: expect.stringContaining(sentence) });
    expect(await rows()).toEqual(before);
  },
);

test("POST /admin/action/gstore.php refuses a link that leads into the platform's own database, and sends nothing of it to the map server", async () => {
  const { rows: links } = await stores.sync.app.admin.query(
    `INSERT INTO field_sync.database_links (name, host, port, username, dbname, sslmode, sealed_password)
     SELECT 'Platform', host, port, username, current_database(), sslmode, sealed_password
       FROM field_sync.database_links WHERE id = $1 RETURNING id`,
    [stores.sync.linkId],
  );
  const project = { serverId: stores.sync.serverId, linkId: links[0].id as number };
  const { id: platform } = await stores.sync.projects.addProject({ name: 'platform', ...project });
  const refused = { success: false, message: expect.stringContaining('a database of the platform itself') };
  const before = await rows();
  expect(await post(stores.form('Platform', { project_id: platform, workspace: 'platform' }))).toEqual(
    refused,
  );
  expect(await rows()).toEqual(before);
  const id = await create('Later', { workspace: 'later' });
  expect(await post(stores.form('Later', { id, project_id: platform, workspace: 'platform' }))).toEqual(
    refused,
  );
  expect(stores.geoserver.catalog.workspaces.has('platform')).toBe(false);
  // The link of a project may be edited after its map store was saved.
  await stores.sync.app.admin.query('UPDATE field_sync.map_stores SET project_id = $1 WHERE id = $2', [
    platform,
    id,
  ]);
  expect(await post({ create_layer: '', id, layer_name: 'users', store_tbl: 'users' })).toEqual(refused);
  expect(stores.layersOf('later')!.size).toBe(0);
});

test('POST /admin/action/gstore.php save quotes no secret of an error page of the map server', async () => {
  const { password } = await stores.sync.context.databaseLinks.address(stores.sync.linkId);
  stores.geoserver.before((exchange) => stores.geoserver.faults.stackTrace(exchange, password));
  const { success, message } = await post(stores.form('Trace'));
  expect(success).toBe(false);
  for (const part of [password, stores.geoserver.password, '/opt/', 'DataStoreFileController'])
    expect(message).not.toContain(part);
});

test('POST /admin/action/gstore.php save reports an address without a map server', async () => {
  stores.geoserver.before((exchange) => stores.geoserver.faults.html(exchange));
  expect(await post(stores.form('Page'))).toMatchObject({
    ...{ success: false, message: expect.stringContaining('does not answer as a map server does') },
  });
});

test('POST /admin/action/gstore.php pwd_vis shows the password, no-store, and is audited', async () => {
  const id = await create('Shown');
  const answer = await sendAction(stores.sync.app, stores.boss, {
    path: 'gstore.php',
    fields: { pwd_vis: '', id },
  });
  expect(answer.body).toEqual({ success: true, message: stores.geoserver.password });
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
  stores.geoserver.catalog.workspaces.delete('lost');
  for (const action of ['details_info', 'store_tables'])
    expect(await post({ [action]: '', id })).toMatchObject({
      ...{ success: false, message: expect.stringContaining('Save the map store') },
    });
});

test('POST /admin/action/gstore.php delete forgets the map store; the layers stay on the map server', async () => {
  const id = await create('Gone', { workspace: 'gone' });
  await post({ create_layer: '', id, layer_name: 'trees', store_tbl: 'trees' });
  expect(await post({ delete: '', id })).toEqual({ success: true, message: 'Deleted Gone.' });
  expect(await rowOf(id)).toBeUndefined();
  expect(stores.layersOf('gone')!.has('trees')).toBe(true);
  expect((await events(id)).at(-1)).toMatchObject({ event: 'map_store.deleted', subject: 'Gone' });
});
