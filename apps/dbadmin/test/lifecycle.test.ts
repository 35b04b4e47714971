import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { startTestServer } from '@cairn/testing';
import type { TestServer } from '@cairn/testing';
import { openHouse } from './house.ts';
import type { House, Person } from './house.ts';

let house: House;
let server: TestServer;
let admin: Person;
let editor: Person;
let connection: number;

beforeAll(async () => {
  [house, server] = await Promise.all([openHouse(), startTestServer()]);
  admin = await house.signUp({ username: 'admin', isAdmin: true });
  editor = await house.signUp({ username: 'editor', service: 'edit' });
  connection = await house.connect(admin, server);
  await house.work().ready;
});

afterAll(async () => {
  await house.close();
  await server.stop();
});

const create = (json: Record<string, unknown>) =>
  house.ask(editor, {
    path: '/api/databases',
    method: 'POST',
    json: { connection_id: connection, ...json },
  });
const names = async () =>
  (await server.query<{ datname: string }>('postgres', 'SELECT datname FROM pg_database ORDER BY 1')).map(
    ({ datname }) => datname,
  );

/** Creates a database through the service and waits for it. */
async function made(name: string): Promise<number> {
  const { status, body } = await create({ name });
  expect(status).toBe(202);
  expect((await house.ended(admin, body.job_id)).status).toBe('succeeded');
  return body.database_id;
}

describe('creating', () => {
  test('POST /api/databases queues a job that makes a database in UTF-8 with PostGIS', async () => {
    const { status, body } = await create({ name: 'roads', purpose: 'Roads', enable_spatialdb: true });
    expect(status).toBe(202);
    expect(body).toEqual({ database_id: expect.any(Number), job_id: expect.any(String) });
    const job = await house.ended(admin, body.job_id);
    expect(job).toMatchObject({
      kind: 'database.create',
      title: 'Create roads',
      status: 'succeeded',
      progress: 100,
      database_id: body.database_id,
      connection_id: connection,
      requested_by: 'editor',
      errors: [],
    });
    const [there] = await server.query('roads', 'SHOW server_encoding');
    expect(there).toEqual({ server_encoding: 'UTF8' });
    expect(
      await server.query('roads', "SELECT 1 AS one FROM pg_extension WHERE extname = 'postgis'"),
    ).toEqual([{ one: 1 }]);
    const listed = await house.ask(editor, { path: `/api/databases/${body.database_id}` });
    expect(listed.body).toMatchObject({ name: 'roads', purpose: 'Roads', state: 'ready' });
  });

  test('POST /api/databases for a name that is taken is 409, registered or not', async () => {
    expect((await create({ name: 'roads' })).status).toBe(409);
    await server.query('postgres', 'CREATE DATABASE elsewhere');
    const answer = await create({ name: 'elsewhere' });
    expect(answer.status).toBe(409);
    expect(answer.body.error).toContain('register it');
  });

  test.each([
    'template1',
    'template0',
    'postgres',
    'Postgres',
    '',
    ' ',
    ' lead',
    'trail ',
    'host=evil',
    'postgres://evil/x',
    '-Fc',
    '--file=/tmp/pwn',
    '@/etc/passwd',
    'a"b',
    "a'b",
    'a;b',
    'a/b',
    '../x',
    'a\nb',
    'a\0b',
    'x'.repeat(64),
    'é'.repeat(32),
    'cairn_tmp_1_x',
  ])('POST /api/databases with the name %j is 400 and makes nothing', async (name) => {
    const before = await names();
    const { status } = await create({ name });
    expect(status).toBe(400);
    expect(await names()).toEqual(before);
  });

  test('POST /api/databases on a connection that is not there is 404, on a server that is down 502', async () => {
    expect((await create({ connection_id: 999_999, name: 'x' })).status).toBe(404);
    const down = await house.ask(admin, {
      path: '/api/connections',
      method: 'POST',
      json: { name: 'down', host: '127.0.0.1', port: 1, admin_username: 'x', admin_password: 'x' },
    });
    expect((await create({ connection_id: down.body.id, name: 'x' })).status).toBe(502);
  });

  test('POST /api/databases takes the place of one whose making failed', async () => {
    const { body } = await create({ name: 'unlucky' });
    await house.ended(admin, body.job_id);
    await house.admin.query('UPDATE dbadmin.databases SET job_id = $1 WHERE id = $2', [
      body.job_id,
      body.database_id,
    ]);
    await house.admin.query("UPDATE dbadmin.jobs SET status = 'failed' WHERE id = $1", [body.job_id]);
    await server.query('postgres', 'DROP DATABASE unlucky');
    const failed = await house.ask(editor, { path: `/api/databases/${body.database_id}` });
    expect(failed.body.state).toBe('failed');
    const again = await create({ name: 'unlucky' });
    expect(again.body.database_id).toBe(body.database_id);
    expect((await house.ended(admin, again.body.job_id)).status).toBe('succeeded');
    const ready = await house.ask(editor, { path: `/api/databases/${body.database_id}` });
    expect(ready.body.state).toBe('ready');
  });

  test('a job whose name was taken while it waited fails with a sentence and leaves nothing behind', async () => {
    await server.query('postgres', 'CREATE DATABASE late');
    const { rows } = await house.admin.query(
      `INSERT INTO dbadmin.jobs (kind, payload) VALUES ('database.create', $1) RETURNING id`,
      [
        JSON.stringify({
          title: 'x',
          connection_id: connection,
          database_id: 0,
          name: 'late',
          spatial: false,
        }),
      ],
    );
    const job = await house.ended(admin, String(rows[0].id));
    expect(job).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('Somebody made a database "late"'),
    });
    expect((await names()).filter((name) => name.startsWith('cairn_tmp_'))).toEqual([]);
  });
});

