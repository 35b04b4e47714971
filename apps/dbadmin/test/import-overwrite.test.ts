import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { startTestServer } from '@cairn/testing';
import type { TestServer } from '@cairn/testing';
import { jobRequests } from './job-requests.ts';
import { startTestDbadmin } from './test-app.ts';
import type { TestDbadmin, Person } from './test-app.ts';
import { geoJson, importFile, pathOf } from './import-files.ts';

let app: TestDbadmin;
let server: TestServer;
let admin: Person;
let gis: number;
let steps: ReturnType<typeof jobRequests>;
let uploaded: string;

beforeAll(async () => {
  [app, server] = await Promise.all([startTestDbadmin(), startTestServer()]);
  admin = await app.signUp({ username: 'admin', isAdmin: true });
  const connection = await app.connect(admin, server);
  await app.work().ready;
  steps = jobRequests(app, admin);
  await server.query('postgres', 'CREATE DATABASE gis');
  await server.query('gis', 'CREATE EXTENSION postgis');
  gis = await steps.register(connection, 'gis');
  uploaded = await sent('a.geojson', geoJson(5));
});

afterAll(async () => {
  await app.close();
  await server.stop();
});

const ask = (json: Record<string, unknown>) => steps.ask(`/api/databases/${gis}/import`, 'POST', json);

const sent = (name: string, bytes: Uint8Array<ArrayBuffer>) =>
  pathOf(app, admin, { database: gis, name, bytes });
const imported = (name: string, bytes: Uint8Array<ArrayBuffer>, json: Record<string, unknown> = {}) =>
  importFile(app, admin, { database: gis, name, bytes, json });

/** Somebody looks at a table; returns how they stop, once the import waits for that. */
async function held(table: string) {
  const client = new pg.Client({ connectionString: server.url('gis') });
  await client.connect();
  await client.query(`BEGIN; SELECT count(*) FROM ${table}`);
  return {
    client,
    async letGo() {
      for (let i = 0; i < 200; i += 1) {
        const [waiting] = await server.query(
          'postgres',
          'SELECT count(*)::int AS n FROM pg_locks WHERE NOT granted',
        );
        if (waiting.n > 0) break;
        await new Promise((done) => setTimeout(done, 50));
      }
      await client.query('COMMIT');
      await client.end();
    },
  };
}

const count = (table: string) => server.query('gis', `SELECT count(*)::int AS n FROM ${table}`);

