import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import pg from 'pg';
import { createTestDatabase } from '@cairn/testing';
import type { TestDatabase } from '@cairn/testing';
import { ask } from './client.ts';
import { registerWells, saveConnection } from './external-sources.ts';
import { startTestVault } from './test-app.ts';
import type { TestVault, Person } from './test-app.ts';

const PASSWORD = 'a password nobody has guessed';
const OFFICE = {
  name: 'Office',
  host: 'db.example.org',
  database_name: 'gis',
  username: 'mapper',
  password: PASSWORD,
};

let app: TestVault;
let target: TestDatabase;
let admin: Person;
let editor: Person;
let viewer: Person;
let root: Person;

beforeAll(async () => {
  [app, target] = await Promise.all([startTestVault({ inspects: false }), createTestDatabase()]);
  admin = await app.signUp({ username: 'admin', service: 'admin' });
  editor = await app.signUp({ username: 'editor' });
  viewer = await app.signUp({ username: 'viewer', service: 'view' });
  root = await app.signUp({ username: 'root', isAdmin: true });
});

beforeEach(() => app.admin.query('TRUNCATE vault.connections'));
afterEach(async () => {
  // No answer of this file may contain it, and no row has it in clear text.
  const { rows } = await app.admin.query(`SELECT c::text FROM vault.connections c UNION ALL
    SELECT a::text FROM vault.audit_events a`);
  expect(JSON.stringify(rows)).not.toContain(PASSWORD);
});

afterAll(async () => {
  await app.close();
  await target.drop();
});

const create = (json: object, who = admin) =>
  ask(app, who, { path: '/api/connections', method: 'POST', json });
const replace = (id: number, json: object, who = admin) =>
  ask(app, who, { path: `/api/connections/${id}`, method: 'PUT', json });
const remove = (id: number, who = admin) =>
  ask(app, who, { path: `/api/connections/${id}`, method: 'DELETE' });
const list = async () => (await ask(app, admin, { path: '/api/connections' })).body;

test('POST /api/connections returns 201 with an id, and GET /api/connections lists it without the password', async () => {
  const { status, body } = await create({ ...OFFICE, sslmode: 'verify-full' });
  expect([status, body]).toEqual([201, { id: expect.any(Number) }]);
  await create({ ...OFFICE, name: 'archive', port: 5433 });
  const [archive, office] = await list();
  expect(archive).toMatchObject({ name: 'archive', port: 5433, sslmode: 'require' });
  expect(office).toEqual({
    id: body.id,
    name: 'Office',
    host: 'db.example.org',
    port: 5432,
    database_name: 'gis',
    username: 'mapper',
    sslmode: 'verify-full',
    created_at: expect.stringMatching(/^\d{4}-.*Z$/),
    dataset_count: 0,
  });
});

test('POST and PUT /api/connections return 409 for the name of another connection in any capitals', async () => {
  const office = (await create(OFFICE)).body.id;
  const other = (await create({ ...OFFICE, name: 'Other' })).body.id;
  const again = await create({ ...OFFICE, name: 'oFFice' });
  expect([again.status, again.body.error]).toEqual([
    409,
    expect.stringMatching(/another connection with this name/),
  ]);
  expect((await replace(other, { ...OFFICE, name: 'OFFICE' })).status).toBe(409);
  expect((await replace(office, { ...OFFICE, name: 'OFFICE' })).status).toBe(200);
  expect((await list()).map(({ name }: any) => name)).toEqual(['OFFICE', 'Other']);
});

test.each([
  ['no password', { password: '' }],
  ['a blank name', { name: '  ' }],
  ['a path as the host', { host: '/var/run/postgresql' }],
  ['two hosts', { host: 'one.example.org,two.example.org' }],
  ['a number as the host', { host: '2130706433' }],
  ['a login in the host', { host: 'root@db.example.org' }],
  ['port 0', { port: 0 }],
  ['an unknown sslmode', { sslmode: 'allow' }],
  ['a database name that PostgreSQL would cut', { database_name: 'ä'.repeat(40) }],
  ['a line break in the user', { username: 'mapper\nroot' }],
  ['NUL in the password', { password: 'pass\0word' }],
  ['no host', { host: undefined }],
])('POST /api/connections with %s returns 400 and saves nothing', async (_, change) => {
  const { status, body } = await create({ ...OFFICE, ...change });
  expect([status, typeof body.error]).toEqual([400, 'string']);
  expect(await list()).toEqual([]);
});