describe('the platform’s own database', () => {
  test('is refused by POST /api/databases, DELETE /api/databases/{id} and POST /api/databases/{id}/clone with 400', async () => {
    const own = new URL(house.database.adminUrl);
    const name = own.pathname.slice(1);
    const { body } = await house.ask(admin, {
      path: '/api/connections',
      method: 'POST',
      json: {
        name: 'own server under another name',
        host: 'localhost',
        port: Number(own.port),
        sslmode: 'disable',
        admin_username: decodeURIComponent(own.username),
        admin_password: decodeURIComponent(own.password),
      },
    });
    const asked = { path: '/api/databases', method: 'POST', json: { connection_id: body.id, name } };
    expect((await house.ask(admin, asked)).status).toBe(400);
    const { rows } = await house.admin.query(
      'INSERT INTO dbadmin.databases (connection_id, name) VALUES ($1, $2) RETURNING id',
      [body.id, name],
    );
    const path = `/api/databases/${rows[0].id}`;
    const json = { confirm_name: name };
    expect((await house.ask(admin, { path, method: 'DELETE', json })).status).toBe(400);
    const copy = { path: `${path}/clone`, method: 'POST', json: { name: 'stolen' } };
    expect((await house.ask(admin, copy)).status).toBe(400);
    expect((await house.admin.query('SELECT 1 FROM dbadmin.connections')).rowCount).toBeGreaterThan(0);
  });
});

