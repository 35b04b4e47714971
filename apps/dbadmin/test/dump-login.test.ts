import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { startTestServer, until } from '@cairn/testing';
import type { TestServer } from '@cairn/testing';
import { runHousekeeping } from '../src/housekeeping.ts';
import { jobRequests } from './job-requests.ts';
import { startTestDbadmin } from './test-app.ts';
import type { TestDbadmin, Person } from './test-app.ts';

const run = promisify(execFile);

let app: TestDbadmin;
let server: TestServer;
let admin: Person;
let connection: number;
let steps: ReturnType<typeof jobRequests>;

beforeAll(async () => {
  [app, server] = await Promise.all([startTestDbadmin(), startTestServer()]);
  admin = await app.signUp({ username: 'admin', isAdmin: true });
  connection = await app.connect(admin, server);
  await app.work().ready;
  steps = jobRequests(app, admin);
  await server.query('postgres', `CREATE ROLE mallory LOGIN PASSWORD 'm'; CREATE ROLE alice`);
});

afterAll(async () => {
  await app.close();
  await server.stop();
});

const temporaryRoles = () =>
  server.query('postgres', `SELECT rolname FROM pg_roles WHERE rolname LIKE 'cairn%'`);

/** What a login that is no superuser might not see: objects of others, without privileges, or behind policies. */
const RICH = `
  CREATE EXTENSION postgis; CREATE EXTENSION postgres_fdw; CREATE EXTENSION pgcrypto;
  INSERT INTO spatial_ref_sys VALUES (900001, 'own', 1, 'WKT', '+proj=longlat');
  CREATE SCHEMA closed AUTHORIZATION alice;
  CREATE TABLE closed.notes (id serial PRIMARY KEY, note text, said text GENERATED ALWAYS AS (upper(note)) STORED);
  INSERT INTO closed.notes (note) SELECT 'note ' || i FROM generate_series(1, 100) i;
  ALTER TABLE closed.notes OWNER TO alice; REVOKE ALL ON closed.notes FROM alice;
  ALTER TABLE closed.notes ENABLE ROW LEVEL SECURITY; ALTER TABLE closed.notes FORCE ROW LEVEL SECURITY;
  CREATE POLICY closed ON closed.notes USING (false);
  CREATE SEQUENCE closed.numbers START 5; ALTER SEQUENCE closed.numbers OWNER TO alice; SELECT nextval('closed.numbers');
  CREATE TABLE places (id int PRIMARY KEY, geom geometry(Point, 4326)); INSERT INTO places VALUES (1, 'SRID=4326;POINT(7 47)');
  CREATE INDEX ON places USING gist (geom); CREATE STATISTICS places_seen ON id, geom FROM places;
  CREATE TABLE parts (id int) PARTITION BY RANGE (id); CREATE TABLE part PARTITION OF parts FOR VALUES FROM (0) TO (10);
  INSERT INTO parts VALUES (1); ALTER TABLE part OWNER TO alice;
  CREATE DOMAIN short AS text CHECK (length(VALUE) < 9); CREATE TYPE mood AS ENUM ('good', 'bad');
  CREATE TABLE moods (m mood, s short, r int4range); INSERT INTO moods VALUES ('bad', 'short', '[1,3)');
  CREATE MATERIALIZED VIEW counted AS SELECT count(*) FROM closed.notes; CREATE VIEW closed.seen AS SELECT * FROM places;
  CREATE FUNCTION closed.noted() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN RETURN NEW; END$$;
  REVOKE ALL ON FUNCTION closed.noted() FROM PUBLIC;
  CREATE TRIGGER noted BEFORE INSERT ON places FOR EACH ROW EXECUTE FUNCTION closed.noted();
  CREATE FUNCTION fired() RETURNS event_trigger LANGUAGE plpgsql AS $$BEGIN END$$;
  CREATE EVENT TRIGGER fired ON ddl_command_end EXECUTE FUNCTION fired();
  ALTER DEFAULT PRIVILEGES FOR ROLE alice IN SCHEMA closed GRANT SELECT ON TABLES TO mallory;
  SELECT lo_from_bytea(4711, 'large'); ALTER LARGE OBJECT 4711 OWNER TO alice; REVOKE ALL ON LARGE OBJECT 4711 FROM alice;
  COMMENT ON TABLE closed.notes IS 'Notes'; CREATE PUBLICATION everything FOR ALL TABLES;
  CREATE SUBSCRIPTION mirror CONNECTION 'host=127.0.0.9 password=hush' PUBLICATION everything WITH (connect = false);
  CREATE SERVER far FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host '127.0.0.9');
  CREATE FOREIGN TABLE closed.distant (id int) SERVER far;
  CREATE USER MAPPING FOR alice SERVER far OPTIONS (user 'a', password 'b'); CREATE USER MAPPING FOR mallory SERVER far`;