test('PUT /api/connections/{id} keeps the stored password for the same host, port and user only', async () => {
  const { id } = (await create(OFFICE)).body;
  const stored = async () =>
    (await app.admin.query('SELECT sealed_password FROM vault.connections WHERE id = $1', [id])).rows[0]
      .sealed_password;
  const before = await stored();
  const kept = {
    ...OFFICE,
    name: 'Main office',
    database_name: 'gis2',
    sslmode: 'verify-full',
    password: '',
  };
  expect(await replace(id, kept)).toMatchObject({ status: 200, body: { success: true } });
  expect(await stored()).toBe(before);
  const changes = [
    { host: 'evil.example.org' },
    { port: 5433 },
    { username: 'root' },
    { sslmode: 'require' },
  ];
  for (const change of changes) {
    const { status, body } = await replace(id, { ...kept, ...change });
    expect([status, body.error]).toEqual([400, expect.stringMatching(/Enter the password to change them/)]);
  }
  expect(await list()).toMatchObject([
    { name: 'Main office', host: 'db.example.org', database_name: 'gis2' },
  ]);
  await app.admin.query(`UPDATE vault.connections SET server_identifier = '7', pg_service_name = 'office'`);
  expect((await replace(id, { ...kept, name: 'Office' })).status).toBe(200);
  const known = async () =>
    (await app.admin.query('SELECT server_identifier, pg_service_name FROM vault.connections')).rows[0];
  expect(await known()).toEqual({ server_identifier: '7', pg_service_name: 'office' });
  expect((await replace(id, { ...kept, host: 'new.example.org', password: PASSWORD })).status).toBe(200);
  expect(await known()).toEqual({ server_identifier: null, pg_service_name: null });
  expect(await stored()).not.toBe(before);
  expect(await list()).toMatchObject([{ host: 'new.example.org' }]);
});

test('PUT and DELETE /api/connections/{id} return 404 for an unknown id and 400 for one that is not a number', async () => {
  expect((await replace(99, OFFICE)).status).toBe(404);
  expect((await remove(99)).status).toBe(404);
  expect((await ask(app, admin, { path: '/api/connections/one', method: 'DELETE' })).status).toBe(400);
});

test('DELETE /api/connections/{id} deletes the connection, and GET /api/audit lists what happened to it', async () => {
  const { id } = (await create(OFFICE)).body;
  await replace(id, { ...OFFICE, name: 'Moved', host: 'new.example.org' });
  expect(await remove(id)).toMatchObject({ status: 200, body: { success: true } });
  expect(await list()).toEqual([]);
  const { body } = await ask(app, root, { path: '/api/audit?limit=3' });
  const at = { connection_id: id, port: 5432, database_name: 'gis', username: 'mapper', sslmode: 'require' };
  const events = body.items.map(({ event, subject, details, actor_name }: any) => [
    event,
    subject,
    details,
    actor_name,
  ]);
  expect(events).toEqual([
    ['connection.deleted', 'Moved', { ...at, host: 'new.example.org' }, 'admin'],
    ['connection.changed', 'Moved', { ...at, host: 'new.example.org', password_changed: true }, 'admin'],
    ['connection.created', 'Office', { ...at, host: 'db.example.org' }, 'admin'],
  ]);
});

test('DELETE /api/connections/{id} returns 409 while datasets read their rows through it, and names those that the caller may see', async () => {
  const gis = new pg.Client({ connectionString: target.adminUrl });
  await gis.connect();
  await gis.query('CREATE TABLE wells (id serial PRIMARY KEY, geom geometry(Point, 4326))');
  const id = await saveConnection(app, target.adminUrl);
  await registerWells(app, editor, id);
  expect(await list()).toMatchObject([{ name: 'gis', dataset_count: 1 }]);
  const refused = await remove(id);
  expect([refused.status, refused.body.error]).toEqual([
    409,
    'The rows of these datasets are read through this connection: one other dataset. In the list of datasets, archive each of them, then choose "Delete permanently". Their tables stay in the database.',
  ]);
  await app.grant({ to: admin, on: 'wells', permission: 'view' });
  expect((await remove(id)).body.error).toContain('this connection: "wells". In the list');
  await app.clear();
  expect((await remove(id)).status).toBe(200);
  expect((await gis.query('SELECT FROM wells')).rowCount).toBe(0);
  await gis.end();
});

test('PUT /api/connections/{id} returns 400 for a connection that database administration created, and DELETE /api/connections/{id} deletes it', async () => {
  const { id } = (await create(OFFICE)).body;
  await app.admin.query('UPDATE vault.connections SET owner_id = $1', [editor.id]);
  expect(await list()).toMatchObject([{ owner_id: editor.id }]);
  const { status, body } = await replace(id, { ...OFFICE, name: 'Mine' });
  expect([status, body.error]).toEqual([400, expect.stringMatching(/created this connection for one user/)]);
  expect((await remove(id)).status).toBe(200);
});

test.each([
  ['GET', '/api/connections'],
  ['POST', '/api/connections'],
  ['POST', '/api/connections/test'],
  ['PUT', '/api/connections/1'],
  ['DELETE', '/api/connections/1'],
])('%s %s returns 401 to visitors and 403 to viewers and editors of the service', async (method, path) => {
  const json = method === 'GET' ? undefined : OFFICE;
  for (const [who, status] of [
    [null, 401],
    [viewer, 403],
    [editor, 403],
  ] as const)
    expect((await ask(app, who, { path, method, json })).status).toBe(status);
  expect(await list()).toEqual([]);
});

test('POST /api/connections returns 503 and saves nothing without an encryption key', async () => {
  const locked = await startTestVault({ inspects: false, env: { ENCRYPTION_KEYS: '' } });
  const who = await locked.signUp({ username: 'admin', service: 'admin' });
  const { status } = await ask(locked, who, { path: '/api/connections', method: 'POST', json: OFFICE });
  expect(status).toBe(503);
  expect((await ask(locked, who, { path: '/api/connections' })).body).toEqual([]);
  await locked.close();
});
