import { afterAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { jobRequests } from './job-requests.ts';
import { startOnTestServer } from './test-app.ts';

const { app, server, admin, editor, connection, close } = await startOnTestServer();
const steps = jobRequests(app, admin);

afterAll(close);

const create = (json: Record<string, unknown>) =>
  app.ask(editor, {
    path: '/api/databases',
    method: 'POST',
    json: { connection_id: connection, ...json },
  });
const names = async () =>
  (await server.query<{ datname: string }>('postgres', 'SELECT datname FROM pg_database ORDER BY 1')).map(
    ({ datname }) => datname,
  );

describe('creating', () => {
  test('POST /api/databases queues a job that creates a database in UTF-8 with PostGIS', async () => {
    const { status, body } = await create({ name: 'roads', purpose: 'Roads', enable_spatialdb: true });
    expect(status).toBe(202);
    expect(body).toEqual({ database_id: expect.any(Number), job_id: expect.any(String) });
    const job = await app.ended(admin, body.job_id);
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
    const listed = await app.ask(editor, { path: `/api/databases/${body.database_id}` });
    expect(listed.body).toMatchObject({ name: 'roads', purpose: 'Roads', state: 'ready' });
  });

  test('POST /api/databases returns 409 for a taken name, registered or not', async () => {
    expect((await create({ name: 'roads' })).status).toBe(409);
    await server.query('postgres', 'CREATE DATABASE elsewhere');
    const answer = await create({ name: 'elsewhere' });
    expect(answer.status).toBe(409);
    expect(answer.body.error).toContain('Register it');
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
  ])('POST /api/databases with the name %j returns 400 and creates nothing', async (name) => {
    const before = await names();
    const { status } = await create({ name });
    expect(status).toBe(400);
    expect(await names()).toEqual(before);
  });

  test('POST /api/databases returns 404 for an unknown connection and 502 for a server that is down', async () => {
    expect((await create({ connection_id: 999_999, name: 'x' })).status).toBe(404);
    const down = await app.ask(admin, {
      path: '/api/connections',
      method: 'POST',
      json: { name: 'down', host: '127.0.0.1', port: 1, admin_username: 'x', admin_password: 'x' },
    });
    expect((await create({ connection_id: down.body.id, name: 'x' })).status).toBe(502);
  });

  test('POST /api/databases replaces a database whose creation failed', async () => {
    const { body } = await create({ name: 'unlucky' });
    await app.ended(admin, body.job_id);
    await app.admin.query('UPDATE dbadmin.databases SET job_id = $1 WHERE id = $2', [
      body.job_id,
      body.database_id,
    ]);
    await app.admin.query("UPDATE dbadmin.jobs SET status = 'failed' WHERE id = $1", [body.job_id]);
    await server.query('postgres', 'DROP DATABASE unlucky');
    const failed = await app.ask(editor, { path: `/api/databases/${body.database_id}` });
    expect(failed.body.state).toBe('failed');
    const again = await create({ name: 'unlucky' });
    expect(again.body.database_id).toBe(body.database_id);
    expect((await app.ended(admin, again.body.job_id)).status).toBe('succeeded');
    const ready = await app.ask(editor, { path: `/api/databases/${body.database_id}` });
    expect(ready.body.state).toBe('ready');
  });

  test('a job whose name was taken in the meantime fails with a sentence and leaves nothing behind', async () => {
    await server.query('postgres', 'CREATE DATABASE late');
    const { rows } = await app.admin.query(
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
    const job = await app.ended(admin, String(rows[0].id));
    expect(job).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('A database named "late" already exists'),
    });
    expect((await names()).filter((name) => name.startsWith('cairn_tmp_'))).toEqual([]);
  });
});

