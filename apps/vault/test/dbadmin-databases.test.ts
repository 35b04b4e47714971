import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { until } from '@cairn/testing';
import type { TestServer } from '@cairn/testing';
import { ask, upload } from './client.ts';
import type { TestVault, Person } from './test-app.ts';
import { startVaultWithDbadmin } from './with-dbadmin.ts';
import type { VaultWithDbadmin } from './with-dbadmin.ts';

let both: VaultWithDbadmin;
let app: TestVault;
let server: TestServer;
/** May edit in the vault and in dbadmin. */
let ada: Person;
/** The same. */
let eve: Person;
/** May edit only in the vault. */
let bob: Person;
let connection: number;
let gis: number;

beforeAll(async () => {
  // Databases of dbadmin need no allowed network.
  both = await startVaultWithDbadmin({});
  ({ app, server, serverId: connection } = both);
  ada = await app.signUp({ username: 'ada' });
  eve = await app.signUp({ username: 'eve' });
  bob = await app.signUp({ username: 'bob' });
  for (const to of [ada, eve]) await both.letEdit(to);
  await server.query('postgres', 'CREATE DATABASE gis');
  await server.query(
    'gis',
    `CREATE EXTENSION postgis; CREATE TABLE wells (id serial PRIMARY KEY, note text, geom geometry(Point, 4326));
     INSERT INTO wells (note, geom) VALUES ('deep', 'SRID=4326;POINT(8 50)')`,
  );
  const path = `/api/connections/${connection}/databases`;
  gis = (await ask(both.dbadmin, both.admin, { path, method: 'POST', json: { name: 'gis' } })).body.id;
});

afterAll(() => both?.close());

const get = (person: Person | null, path: string) => ask(app, person, { path });
const post = (person: Person, path: string, json: Record<string, unknown>) =>
  ask(app, person, { path, method: 'POST', json });
const adopt = (person: Person, json: Record<string, unknown> = {}) =>
  post(person, '/api/dbadmin-service/adopt', { connection_id: connection, database_id: gis, ...json });
const register = (person: Person, json: Record<string, unknown>) =>
  post(person, '/api/datasets/register', { table_name: 'wells', geometry_column: 'geom', ...json });

test('GET /api/dbadmin-service/discover lists the databases that the caller may see in dbadmin', async () => {
  const { status, body } = await get(ada, '/api/dbadmin-service/discover');
  expect([status, body.connections]).toEqual([
    200,
    [
      expect.objectContaining({
        id: connection,
        name: 'Field server',
        databases: [{ id: gis, name: 'gis', purpose: '', may_adopt: true }],
      }),
    ],
  ]);
  expect((await get(bob, '/api/dbadmin-service/discover')).body).toEqual({ connections: [] });
  expect((await get(null, '/api/dbadmin-service/discover')).status).toBe(401);
});

test('GET /api/dbadmin-service/databases/{id}/tables lists tables for users with permissions in dbadmin', async () => {
  const path = `/api/dbadmin-service/databases/${gis}/tables?schema=public`;
  expect((await get(ada, path)).body).toContainEqual(
    expect.objectContaining({ schema: 'public', name: 'wells', geometry_column: 'geom', srid: 4326 }),
  );
  expect((await get(bob, path)).status).toBe(403);
});

test('POST /api/dbadmin-service/adopt saves a connection of the caller with a login that is not a superuser', async () => {
  const first = await adopt(ada);
  expect([first.status, first.body]).toEqual([
    201,
    { connection_id: expect.any(Number), name: 'gis on Field server (ada)', existing: false },
  ]);
  expect(await adopt(ada)).toMatchObject({ status: 200, body: { ...first.body, existing: true } });
  const [saved] = (await app.admin.query('SELECT * FROM vault.connections')).rows;
  expect(saved).toMatchObject({ owner_id: String(ada.id), database_name: 'gis' });
  expect(saved.username).not.toBe(server.user);
  const [role] = await server.query(
    'postgres',
    `SELECT rolsuper, rolcreaterole, rolcreatedb FROM pg_roles WHERE rolname = '${saved.username}'`,
  );
  expect(role).toEqual({ rolsuper: false, rolcreaterole: false, rolcreatedb: false });
});