describe('a rich database', () => {
  let id: number;
  const mine = join(tmpdir(), `cairn-mine-${process.pid}.dump`);

  beforeAll(async () => {
    await server.query('postgres', 'CREATE DATABASE rich');
    await server.query('postgres', 'REVOKE CONNECT ON DATABASE rich FROM PUBLIC');
    await server.query('rich', RICH);
    id = await steps.register(connection, 'rich');
    await run('pg_dump', ['-Fc', '-Z1', '-f', mine, server.url('rich')]);
  });

  afterAll(() => rm(mine, { force: true }));

  const listOf = async (file: string) =>
    (await run('pg_restore', ['--list', file])).stdout.split('\n').filter((line) => !line.startsWith(';'));
  const textOf = async (file: string) =>
    (await run('pg_restore', ['-f', '-', file], { maxBuffer: 1e8 })).stdout
      .replaceAll(/^\\(un)?restrict .*$/gm, '')
      .replace(/ OPTIONS \(\n {4}password 'b',\n {4}"user" 'a'\n\)/, '');

  test('POST /api/databases/{id}/backup contains what a dump by a superuser contains, and lists what it cannot read', async () => {
    const before = await server.query('postgres', 'SELECT datname, datacl::text FROM pg_database ORDER BY 1');
    const { result, summary, page, id: job } = await steps.backUp(id);
    expect([summary, page]).toEqual(['Backed up rich (1 item left out)', `/jobs?job=${job}`]);
    expect(result.not_included).toEqual(['options of the user mapping for alice on server far']);
    const file = join(app.config.backupRoot, result.artifact);
    expect(await listOf(file)).toEqual(await listOf(mine));
    const text = await textOf(file);
    expect(text).toBe(await textOf(mine));
    expect(text).toContain("CREATE SUBSCRIPTION mirror CONNECTION 'host=127.0.0.9 password=hush'");
    expect(
      await server.query('postgres', 'SELECT datname, datacl::text FROM pg_database ORDER BY 1'),
    ).toEqual(before);
    expect(await temporaryRoles()).toEqual([]);
  });

  test.each(['CREATEROLE', ''])(
    'POST /api/databases/{id}/backup by an admin role with only "%s" lists what is missing, or fails',
    async (attribute) => {
      await server.query('postgres', `DROP ROLE IF EXISTS steward`);
      await server.query('postgres', `CREATE ROLE steward LOGIN PASSWORD 'stewards-own' ${attribute}`);
      await server.query('postgres', 'CREATE DATABASE plain OWNER steward');
      const to = { port: server.port, user: 'steward', password: 'stewards-own' };
      const steward = await app.connect(admin, to, `steward ${attribute}`);
      try {
        await server.query(
          'plain',
          `CREATE EXTENSION postgres_fdw; CREATE SERVER far FOREIGN DATA WRAPPER postgres_fdw;
           CREATE USER MAPPING FOR alice SERVER far OPTIONS (password 'b'); SET ROLE steward;
           CREATE TABLE mine AS SELECT 1 AS one; CREATE SEQUENCE numbers`,
        );
        const plain = await steps.register(steward, 'plain');
        expect((await steps.backUp(plain)).result.not_included).toEqual([
          'options of the user mapping for alice on server far',
        ]);
        await server.query(
          'plain',
          'CREATE TABLE secret (a int); ALTER TABLE secret ENABLE ROW LEVEL SECURITY',
        );
        const asked = await steps.ask(`/api/databases/${plain}/backup`, 'POST');
        const failed = await app.ended(admin, asked.body.job_id);
        expect([failed.status, failed.error]).toEqual([
          'failed',
          expect.stringMatching(/secret.*"steward" is not a superuser. Use a superuser/),
        ]);
        expect(await temporaryRoles()).toEqual([]);
        await steps.succeeded(
          (await steps.ask(`/api/databases/${plain}`, 'DELETE', { confirm_name: 'plain' })).body.job_id,
        );
      } finally {
        await app.ask(admin, { path: `/api/connections/${steward}`, method: 'DELETE' });
        await server.query('postgres', 'DROP DATABASE IF EXISTS plain');
      }
    },
  );

  test('the sweep drops the login of a dead process, although it has privileges on a database', async () => {
    await server.query(
      'postgres',
      `CREATE ROLE cairn_tmp_0_dead LOGIN VALID UNTIL '2020-01-01'; GRANT CONNECT ON DATABASE rich TO cairn_tmp_0_dead`,
    );
    await runHousekeeping(app.context);
    expect(await temporaryRoles()).toEqual([]);
  });

  test('the sweep drops an expired login, but not those whose names start with its name', async () => {
    await server.query(
      'postgres',
      `CREATE ROLE cairn_tmp_0_ LOGIN VALID UNTIL '2020-01-01'; CREATE ROLE cairn_tmp_0_alive LOGIN VALID UNTIL 'infinity'`,
    );
    await runHousekeeping(app.context);
    expect(await temporaryRoles()).toEqual([{ rolname: 'cairn_tmp_0_alive' }]);
    await server.query('postgres', 'DROP ROLE cairn_tmp_0_alive');
  });

  test('the sweep removes other logins when one has privileges in a database that allows no connections', async () => {
    const expired = `VALID UNTIL '2020-01-01'`;
    await server.query(
      'postgres',
      `CREATE ROLE cairn_tmp_0_kept ${expired}; CREATE ROLE cairn_tmp_0_later ${expired}`,
    );
    await server.query('postgres', 'CREATE DATABASE closed');
    await server.query('closed', 'CREATE TABLE t (); GRANT SELECT ON t TO cairn_tmp_0_kept');
    await server.query('postgres', 'ALTER DATABASE closed ALLOW_CONNECTIONS false');
    // Not the name of a database of a job.
    await server.query('postgres', 'CREATE DATABASE cairn_tmp_x');
    await runHousekeeping(app.context);
    expect(await temporaryRoles()).toEqual([{ rolname: 'cairn_tmp_0_kept' }]);
    for (const name of ['closed', 'cairn_tmp_x']) await server.query('postgres', `DROP DATABASE ${name}`);
    await runHousekeeping(app.context);
    expect(await temporaryRoles()).toEqual([]);
  });

  test('a failed POST /api/databases/{id}/backup leaves no login', async () => {
    await server.query('rich', 'CREATE TABLE broken (a int)');
    const attribute = `WHERE attname = 'a' AND attrelid = 'broken'::regclass`;
    await server.query('rich', `UPDATE pg_attribute SET atttypid = 4242 ${attribute}`);
    const { body } = await steps.ask(`/api/databases/${id}/backup`, 'POST');
    expect((await app.ended(admin, body.job_id)).status).toBe('failed');
    expect(await temporaryRoles()).toEqual([]);
  });
});

