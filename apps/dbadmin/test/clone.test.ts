import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { jobRequests } from './job-requests.ts';
import { startOnTestServer } from './test-app.ts';

const { app, server, admin, editor, connection, close } = await startOnTestServer();
const steps = jobRequests(app, admin);

afterAll(close);

describe('copying', () => {
  let source: number;

  beforeAll(async () => {
    source = await steps.create(connection, 'model');
    for (const statement of [
      'CREATE TABLE numbers AS SELECT i AS id, md5(i::text) AS text FROM generate_series(1, 5000) i',
      'CREATE ROLE curator LOGIN',
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
      'ALTER DATABASE model OWNER TO curator',
    ])
      await server.query('model', statement);
  });

  const clone = (name: string, id = source) =>
    app.ask(editor, {
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
    const job = await app.ended(admin, body.job_id);
    expect(job).toMatchObject({
      status: 'succeeded',
      result: { name: 'twin', source: 'model', method: 'template', not_carried_over: [] },
    });
    expect(await rows('twin')).toEqual(await rows('model'));
    expect(await properties('twin')).toEqual(await properties('model'));
    const listed = await app.ask(editor, { path: `/api/databases/${body.database_id}` });
    expect(listed.body).toMatchObject({ name: 'twin', purpose: 'Copy', state: 'ready', owner: 'curator' });
  });

  test('POST /api/databases/{id}/clone while a session is open dumps beside it and ends no session', async () => {
    const client = new pg.Client({ connectionString: server.url('model') });
    await client.connect();
    try {
      await client.query('BEGIN; SELECT count(*) FROM numbers');
      const { body } = await clone('beside');
      const job = await app.ended(admin, body.job_id);
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

  test('POST /api/databases/{id}/clone returns 409 for a taken name and 400 for a reserved one', async () => {
    expect((await clone('twin')).status).toBe(409);
    expect((await clone('template1')).status).toBe(400);
    expect((await clone('x', 999_999)).status).toBe(404);
  });

  test('POST /api/databases/{id}/clone of a database that is being dropped returns 409', async () => {
    const id = await steps.create(connection, 'both');
    await app.admin.query(
      `INSERT INTO dbadmin.jobs (kind, payload, run_after) VALUES ('database.delete', $1, now() + interval '1 hour')`,
      [JSON.stringify({ database_id: id, connection_id: connection })],
    );
    expect((await clone('both2', id)).status).toBe(409);
    const twice = { path: `/api/databases/${id}`, method: 'DELETE', json: { confirm_name: 'both' } };
    expect((await app.ask(admin, twice)).status).toBe(409);
    await app.admin.query(`DELETE FROM dbadmin.jobs WHERE kind = 'database.delete' AND status = 'queued'`);
  });
});