test('POST /api/dbadmin-service/adopt returns 403 without the edit permission in dbadmin, and 400 for a missing database', async () => {
  expect((await adopt(bob)).status).toBe(403);
  expect((await adopt(ada, { database_id: 999_999 })).status).toBe(400);
  expect((await adopt(eve, { name: 'gis on Field server (ada)' })).status).toBe(409);
});

test('only the owner of a connection can load layers through it, and only with the permission to edit databases', async () => {
  const id = String((await adopt(ada)).body.connection_id);
  const load = async (person: Person, dataset: string) =>
    (
      await upload(app, person, {
        file: 'populated-places.geojson',
        dataset,
        fields: { spatialdb_import: '1', spatialdb_connection_id: id, spatialdb_table_name: dataset },
      })
    ).body.spatialdb;
  expect(await load(ada, 'places')).toMatchObject({ success: true });
  expect(await server.query('gis', 'SELECT count(*) > 0 AS loaded FROM places')).toEqual([{ loaded: true }]);
  for (const other of [bob, eve]) {
    expect(await load(other, `places_of_${other.username}`)).toMatchObject({
      success: false,
      error: expect.stringContaining('belongs to another user'),
    });
  }
  await setEdit(ada, false);
  expect(await load(ada, 'more_places')).toMatchObject({
    success: false,
    error: expect.stringContaining('no longer have the edit permission on databases'),
  });
  await setEdit(ada, true);
});

test('POST /api/datasets/register creates a dataset from a table, visible to its owner at once', async () => {
  const { connection_id } = (await adopt(ada)).body;
  const registered = await register(ada, { name: 'wells of 2026', connection_id });
  expect([registered.status, registered.body]).toEqual([
    201,
    {
      dataset: 'wells of 2026',
      version: 1,
      version_id: expect.any(Number),
      url: '/vault/datasets/wells%20of%202026',
    },
  ]);
  const rows = await get(ada, '/datasets/wells%20of%202026/versions/1/edit/rows');
  expect([rows.status, rows.body.rows]).toEqual([200, [expect.objectContaining({ note: 'deep' })]]);
  expect((await get(bob, '/datasets/wells%20of%202026/versions')).status).toBe(403);
});

test('POST …/edit/update of a table returns 409 while the owner of its connection may not edit databases, and the rows stay readable', async () => {
  const edit = '/datasets/wells%20of%202026/versions/1/edit';
  await app.grant({ to: eve, on: 'wells of 2026', permission: 'edit' });
  const change = (person: Person, note: string) =>
    post(person, `${edit}/update`, { pk_column: 'id', pk_value: 1, updates: { note } });
  expect((await change(eve, 'deeper')).status).toBe(200);
  await setEdit(ada, false);
  const refused = [
    await change(eve, 'deepest'),
    await change(ada, 'deepest'),
    await post(eve, `${edit}/insert`, { row: { note: 'new' } }),
    await post(eve, `${edit}/delete`, { pk_column: 'id', pk_value: 1 }),
  ];
  const reason = expect.stringMatching(/may no longer edit databases, so its rows cannot be changed/);
  expect(refused.map(({ status, body }) => [status, body.error])).toEqual(refused.map(() => [409, reason]));
  expect((await get(eve, `${edit}/capability`)).body).toMatchObject({ editable: false, reason });
  const rows = await get(eve, `${edit}/rows`);
  expect([rows.status, rows.body.rows]).toEqual([200, [expect.objectContaining({ note: 'deeper' })]]);
  await setEdit(ada, true);
  expect((await change(ada, 'deep')).status).toBe(200);
});

test('GET …/edit/rows of a table with hostile code in an index changes no table of other owners', async () => {
  await server.query(
    'gis',
    `CREATE ROLE mallory; CREATE SCHEMA hers AUTHORIZATION mallory; SET ROLE mallory;
     CREATE TABLE hers.traps (id serial PRIMARY KEY, geom public.geometry(Point, 4326));
     CREATE FUNCTION hers.note() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN new; END';
     CREATE FUNCTION hers.attack() RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN
       PERFORM pg_advisory_lock(4711);
       BEGIN CREATE TRIGGER planted BEFORE INSERT ON public.wells FOR EACH ROW EXECUTE FUNCTION hers.note();
       EXCEPTION WHEN OTHERS THEN END;
       BEGIN UPDATE public.wells SET note = 'hers'; EXCEPTION WHEN OTHERS THEN END;
       RETURN true; END $$;
     CREATE FUNCTION hers.looks_harmless() RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS
       'BEGIN PERFORM hers.attack(); RETURN true; END';
     GRANT USAGE ON SCHEMA hers TO PUBLIC;
     CREATE INDEX traps_ids ON hers.traps (id) WHERE hers.looks_harmless();`,
  );
  const { connection_id } = (await adopt(ada)).body;
  const table = { table_name: 'traps', schema_name: 'hers', name: 'traps', connection_id };
  expect((await register(ada, table)).status).toBe(201);
  expect((await get(ada, '/datasets/traps/versions/1/edit/rows')).status).toBe(200);
  expect(await server.query('gis', 'SELECT objid FROM pg_locks WHERE objid = 4711')).toHaveLength(1);
  expect(await server.query('gis', `SELECT tgname FROM pg_trigger WHERE tgname = 'planted'`)).toEqual([]);
  expect(await server.query('gis', 'SELECT DISTINCT note FROM wells')).toEqual([{ note: 'deep' }]);
});