/** Makes mallory a superuser when a superuser plans a query that may use the index. */
const ATTACK = `
  CREATE SCHEMA m; CREATE SEQUENCE m.s; CREATE TABLE m.gate (id int); CREATE SCHEMA evil;
  CREATE FUNCTION evil.strike() RETURNS boolean LANGUAGE plpgsql AS $$
  BEGIN
    EXECUTE 'ALTER ROLE mallory SUPERUSER';
    RETURN true;
  EXCEPTION WHEN insufficient_privilege OR read_only_sql_transaction THEN RETURN true;
  END$$;
  CREATE FUNCTION evil.attack(int) RETURNS boolean LANGUAGE sql IMMUTABLE AS 'SELECT evil.strike()'`;

const SWAPS = {
  sequence: `DROP SEQUENCE m.s; CREATE TABLE m.s (last_value bigint, is_called boolean);
    INSERT INTO m.s VALUES (1, true); CREATE INDEX ON m.s ((1)) WHERE evil.attack(1)`,
  schema: `ALTER SCHEMA m RENAME TO was; CREATE SCHEMA m; CREATE TABLE m.gate (id int);
    CREATE TABLE m.s (last_value bigint, is_called boolean); INSERT INTO m.s VALUES (1, true);
    CREATE INDEX ON m.s ((1)) WHERE evil.attack(1)`,
};