describe('importing over a table', () => {
  test('POST /api/databases/{id}/import overwrites a table atomically and keeps owner, privileges and comments', async () => {
    await imported('a.geojson', geoJson(10), { table_name: 'kept' });
    for (const statement of [
      'CREATE ROLE gardener',
      'CREATE ROLE viewer',
      'CREATE ROLE painter',
      'ALTER TABLE kept OWNER TO gardener',
      'GRANT SELECT ON kept TO viewer WITH GRANT OPTION',
      'ALTER TABLE kept ADD COLUMN gone int',
      'GRANT SELECT (name, gone), UPDATE (name) ON kept TO painter',
      `COMMENT ON TABLE kept IS 'what it''s for'`,
      `COMMENT ON COLUMN kept.name IS 'as on the map'`,
      `COMMENT ON COLUMN kept.gone IS 'not for long'`,
    ])
      await server.query('gis', statement);
    const job = await imported('a.geojson', geoJson(20), { table_name: 'kept' });
    expect(job.result.rows).toBe(20);
    const [table] = await server.query(
      'gis',
      `SELECT pg_get_userbyid(relowner) AS owner, obj_description(oid, 'pg_class') AS comment, relacl::text AS acl,
              (SELECT count(*)::int FROM kept) AS rows,
              (SELECT json_object_agg(attname, json_build_array(attacl::text, col_description(attrelid, attnum)))
                FROM pg_attribute WHERE attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped) AS columns FROM pg_class WHERE oid = 'kept'::regclass`,
    );
    expect(table).toEqual({
      owner: 'gardener',
      comment: "what it's for",
      acl: expect.stringContaining('viewer=r*/gardener'),
      rows: 20,
      columns: {
        fid: [null, null],
        geom: [null, null],
        number: [null, null],
        name: ['{painter=rw/gardener}', 'as on the map'],
      },
    });
    const parts = await server.query('gis', `SELECT relname FROM pg_class WHERE relname LIKE 'cairn_tmp%'`);
    expect(parts).toEqual([]);
  });

  test('POST /api/databases/{id}/import gives a new table the default privileges of its schema', async () => {
    for (const statement of [
      'CREATE ROLE reader',
      'CREATE SCHEMA shared',
      'ALTER DEFAULT PRIVILEGES IN SCHEMA shared GRANT SELECT ON TABLES TO reader WITH GRANT OPTION',
      'ALTER DEFAULT PRIVILEGES IN SCHEMA shared GRANT USAGE ON SEQUENCES TO PUBLIC',
    ])
      await server.query('gis', statement);
    await imported('a.geojson', geoJson(3), { schema: 'shared', table_name: 'open' });
    const acls = await server.query(
      'gis',
      `SELECT relname AS name, relacl::text AS acl FROM pg_class
        WHERE relnamespace = 'shared'::regnamespace AND relkind IN ('r', 'S') ORDER BY 1`,
    );
    expect(acls).toEqual([
      { name: 'open', acl: expect.stringContaining('reader=r*/postgres') },
      { name: 'open_fid_seq', acl: expect.stringContaining('=U/postgres') },
    ]);
    expect(await server.query('gis', `SELECT FROM pg_namespace WHERE nspname LIKE 'cairn%'`)).toEqual([]);
  });

  test('POST /api/databases/{id}/import grants no privilege on a table that a role did not have before', async () => {
    await imported('a.geojson', geoJson(3), { table_name: 'closed' });
    for (const statement of [
      'CREATE ROLE passer_by',
      'ALTER DEFAULT PRIVILEGES GRANT SELECT ON TABLES TO passer_by, PUBLIC',
    ])
      await server.query('gis', statement);
    await imported('a.geojson', geoJson(4), { table_name: 'closed' });
    await server.query('gis', 'ALTER DEFAULT PRIVILEGES REVOKE SELECT ON TABLES FROM passer_by, PUBLIC');
    const [may] = await server.query(
      'gis',
      `SELECT has_table_privilege('passer_by', 'closed', 'SELECT') AS may`,
    );
    expect(may).toEqual({ may: false });
  });

  test('POST /api/databases/{id}/import over a table with row-level security returns 409 and changes nothing', async () => {
    await imported('a.geojson', geoJson(3), { table_name: 'guarded' });
    await server.query('gis', 'ALTER TABLE guarded ENABLE ROW LEVEL SECURITY');
    const answer = await ask({ source_path: await sent('a.geojson', geoJson(5)), table_name: 'guarded' });
    expect([answer.status, answer.body.error]).toEqual([409, expect.stringContaining('policies')]);
    expect(await server.query('gis', 'SELECT count(*)::int AS n FROM guarded')).toEqual([{ n: 3 }]);
  });

  test('POST /api/databases/{id}/import waits for readers of the table', async () => {
    await imported('a.geojson', geoJson(10), { table_name: 'watched' });
    const reader = await held('watched');
    const { body } = await ask({ source_path: await sent('a.geojson', geoJson(11)), table_name: 'watched' });
    await reader.letGo();
    expect((await steps.succeeded(body.job_id)).result.rows).toBe(11);
  });

  test('POST /api/databases/{id}/import without overwrite returns 409 for an existing table and changes nothing', async () => {
    await imported('a.geojson', geoJson(3), { table_name: 'precious' });
    const source_path = await sent('a.geojson', geoJson(5));
    const answer = await ask({ source_path, table_name: 'precious', overwrite: false });
    expect(answer.status).toBe(409);
    expect(await server.query('gis', 'SELECT count(*)::int AS n FROM precious')).toEqual([{ n: 3 }]);
    const fresh = await ask({ source_path, table_name: 'fresh', overwrite: false });
    expect((await steps.succeeded(fresh.body.job_id)).result.rows).toBe(5);
  });

  test.each([
    [
      'a trigger',
      `CREATE FUNCTION stamp() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
       CREATE TRIGGER stamped BEFORE INSERT ON tied FOR EACH ROW EXECUTE FUNCTION stamp()`,
      'trigger stamped on table cases.tied',
    ],
    ['a rule', 'CREATE RULE still AS ON DELETE TO tied DO INSTEAD NOTHING', 'rule still on table cases.tied'],
    [
      'a policy that does not hold yet',
      'CREATE POLICY few ON tied USING (true)',
      'policy few on table cases.tied',
    ],
    [
      'a publication',
      'CREATE PUBLICATION feed FOR TABLE tied',
      'publication of table cases.tied in publication feed',
    ],
    [
      'a foreign key',
      'CREATE TABLE owners (id int PRIMARY KEY); ALTER TABLE tied ADD CONSTRAINT whose FOREIGN KEY (number) REFERENCES owners NOT VALID',
      'constraint whose on table cases.tied',
    ],
    [
      'a foreign key of another table',
      'CREATE TABLE notes (place int CONSTRAINT about REFERENCES tied)',
      'constraint about on table cases.notes',
    ],
    [
      'a larger table of which it is a part',
      'CREATE TABLE larger (LIKE tied) PARTITION BY LIST (number); ALTER TABLE larger ATTACH PARTITION tied DEFAULT',
      'table cases.larger',
    ],
    ['a table that inherits from it', 'CREATE TABLE smaller () INHERITS (tied)', 'table cases.smaller'],
    ['a view', 'CREATE VIEW on_tied AS SELECT * FROM tied', 'view cases.on_tied'],
    ['a column of its type', 'CREATE TABLE copies (one tied)', 'column one of table cases.copies'],
    [
      'a function',
      'CREATE FUNCTION many() RETURNS bigint BEGIN ATOMIC SELECT count(*) FROM tied; END',
      'function cases.many()',
    ],
  ])(
    'POST /api/databases/{id}/import that would drop or break %s returns 409 with its name and changes nothing',
    async (_what, statements, named) => {
      await server.query(
        'gis',
        `DROP SCHEMA IF EXISTS cases CASCADE; CREATE SCHEMA cases; SET search_path TO cases;
         CREATE TABLE tied (fid serial PRIMARY KEY, number int NOT NULL); INSERT INTO tied (number) VALUES (1), (2), (3);
         ${statements}`,
      );
      const answer = await ask({ source_path: uploaded, schema: 'cases', table_name: 'tied' });
      expect([answer.status, answer.body.error]).toEqual([409, expect.stringContaining(named)]);
      expect(await count('cases.tied')).toEqual([{ n: 3 }]);
    },
  );

  test('POST /api/databases/{id}/import over a partitioned table returns 409', async () => {
    await server.query('gis', 'CREATE TABLE parts (a int) PARTITION BY LIST (a)');
    const answer = await ask({ source_path: uploaded, table_name: 'parts' });
    expect([answer.status, answer.body.error]).toEqual([409, expect.stringContaining('a partitioned table')]);
  });

  test('a table with its own checks, indexes and defaults can be replaced', async () => {
    await imported('a.geojson', geoJson(3), { table_name: 'plain' });
    await server.query(
      'gis',
      `ALTER TABLE plain ADD CONSTRAINT low CHECK (number < 1000), ADD CONSTRAINT once UNIQUE (number),
         ADD COLUMN serial bigserial, ADD COLUMN twice int GENERATED ALWAYS AS (number * 2) STORED;
       CREATE INDEX ON plain (lower(name)); CREATE STATISTICS pair ON number, name FROM plain`,
    );
    expect((await imported('a.geojson', geoJson(4), { table_name: 'plain' })).result.rows).toBe(4);
  });

  test('a dependent object that is created during the import makes the job fail', async () => {
    await imported('a.geojson', geoJson(3), { table_name: 'viewed' });
    const other = await held('viewed');
    const { body } = await ask({ source_path: await sent('a.geojson', geoJson(5)), table_name: 'viewed' });
    await other.client.query('CREATE VIEW on_viewed AS SELECT * FROM viewed');
    await other.letGo();
    expect(await app.ended(admin, body.job_id)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('view public.on_viewed'),
    });
    expect(await count('on_viewed')).toEqual([{ n: 3 }]);
  });
});