test('POST /api/dbadmin-service/adopt returns 409 while another call of the same user runs, and the saved connection works', async () => {
  await server.query('gis', 'CREATE TABLE springs (id serial PRIMARY KEY, geom geometry(Point, 4326))');
  // The insert of the first call waits for this transaction.
  await app.admin
    .query(`BEGIN; INSERT INTO vault.connections (name, host, database_name, username, sealed_password)
    VALUES ('first', '', '', '', '')`);
  const first = adopt(eve, { name: 'first' });
  const waiting = `SELECT FROM pg_locks WHERE NOT granted AND locktype = 'transactionid'`;
  const waits = async () => (await app.admin.query(waiting)).rowCount === 1;
  await until('the first call has a login and waits', waits);
  const second = await adopt(eve, { name: 'second' });
  await app.admin.query('ROLLBACK');
  const { status, body } = await first;
  expect([status, second.status]).toEqual([201, 409]);
  const springs = { name: 'springs', table_name: 'springs', connection_id: body.connection_id };
  expect((await register(eve, springs)).status).toBe(201);
});

test('POST /api/datasets/register rejects a taken name, a missing column and the connection of another user', async () => {
  const { connection_id } = (await adopt(ada)).body;
  expect((await register(ada, { name: 'wells of 2026', connection_id })).status).toBe(409);
  expect((await register(ada, { name: 'other', connection_id, geometry_column: 'note' })).status).toBe(422);
  expect((await register(bob, { name: 'mine', connection_id })).status).toBe(403);
  expect((await register(ada, { name: '../x', connection_id })).status).toBe(400);
  expect((await register(ada, { name: 'x', connection_id, folder_id: 999 })).status).toBe(400);
});

test('POST /api/databases/{id}/import/dataset imports the file only of a dataset that the caller may view', async () => {
  const take = (person: Person, dataset: string, more: Record<string, unknown> = {}) =>
    ask(both.dbadmin, person, {
      path: `/api/databases/${gis}/import/dataset`,
      method: 'POST',
      json: { dataset, ...more },
    });
  const taken = await take(ada, 'places');
  expect([taken.status, taken.body]).toMatchObject([
    201,
    { filename: 'populated-places.geojson', layers: [{ srid: 4326, feature_count: expect.any(Number) }] },
  ]);
  expect(taken.body.source_path).toMatch(/^imports\//);
  expect((await take(eve, 'places')).status).toBe(403);
  expect((await take(bob, 'places')).status).toBe(403);
  expect((await take(ada, 'places', { version: 7 })).status).toBe(404);
  expect([403, 404]).toContain((await take(ada, 'not there')).status);
  expect(await take(ada, 'wells of 2026')).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining('shows a table of a database') },
  });
  await upload(app, ada, { file: 'elevation.tif', dataset: 'heights' });
  expect((await take(ada, 'heights')).body.error).toMatch(/^Rasters cannot be imported/);
  expect(await readdir(join(both.folder, 'incoming'))).toEqual([]);
  expect(await readdir(join(both.folder, 'imports'))).toHaveLength(1);
});

async function setEdit(person: Person, may: boolean): Promise<void> {
  if (may) return both.letEdit(person);
  await app.admin.query(
    `DELETE FROM portal.permissions p USING portal.resources r, portal.groups g
      WHERE r.id = p.resource_id AND g.id = p.group_id AND r.resource_key = 'dbadmin' AND g.name = $1`,
    [`only ${person.username}`],
  );
}
