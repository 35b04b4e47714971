import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import pg from 'pg';
import { createTestDatabase, registerService, until } from '@cairn/testing';
import type { TestDatabase } from '@cairn/testing';
import { onDataset } from './catalog.ts';
import { ask } from './client.ts';
import { registerWells, saveConnection } from './external-sources.ts';
import { startTestVault } from './test-app.ts';
import type { TestVault, Person } from './test-app.ts';

let app: TestVault;
let target: TestDatabase;
let gis: pg.Client;
let editor: Person;
let other: Person;
let viewer: Person;
let root: Person;
let id: number;

beforeAll(async () => {
  [app, target] = await Promise.all([startTestVault({ inspects: false }), createTestDatabase()]);
  editor = await app.signUp({ username: 'editor' });
  other = await app.signUp({ username: 'other' });
  viewer = await app.signUp({ username: 'viewer', service: 'view' });
  root = await app.signUp({ username: 'root', isAdmin: true });
  gis = new pg.Client({ connectionString: target.adminUrl });
  await gis.connect();
  id = await saveConnection(app, target.adminUrl);
});

beforeEach(async () => {
  await app.clear();
  await gis.query(`DROP TABLE IF EXISTS wells;
    CREATE TABLE wells (id int PRIMARY KEY, name text, geom geometry(Point, 4326));
    INSERT INTO wells (id) VALUES (1), (2); GRANT ALL ON wells TO vault`);
});

afterAll(async () => {
  await gis.end();
  await app.close();
  await target.drop();
});

const post = (what: string, json: object, who: Person | null = editor) =>
  ask(app, who, {
    path: `/api/table/${what}`,
    method: 'POST',
    json: { connection_id: id, table: 'wells', ...json },
  });
const wells = async () => (await gis.query('SELECT w::text FROM wells w ORDER BY id')).rows;
const register = (who: Person, table_name: string) =>
  ask(app, who, {
    path: '/api/datasets/register',
    method: 'POST',
    json: { name: table_name, connection_id: id, table_name },
  });

test('POST /api/table/update, …/delete and …/insert need edit on the service, and the right to use the connection', async () => {
  const row = { pk_column: 'id', pk_value: 2, updates: { name: 'x' }, row: {} };
  const before = await wells();
  for (const what of ['update', 'delete', 'insert']) {
    expect((await post(what, row, null)).status).toBe(401);
    expect((await post(what, row, viewer)).status).toBe(403);
  }
  const own = await saveConnection(app, target.adminUrl, 'of the other');
  await app.admin.query('UPDATE vault.connections SET owner_id = $1 WHERE id = $2', [other.id, own]);
  const change = (who: Person) => post('update', { ...row, connection_id: own }, who);
  expect((await change(editor)).body.error).toMatch(/belongs to another user/);
  expect((await change(root)).status).toBe(403);
  expect((await change(other)).body.error).toMatch(/no longer have the edit permission on databases/);
  expect(await wells()).toEqual(before);
  await registerService(app.admin, 'dbadmin');
  await app.grant({ to: other, on: 'dbadmin', resourceType: 'service', permission: 'edit' });
  expect((await change(other)).status).toBe(200);
});

test('POST /api/table/update and POST /api/datasets/register of a partition need edit on the dataset of the whole table', async () => {
  await gis.query(`CREATE TABLE parts (id int PRIMARY KEY, note text, geom geometry(Point, 4326)) PARTITION BY RANGE (id);
    CREATE TABLE parts_low PARTITION OF parts FOR VALUES FROM (0) TO (10); INSERT INTO parts VALUES (1);
    GRANT ALL ON parts, parts_low TO vault`);
  expect((await register(editor, 'parts')).status).toBe(201);
  const row = { table: 'parts_low', pk_column: 'id', pk_value: 1, updates: { note: 'x' } };
  const refused = [await post('update', row, other), await register(other, 'parts_low')];
  for (const { status, body } of refused)
    expect([status, body.error]).toEqual([403, expect.stringMatching(/public\.parts belongs to a dataset/)]);
  expect((await post('update', row)).status).toBe(200);
});

test('POST /api/table/update of a registered table needs edit on its datasets, through any connection, and is in their log', async () => {
  const same = await saveConnection(app, target.adminUrl.replace('127.0.0.1', 'localhost'), 'same server');
  await registerWells(app, editor, id);
  const row = { pk_column: 'id', pk_value: 2, updates: { name: 'mine' }, row: {} };
  for (const connection_id of [id, same]) {
    for (const what of ['update', 'delete', 'insert']) {
      const { status, body } = await post(what, { ...row, connection_id }, other);
      expect([status, body.error]).toEqual([
        403,
        expect.stringMatching(/belongs to a dataset that you may not edit/),
      ]);
    }
    expect((await post('update', { ...row, connection_id })).body).toMatchObject({
      edit_id: expect.any(Number),
    });
  }
  await app.grant({ to: other, on: 'wells', permission: 'edit' });
  expect((await post('update', { ...row, updates: { name: 'ours' } }, other)).status).toBe(200);
  const { body } = await ask(app, editor, { path: '/datasets/wells/edits?version=1' });
  expect(body.edits.map(({ by, after }: any) => [by, after])).toEqual([
    ['other', { name: 'ours' }],
    ['editor', { name: 'mine' }],
    ['editor', { name: 'mine' }],
  ]);
  await onDataset(app, editor, { name: 'wells', path: '/archive' });
  const archived = await post('update', row);
  expect([archived.status, archived.body.error]).toEqual([409, expect.stringMatching(/"wells" is archived/)]);
});

test('POST /api/table/update works for a login that may not read the identifier of its server', async () => {
  await gis.query('REVOKE EXECUTE ON FUNCTION pg_control_system FROM PUBLIC');
  await app.admin.query('UPDATE vault.connections SET server_identifier = NULL');
  const row = { pk_column: 'id', pk_value: 2, updates: { name: 'x' } };
  expect((await post('update', row)).status).toBe(200);
  await registerWells(app, editor, id);
  expect((await post('update', row, other)).status).toBe(403);
  await gis.query('GRANT EXECUTE ON FUNCTION pg_control_system TO PUBLIC');
});

test('DELETE /api/connections/{id} waits for a registration through the connection and then returns 409', async () => {
  const blocker = await app.admin.connect();
  await blocker.query('BEGIN; LOCK TABLE vault.versions IN SHARE MODE');
  const waiting = (count: number) =>
    until(`${count} calls wait for a lock`, async () => {
      const { rowCount } = await app.admin.query(
        'SELECT FROM pg_stat_activity WHERE wait_event_type = $1 AND datname = current_database()',
        ['Lock'],
      );
      return rowCount === count;
    });
  const registered = register(editor, 'wells');
  await waiting(1);
  const removed = ask(app, root, { path: `/api/connections/${id}`, method: 'DELETE' });
  await waiting(2);
  await blocker.query('ROLLBACK');
  blocker.release();
  expect((await registered).status).toBe(201);
  expect(await removed).toMatchObject({ status: 409, body: { error: expect.stringContaining('"wells"') } });
});