describe('copying', () => {
  let source: number;

  beforeAll(async () => {
    source = await made('model');
    for (const statement of [
      'CREATE TABLE numbers AS SELECT i AS id, md5(i::text) AS text FROM generate_series(1, 5000) i',
      'CREATE ROLE keeper LOGIN',
      'CREATE ROLE reader',
      'GRANT SELECT ON numbers TO reader',
      'REVOKE CONNECT ON DATABASE model FROM PUBLIC',
      'GRANT CONNECT, TEMPORARY ON DATABASE model TO reader',
      'GRANT CREATE ON DATABASE model TO reader WITH GRANT OPTION',
      `ALTER DATABASE model SET search_path TO "$user", public, "odd, name"`,
      `ALTER DATABASE model SET work_mem TO '12MB'`,
      `ALTER DATABASE model SET app.greeting TO 'it''s \\ me'`,
      `ALTER ROLE reader IN DATABASE model SET statement_timeout TO '5s'`,
      `COMMENT ON DATABASE model IS 'the model''s comment'`,
      'ALTER DATABASE model CONNECTION LIMIT 7',
      'ALTER DATABASE model OWNER TO keeper',
    ])
      await server.query('model', statement);
  });

  const clone = (name: string, id = source) =>
    house.ask(editor, {
      path: `/api/databases/${id}/clone`,
      method: 'POST',
      json: { name, purpose: 'Copy' },
    });
  const properties = async (name: string) => {
    const [row] = await server.query(
      'postgres',
      `SELECT pg_get_userbyid(d.datdba) AS owner, d.datconnlimit, shobj_description(d.oid, 'pg_database') AS comment,
              (SELECT array_agg(a::text ORDER BY a::text) FROM unnest(d.datacl) a) AS rights,
              (SELECT jsonb_agg(to_jsonb(s.setconfig) ORDER BY s.setrole) FROM pg_db_role_setting s WHERE s.setdatabase = d.oid) AS settings
         FROM pg_database d WHERE datname = $1`,
      [name],
    );
    return row;
  };
  const rows = (name: string) => server.query(name, 'SELECT * FROM numbers ORDER BY id');

  test('POST /api/databases/{id}/clone copies as a template, with owner, rights, settings and comment', async () => {
    const { status, body } = await clone('twin');
    expect(status).toBe(202);
    const job = await house.ended(admin, body.job_id);
    expect(job).toMatchObject({
      status: 'succeeded',
      result: { name: 'twin', source: 'model', method: 'template', not_carried_over: [] },
    });
    expect(await rows('twin')).toEqual(await rows('model'));
    expect(await properties('twin')).toEqual(await properties('model'));
    const listed = await house.ask(editor, { path: `/api/databases/${body.database_id}` });
    expect(listed.body).toMatchObject({ name: 'twin', purpose: 'Copy', state: 'ready', owner: 'keeper' });
  });

  test('POST /api/databases/{id}/clone while somebody is connected dumps beside them and throws nobody out', async () => {
    const client = new pg.Client({ connectionString: server.url('model') });
    await client.connect();
    try {
      await client.query('BEGIN; SELECT count(*) FROM numbers');
      const { body } = await clone('beside');
      const job = await house.ended(admin, body.job_id);
      expect(job).toMatchObject({ status: 'succeeded', result: { method: 'dump', not_carried_over: [] } });
      expect((await client.query('SELECT 1 AS alive')).rows).toEqual([{ alive: 1 }]);
    } finally {
      await client.end();
    }
    expect(await rows('beside')).toEqual(await rows('model'));
    expect(await properties('beside')).toEqual(await properties('model'));
    const [granted] = await server.query(
      'beside',
      `SELECT has_table_privilege('reader', 'numbers', 'SELECT') AS may`,
    );
    expect(granted).toEqual({ may: true });
  });

  test('POST /api/databases/{id}/clone into a name that is taken is 409, into a reserved one 400', async () => {
    expect((await clone('twin')).status).toBe(409);
    expect((await clone('template1')).status).toBe(400);
    expect((await clone('x', 999_999)).status).toBe(404);
  });

  test('POST /api/databases/{id}/clone of a database that is being dropped is 409', async () => {
    const id = await made('both');
    await house.admin.query(
      `INSERT INTO dbadmin.jobs (kind, payload, run_after) VALUES ('database.delete', $1, now() + interval '1 hour')`,
      [JSON.stringify({ database_id: id, connection_id: connection })],
    );
    expect((await clone('both2', id)).status).toBe(409);
    const twice = { path: `/api/databases/${id}`, method: 'DELETE', json: { confirm_name: 'both' } };
    expect((await house.ask(admin, twice)).status).toBe(409);
    await house.admin.query(`DELETE FROM dbadmin.jobs WHERE kind = 'database.delete' AND status = 'queued'`);
  });
});

describe('dropping', () => {
  const remove = (id: number, confirm_name?: string) =>
    house.ask(admin, { path: `/api/databases/${id}`, method: 'DELETE', json: { confirm_name } });

  test('DELETE /api/databases/{id} drops the database once its name was written', async () => {
    const id = await made('doomed');
    for (const wrong of ['', 'Doomed', 'doomed ', undefined])
      expect((await remove(id, wrong)).status).toBe(400);
    expect(await names()).toContain('doomed');
    const { status, body } = await remove(id, 'doomed');
    expect(status).toBe(202);
    const job = await house.ended(admin, body.job_id);
    expect(job).toMatchObject({
      status: 'succeeded',
      result: { name: 'doomed', dropped: true, last_backup: null },
    });
    expect(await names()).not.toContain('doomed');
    expect((await house.ask(admin, { path: `/api/databases/${id}` })).status).toBe(404);
  });

  test('DELETE /api/databases/{id} while somebody is connected fails and says how many', async () => {
    const id = await made('occupied');
    const client = new pg.Client({ connectionString: server.url('occupied') });
    await client.connect();
    try {
      const { body } = await remove(id, 'occupied');
      const job = await house.ended(admin, body.job_id);
      expect(job.status).toBe('failed');
      expect(job.error).toContain('1 session is connected to "occupied"');
      expect((await client.query('SELECT 1 AS alive')).rows).toEqual([{ alive: 1 }]);
    } finally {
      await client.end();
    }
    expect((await house.ask(admin, { path: `/api/databases/${id}` })).body.state).toBe('ready');
  });

  test('DELETE /api/databases/{id} compares the name again when the job runs', async () => {
    const id = await made('renamed');
    const { rows } = await house.admin.query(
      `INSERT INTO dbadmin.jobs (kind, payload) VALUES ('database.delete', $1) RETURNING id`,
      [JSON.stringify({ title: 'x', database_id: id, connection_id: connection, confirm_name: 'another' })],
    );
    const job = await house.ended(admin, String(rows[0].id));
    expect(job).toMatchObject({ status: 'failed', error: expect.stringContaining('confirm_name') });
    expect(await names()).toContain('renamed');
  });
});