describe('an owner of a database who replaces a sequence by a table while pg_dump runs', () => {
  let id: number;
  let mallory: pg.Client;
  const isSuperuser = async () =>
    (await server.query('postgres', `SELECT rolsuper FROM pg_roles WHERE rolname = 'mallory'`))[0].rolsuper;

  beforeEach(async () => {
    await server.query('postgres', 'CREATE DATABASE hers OWNER mallory');
    const login = { user: 'mallory', password: 'm' };
    mallory = new pg.Client({ connectionString: server.url('hers', login) });
    await mallory.connect();
    await mallory.query(ATTACK);
    id = await steps.register(connection, 'hers');
  });

  test.each([
    ['backup', 'by dropping the sequence', SWAPS.sequence],
    ['backup', 'by renaming its schema', SWAPS.schema],
    ['clone', 'by dropping the sequence', SWAPS.sequence],
  ])('gains no privileges from a %s %s', async (what, _how, swap) => {
    const gate = new pg.Client({ connectionString: server.url('hers', { user: 'mallory', password: 'm' }) });
    await gate.connect();
    try {
      // pg_dump has read the catalog when it waits for this lock.
      await gate.query('BEGIN; LOCK TABLE m.gate IN ACCESS EXCLUSIVE MODE');
      const json = what === 'clone' ? { name: 'copied' } : {};
      const { body } = await steps.ask(`/api/databases/${id}/${what}`, 'POST', json);
      await until('pg_dump waits', async () => {
        const waiting = `SELECT 1 FROM pg_stat_activity WHERE query LIKE 'LOCK TABLE%' AND wait_event_type = 'Lock'`;
        return (await server.query('postgres', waiting)).length > 0;
      });
      let swapped = false;
      const swapping = mallory.query(swap).then(() => (swapped = true));
      await until('the swap is done or waits', async () => {
        const waiting = `SELECT 1 FROM pg_stat_activity WHERE usename = 'mallory' AND wait_event_type = 'Lock'`;
        return swapped || (await server.query('postgres', waiting)).length > 0;
      });
      await gate.query('ROLLBACK');
      await app.ended(admin, body.job_id);
      await swapping;
      expect(await isSuperuser()).toBe(false);
      expect(await temporaryRoles()).toEqual([]);
    } finally {
      await gate.end();
      await mallory.end();
      await steps.succeeded(
        (await steps.ask(`/api/databases/${id}`, 'DELETE', { confirm_name: 'hers' })).body.job_id,
      );
      await server.query('postgres', 'DROP DATABASE IF EXISTS copied');
    }
  });
});
