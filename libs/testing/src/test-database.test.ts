import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { createTestDatabase, testRedisUrl, type TestDatabase } from './index.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(async () => {
  await database.drop();
});

async function query<T extends pg.QueryResultRow>(url: string, sql: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<T>(sql)).rows;
  } finally {
    await client.end();
  }
}

test('a service role owns its schema and finds its tables without naming it', async () => {
  await query(database.url('portal'), 'CREATE TABLE things (id int)');
  const [row] = await query<{ schemaname: string; tableowner: string }>(
    database.url('portal'),
    `SELECT schemaname, tableowner FROM pg_tables WHERE tablename = 'things'`,
  );
  expect(row).toEqual({ schemaname: 'portal', tableowner: 'portal' });
});

test('a service role cannot look into the schema of another service', async () => {
  await query(database.url('portal'), 'CREATE TABLE secrets (id int)');
  await expect(query(database.url('vault'), 'SELECT * FROM portal.secrets')).rejects.toThrow(
    /permission denied/,
  );
});

test('a service role finds PostGIS', async () => {
  const [row] = await query<{ text: string }>(
    database.url('vault'),
    'SELECT ST_AsText(ST_Point(13.4, 52.5)) AS text',
  );
  expect(row?.text).toBe('POINT(13.4 52.5)');
});

test('the other services belong to the group that reads sign-in views, the portal does not need to', async () => {
  const rows = await query<{ member: string }>(
    database.adminUrl,
    `SELECT r.rolname AS member FROM pg_auth_members m JOIN pg_roles r ON r.oid = m.member
      WHERE m.roleid = 'cairn_auth_reader'::regrole ORDER BY 1`,
  );
  expect(rows.map((row) => row.member)).toEqual([
    'dbadmin',
    'field_sync',
    'report_mgmt',
    'report_server',
    'vault',
  ]);
});

test('each caller gets a Redis database of its own', () => {
  expect(testRedisUrl()).not.toBe(testRedisUrl());
});

test('a dropped database is gone although sessions were open on it', async () => {
  const other = await createTestDatabase();
  const client = new pg.Client({ connectionString: other.url('vault') });
  client.on('error', () => undefined);
  await client.connect();
  await other.drop();
  await expect(query(other.adminUrl, 'SELECT 1')).rejects.toThrow(/does not exist/);
});

test('migrations that are asked for run once for all databases, and again when one of them has another text', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-migrations-'));
  const migrations = [{ schema: 'portal', folder }];
  let runs = 0;
  const migrate = async (url: string) => {
    runs += 1;
    await query(url, `CREATE TABLE made AS SELECT ${runs} AS run`);
  };
  const made: TestDatabase[] = [];
  const run = async () => {
    const database = await createTestDatabase({ migrations, migrate });
    made.push(database);
    return (await query<{ run: number }>(database.url('portal'), 'SELECT run FROM made'))[0]?.run;
  };
  await writeFile(join(folder, 'first.ts'), `// ${folder}`);
  expect([await run(), await run()]).toEqual([1, 1]);
  await writeFile(join(folder, 'first.ts'), `// ${folder}, otherwise`);
  expect(await run()).toBe(2);
  await Promise.all(made.map((database) => database.drop()));
  await rm(folder, { recursive: true });
});