describe('the platform’s own database', () => {
  test('POST /api/databases, DELETE /api/databases/{id} and POST /api/databases/{id}/clone return 400', async () => {
    const own = new URL(app.database.adminUrl);
    const name = own.pathname.slice(1);
    const { body } = await app.ask(admin, {
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
    expect((await app.ask(admin, asked)).status).toBe(400);
    const { rows } = await app.admin.query(
      'INSERT INTO dbadmin.databases (connection_id, name) VALUES ($1, $2) RETURNING id',
      [body.id, name],
    );
    const path = `/api/databases/${rows[0].id}`;
    const json = { confirm_name: name };
    expect((await app.ask(admin, { path, method: 'DELETE', json })).status).toBe(400);
    const copy = { path: `${path}/clone`, method: 'POST', json: { name: 'stolen' } };
    expect((await app.ask(admin, copy)).status).toBe(400);
    expect((await app.admin.query('SELECT 1 FROM dbadmin.connections')).rowCount).toBeGreaterThan(0);
  });
});

describe('dropping', () => {
  const remove = (id: number, confirm_name?: string) =>
    app.ask(admin, { path: `/api/databases/${id}`, method: 'DELETE', json: { confirm_name } });

  test('DELETE /api/databases/{id} drops the database when its name is confirmed', async () => {
    const id = await steps.create(connection, 'doomed');
    for (const wrong of ['', 'Doomed', 'doomed ', undefined])
      expect((await remove(id, wrong)).status).toBe(400);
    expect(await names()).toContain('doomed');
    const { status, body } = await remove(id, 'doomed');
    expect(status).toBe(202);
    const job = await app.ended(admin, body.job_id);
    expect(job).toMatchObject({
      status: 'succeeded',
      result: { name: 'doomed', dropped: true, last_backup: null },
    });
    expect(await names()).not.toContain('doomed');
    expect((await app.ask(admin, { path: `/api/databases/${id}` })).status).toBe(404);
  });

  test('GET /api/databases/{id} returns the state deleting while a deletion waits or runs', async () => {
    const id = await steps.create(connection, 'leaving');
    const state = async () => (await app.ask(admin, { path: `/api/databases/${id}` })).body.state;
    const { rows } = await app.admin.query(
      `INSERT INTO dbadmin.jobs (kind, payload, run_after)
       VALUES ('database.delete', $1, now() + interval '1 hour') RETURNING id`,
      [JSON.stringify({ title: 'x', database_id: id, connection_id: connection, confirm_name: 'leaving' })],
    );
    expect(await state()).toBe('deleting');
    await app.admin.query("UPDATE dbadmin.jobs SET status = 'cancelled' WHERE id = $1", [rows[0].id]);
    expect(await state()).toBe('ready');
  });

  test('DELETE /api/databases/{id} fails while sessions are open and says how many', async () => {
    const id = await steps.create(connection, 'occupied');
    const client = new pg.Client({ connectionString: server.url('occupied') });
    await client.connect();
    try {
      const { body } = await remove(id, 'occupied');
      const job = await app.ended(admin, body.job_id);
      expect(job.status).toBe('failed');
      expect(job.error).toContain('1 session is connected to "occupied"');
      expect((await client.query('SELECT 1 AS alive')).rows).toEqual([{ alive: 1 }]);
    } finally {
      await client.end();
    }
    expect((await app.ask(admin, { path: `/api/databases/${id}` })).body.state).toBe('ready');
  });

  test('DELETE /api/databases/{id} compares the name again when the job runs', async () => {
    const id = await steps.create(connection, 'renamed');
    const { rows } = await app.admin.query(
      `INSERT INTO dbadmin.jobs (kind, payload) VALUES ('database.delete', $1) RETURNING id`,
      [JSON.stringify({ title: 'x', database_id: id, connection_id: connection, confirm_name: 'another' })],
    );
    const job = await app.ended(admin, String(rows[0].id));
    expect(job).toMatchObject({ status: 'failed', error: expect.stringContaining('confirm_name') });
    expect(await names()).toContain('renamed');
  });
});
