import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import pg from 'pg';
import { openStatementRelay, startTestServer, until } from '@cairn/testing';
import type { TestServer } from '@cairn/testing';
import { ask } from './client.ts';
import { saveAddress } from './external-sources.ts';
import { startTestVault } from './test-app.ts';
import type { TestVault, Person } from './test-app.ts';

const PASSWORD = 'of the mapper alone';

let app: TestVault;
let server: TestServer;
let admin: Person;
let id: number;
/** A way to the server on which the connection can break. */
let relay: Awaited<ReturnType<typeof openStatementRelay>>;
let viaRelay: number;
/** Whether the connection breaks when this statement has been sent. */
let cuts: (statement: string) => boolean = () => false;

beforeAll(async () => {
  [app, server] = await Promise.all([startTestVault({ inspects: false }), startTestServer()]);
  admin = await app.signUp({ username: 'admin', service: 'admin' });
  await server.query('postgres', `CREATE ROLE mapper LOGIN PASSWORD '${PASSWORD}'`);
  id = await saveAddress(app, server.url('postgres', { user: 'mapper', password: PASSWORD }));
  relay = await openStatementRelay(server.port, async (statement) => (cuts(statement) ? 'cut' : undefined));
  const address = new URL(server.url('postgres', { user: 'mapper', password: PASSWORD }));
  address.port = String(relay.port);
  viaRelay = await saveAddress(app, address.href, 'relay');
});

beforeEach(() => {
  cuts = () => false;
  return server.query(
    'postgres',
    `DROP TABLE IF EXISTS wells; CREATE TABLE wells (id int PRIMARY KEY, note text);
     INSERT INTO wells VALUES (1, 'old'); GRANT ALL ON wells TO mapper`,
  );
});

afterAll(async () => {
  await app.close();
  await relay.close();
  await server.stop();
});

const update = (note: string, connection = id) =>
  ask(app, admin, {
    path: '/api/table/update',
    method: 'POST',
    json: { connection_id: connection, table: 'wells', pk_column: 'id', pk_value: 1, updates: { note } },
  });
const notes = async () => (await server.query('postgres', 'SELECT note FROM wells')).map(({ note }) => note);
const events = async () =>
  Number(
    (await app.admin.query(`SELECT count(*) FROM vault.audit_events WHERE event LIKE 'row.%'`)).rows[0].count,
  );
const trigger = (when: string, code: string) =>
  server.query(
    'postgres',
    `CREATE OR REPLACE FUNCTION react() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS
       $$ BEGIN ${code}; RETURN NEW; END $$;
     CREATE ${when} ON wells ${when.startsWith('CONSTRAINT') ? 'DEFERRABLE INITIALLY DEFERRED' : ''}
       FOR EACH ROW EXECUTE FUNCTION react()`,
  );

test('GET /api/connections/{id}/tables and …/rows work without PostGIS', async () => {
  expect(await ask(app, admin, { path: `/api/connections/${id}/tables` })).toMatchObject({
    status: 200,
    body: [],
  });
  const rows = await ask(app, admin, { path: `/api/connections/${id}/table/wells/rows` });
  expect(rows.body).toMatchObject({ rows: [{ id: 1, note: 'old' }], bounds: [null], total: 1 });
  const preview = await ask(app, admin, { path: `/api/connections/${id}/table/wells/preview` });
  expect(preview.status).toBe(422);
});

test('POST /api/table/update returns 503 and changes nothing when its session is killed during the statement', async () => {
  await trigger(
    'TRIGGER react BEFORE UPDATE',
    'PERFORM pg_terminate_backend(pg_backend_pid()); PERFORM pg_sleep(10)',
  );
  const { status, body } = await update('new');
  expect([status, body.error]).toEqual([503, expect.stringMatching(/Nothing was changed\. Try again/)]);
  expect(await notes()).toEqual(['old']);
  expect(await events()).toBe(0);
});

test('POST /api/table/update returns 503 and changes nothing when its session is killed during the commit', async () => {
  await trigger(
    'CONSTRAINT TRIGGER react AFTER UPDATE',
    'PERFORM pg_terminate_backend(pg_backend_pid()); PERFORM pg_sleep(10)',
  );
  const { status, body } = await update('new');
  expect([status, body.error]).toEqual([503, expect.stringMatching(/Nothing was changed\. Try again/)]);
  expect(await notes()).toEqual(['old']);
  await server.query('postgres', 'DROP TRIGGER react ON wells');
  expect((await update('newer')).status).toBe(200);
  expect(await notes()).toEqual(['newer']);
});

test('POST /api/table/{update,insert,delete} return 200 when the connection breaks during the commit and the database has it', async () => {
  const before = await events();
  const [one, two] = [
    { pk_column: 'id', pk_value: 1 },
    { pk_column: 'id', pk_value: 2 },
  ];
  for (const [action, json] of [
    ['update', { ...one, updates: { note: 'new' } }],
    ['insert', { row: { id: 2, note: 'second' } }],
    ['delete', one],
    ['update', { ...two, updates: { note: 'last' } }],
  ] as const) {
    let cut = 0;
    cuts = (statement) => statement === 'COMMIT' && (cut += 1) > 0;
    const change = { connection_id: viaRelay, table: 'wells', ...json };
    const { status, body } = await ask(app, admin, {
      path: `/api/table/${action}`,
      method: 'POST',
      json: change,
    });
    expect([status, body, cut]).toEqual([200, expect.objectContaining({ success: true }), 1]);
  }
  expect(await notes()).toEqual(['last']);
  expect((await events()) - before).toBe(4);
});

const UNKNOWN = [503, expect.stringMatching(/may or may not be there\. Reload the rows/)];

test('POST /api/table/update returns 503 and says that the outcome is unknown when the database cannot be asked', async () => {
  let isCut = false;
  cuts = (statement) => (isCut ||= statement === 'COMMIT');
  const { status, body } = await update('new', viaRelay);
  expect([status, body.error]).toEqual(UNKNOWN);
  await until('the commit ends', async () => (await notes())[0] === 'new');
});

test('POST /api/table/update returns 503 and says that the outcome is unknown while the commit goes on', async () => {
  const other = new pg.Client({ connectionString: server.url() });
  await other.connect();
  await other.query('SELECT pg_advisory_lock(1)');
  await trigger('CONSTRAINT TRIGGER react AFTER UPDATE', 'PERFORM pg_advisory_xact_lock(1)');
  cuts = (statement) => statement === 'COMMIT';
  const { status, body } = await update('new', viaRelay);
  expect([status, body.error]).toEqual(UNKNOWN);
  expect(await notes()).toEqual(['old']);
  await other.end();
  await until('the commit ends', async () => (await notes())[0] === 'new');
});

test('POST /api/table/update returns 400 and changes nothing when a deferred constraint rejects the commit', async () => {
  await trigger('CONSTRAINT TRIGGER react AFTER UPDATE', `RAISE EXCEPTION 'no'`);
  const { status, body } = await update('new');
  expect([status, body.error]).toEqual([400, expect.stringMatching(/A trigger of the database rejects/)]);
  expect(await notes()).toEqual(['old']);
});

test('POST /api/table/update returns 409 for a row that someone else is changing', async () => {
  const other = new pg.Client({ connectionString: server.url() });
  await other.connect();
  await other.query('BEGIN; UPDATE wells SET note = note');
  const { status, body } = await update('new');
  expect([status, body.error]).toEqual([409, expect.stringMatching(/Someone else is changing this row/)]);
  await other.end();
  expect(await notes()).toEqual(['old']);
});

test('GET /api/connections/{id}/tables and POST /api/table/update return 503 while the server is down, and work afterwards', async () => {
  await server.kill();
  const { status, body } = await ask(app, admin, { path: `/api/connections/${id}/tables` });
  expect([status, body.error]).toEqual([503, expect.stringMatching(/No database responds at 127\.0\.0\.1/)]);
  expect(JSON.stringify(body)).not.toContain(PASSWORD);
  expect((await update('new')).status).toBe(503);
  expect((await ask(app, admin, { path: '/api/connections' })).status).toBe(200);
  await server.start();
  expect((await update('new')).status).toBe(200);
  expect(await notes()).toEqual(['new']);
});
