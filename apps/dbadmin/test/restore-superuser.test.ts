import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { startTestServer } from '@cairn/testing';
import type { TestServer } from '@cairn/testing';
import { removeRestoreGuard, installRestoreGuard } from '../src/features/backups/restore-guard.ts';
import { jobRequests } from './job-requests.ts';
import { startTestDbadmin } from './test-app.ts';
import type { TestDbadmin, Person } from './test-app.ts';

let app: TestDbadmin;
let server: TestServer;
let admin: Person;
let steps: ReturnType<typeof jobRequests>;
let id: number;

/** A table whose owner becomes a superuser when a superuser plans a query on it. */
const HERS = `
  CREATE SCHEMA hers;
  CREATE FUNCTION hers.strike() RETURNS boolean LANGUAGE plpgsql AS $$
  BEGIN
    IF (SELECT rolsuper FROM pg_catalog.pg_roles WHERE rolname = current_user) THEN
      EXECUTE 'ALTER ROLE mallory SUPERUSER';
    END IF;
    RETURN true;
  END$$;
  CREATE FUNCTION hers.attack(int) RETURNS boolean LANGUAGE sql IMMUTABLE AS 'SELECT hers.strike()';
  CREATE TABLE hers.towns (id int PRIMARY KEY); INSERT INTO hers.towns VALUES (1), (2);
  CREATE INDEX ON hers.towns ((1)) WHERE hers.attack(1);
  CREATE TABLE hers.parts (id int PRIMARY KEY) PARTITION BY RANGE (id)`;

/** What superusers have built upon that table, and what they have built upon their own. */
const THEIRS = `
  CREATE EXTENSION postgis; CREATE SCHEMA own;
  CREATE TABLE own.places (id int PRIMARY KEY, geom geometry(Point, 4326)); INSERT INTO own.places VALUES (1, 'SRID=4326;POINT(7 47)');
  CREATE FUNCTION own.count() RETURNS bigint LANGUAGE sql STABLE AS 'SELECT count(*) FROM hers.towns';
  CREATE VIEW own.towns AS SELECT id FROM hers.towns;
  CREATE MATERIALIZED VIEW own.kept AS SELECT count(*) FROM own.towns;
  CREATE MATERIALIZED VIEW own.twice AS SELECT * FROM own.kept;
  CREATE MATERIALIZED VIEW own.called AS SELECT own.count();
  CREATE MATERIALIZED VIEW own.united AS SELECT ST_Union(geom) AS geom FROM own.places WHERE geom && ST_MakeEnvelope(0, 0, 90, 90, 4326);
  CREATE TABLE own.streets (town int, CONSTRAINT streets_town FOREIGN KEY (town) REFERENCES hers.towns);
  INSERT INTO own.streets VALUES (1); COMMENT ON CONSTRAINT streets_town ON own.streets IS 'Where';
  CREATE TABLE own.doors (place int, CONSTRAINT doors_place FOREIGN KEY (place) REFERENCES own.places);
  CREATE TABLE own.split (town int, CONSTRAINT split_town FOREIGN KEY (town) REFERENCES hers.towns) PARTITION BY RANGE (town);
  COMMENT ON CONSTRAINT split_town ON own.split IS 'Where';
  GRANT USAGE ON SCHEMA own TO mallory; GRANT SELECT ON own.kept, own.places TO mallory;
  CREATE MATERIALIZED VIEW hers.copied AS SELECT * FROM own.kept; ALTER MATERIALIZED VIEW hers.copied OWNER TO mallory`;

const WHY = 'because refreshing it as a superuser would read objects of other roles';
const UNCHECKED = 'because checking it as a superuser would read tables of other roles';
const LEFT = [
  `foreign key split_town of own.split: not restored, ${UNCHECKED}`,
  `foreign key streets_town of own.streets: NOT VALID, ${UNCHECKED}`,
  'materialized view hers.copied: not populated, because it reads a materialized view that is not populated',
  `materialized view own.called: not populated, ${WHY}`,
  `materialized view own.kept: not populated, ${WHY}`,
  `materialized view own.twice: not populated, ${WHY}`,
];

beforeAll(async () => {
  [app, server] = await Promise.all([startTestDbadmin(), startTestServer()]);
  admin = await app.signUp({ username: 'admin', isAdmin: true });
  const connection = await app.connect(admin, server);
  await app.work().ready;
  steps = jobRequests(app, admin);
  await server.query('postgres', 'CREATE ROLE mallory');
  await server.query('postgres', 'CREATE DATABASE gis OWNER mallory');
  await server.query('gis', `SET ROLE mallory; ${HERS}`);
  await server.query('gis', THEIRS);
  // Building these was the superuser's own doing.
  await server.query('postgres', 'ALTER ROLE mallory NOSUPERUSER');
  id = await steps.register(connection, 'gis');
});

afterAll(async () => {
  await app.close();
  await server.stop();
});

test('POST /api/databases/{id}/restore plans no query of a superuser on tables of others, and lists what it left out', async () => {
  const { result } = await steps.backUp(id);
  const asked = { artifact: result.artifact, mode: 'new', new_database_name: 'gis_new' };
  const { body } = await steps.restore(id, asked);
  const job = await steps.succeeded(body.job_id);
  const [mallory] = await server.query('postgres', `SELECT rolsuper FROM pg_roles WHERE rolname = 'mallory'`);
  expect(mallory).toEqual({ rolsuper: false });
  expect(job.result.not_carried_over.toSorted()).toEqual(LEFT);
  const views = `SELECT relname FROM pg_class WHERE relkind = 'm' AND relispopulated`;
  expect(await server.query('gis_new', views)).toEqual([{ relname: 'united' }]);
  const keys = `SELECT conname, convalidated, obj_description(oid) AS comment FROM pg_constraint WHERE contype = 'f' ORDER BY 1`;
  expect(await server.query('gis_new', keys)).toEqual([
    { conname: 'doors_place', convalidated: true, comment: null },
    { conname: 'streets_town', convalidated: false, comment: 'Where' },
  ]);
});

test('POST /api/databases/{id}/restore populates and checks everything when superusers own everything', async () => {
  await server.query('postgres', 'CREATE DATABASE plain');
  await server.query(
    'plain',
    `CREATE TABLE a (id int PRIMARY KEY); CREATE TABLE b (a int REFERENCES a);
     CREATE FUNCTION counted() RETURNS bigint LANGUAGE sql AS 'SELECT count(*) FROM public.a';
     CREATE MATERIALIZED VIEW c AS SELECT counted()`,
  );
  const [{ connection_id: connection }] = (await app.ask(admin, { path: '/api/databases' })).body;
  const plain = await steps.register(connection, 'plain');
  const { result } = await steps.backUp(plain);
  const { body } = await steps.restore(plain, { artifact: result.artifact });
  expect((await steps.succeeded(body.job_id)).result.not_carried_over).toEqual([]);
  const [state] = await server.query(
    'plain',
    `SELECT (SELECT relispopulated FROM pg_class WHERE relname = 'c') AS populated,
       (SELECT convalidated FROM pg_constraint WHERE contype = 'f') AS validated`,
  );
  expect(state).toEqual({ populated: true, validated: true });
});

/** Restores a database of mallory's into a new one; the end of the job. */
async function restoreOf(name: string) {
  const [{ connection_id: connection }] = (await app.ask(admin, { path: '/api/databases' })).body;
  const database = await steps.register(connection, name);
  const { result } = await steps.backUp(database);
  const { body } = await steps.restore(database, {
    artifact: result.artifact,
    mode: 'new',
    new_database_name: `${name}_new`,
  });
  return app.ended(admin, body.job_id);
}

const isSuperuser = async () =>
  (await server.query('postgres', `SELECT rolsuper FROM pg_roles WHERE rolname = 'mallory'`))[0].rolsuper;

/** A domain whose check makes mallory a superuser if it can, and does something else in the restored database otherwise. */
const trap = (database: string, otherwise: string) => `
  SET ROLE mallory; CREATE SCHEMA hers;
  CREATE FUNCTION hers.strike(text) RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN
    IF current_database() = '${database}' THEN RETURN true;
    ELSIF (SELECT rolsuper FROM pg_catalog.pg_roles WHERE rolname = current_user) THEN ALTER ROLE mallory SUPERUSER;
    ELSE ${otherwise};
    END IF;
    RETURN true;
  END $$;
  CREATE DOMAIN hers.text AS text CHECK (hers.strike(VALUE)); CREATE TYPE hers.one AS (a hers.text);`;

/** A function of a superuser for any type, and one of mallory's for texts, which PostgreSQL then takes for texts. */
const LABEL = `CREATE FUNCTION public.label(anyelement) RETURNS anyelement LANGUAGE sql IMMUTABLE AS 'SELECT $1';`;
const OVERLOADED_LABEL = `CREATE FUNCTION public.label(text) RETURNS text LANGUAGE sql IMMUTABLE
  AS 'SELECT CASE WHEN hers.strike($1) THEN $1 END'`;

test.each([
  [
    'moods',
    'DROP TYPE',
    'DROP TYPE hers.thing; CREATE TYPE hers.thing AS (a hers.text)',
    `CREATE TYPE hers.thing AS ENUM ('(1)')`,
  ],
  [
    'rows',
    'ALTER TABLE',
    'ALTER TABLE hers.thing RENAME TO former; ALTER TABLE hers.other RENAME TO thing',
    'CREATE TABLE hers.thing (a text); CREATE TABLE hers.other (a hers.text)',
  ],
])(
  'POST /api/databases/{id}/restore lets code of owners replace no type that a definition of a superuser names: %s, by %s',
  async (database, tag, attack, type) => {
    await server.query('postgres', `CREATE DATABASE ${database} OWNER mallory`);
    await server.query(
      database,
      `${trap(database, attack)} ${type};
       CREATE VIEW hers.first AS SELECT '(1)'::hers.one AS one;
       RESET ROLE; CREATE SCHEMA own; CREATE VIEW own.things AS SELECT '(1)'::hers.thing AS thing`,
    );
    expect(await restoreOf(database)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining(`code of "mallory" calls ${tag} while its database is restored`),
    });
    expect(await isSuperuser()).toBe(false);
  },
);

test('POST /api/databases/{id}/restore fails when code gives its login another password, with which its owner could sign in', async () => {
  await server.query('postgres', 'CREATE DATABASE keys OWNER mallory');
  const attack = `SET ROLE NONE; EXECUTE format('ALTER ROLE %I PASSWORD ''known''', session_user); SET ROLE mallory`;
  await server.query(
    'keys',
    `${trap('keys', attack)} CREATE VIEW hers.first AS SELECT '(1)'::hers.one AS one; CREATE VIEW hers.second AS SELECT 1 AS one`,
  );
  expect(await restoreOf('keys')).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('a session that does not restore this database calls CREATE VIEW'),
  });
});

test('while a database is restored, sessions of other roles cannot define or alter anything there', async () => {
  await server.query('postgres', `CREATE ROLE trent LOGIN PASSWORD 't'`);
  await server.query('postgres', 'CREATE DATABASE guarded OWNER trent');
  const trent = new pg.Client({ connectionString: server.url('guarded', { user: 'trent', password: 't' }) });
  const root = new pg.Client({ connectionString: server.url('guarded') });
  try {
    await Promise.all([trent.connect(), root.connect()]);
    await trent.query('CREATE SCHEMA theirs; CREATE TABLE theirs.a ()');
    await installRestoreGuard(root, 'cairn_tmp_guard', []);
    await expect(trent.query('ALTER TABLE theirs.a RENAME TO b')).rejects.toThrow(
      'calls ALTER TABLE as "trent"',
    );
    await removeRestoreGuard(root, 'cairn_tmp_guard');
    await trent.query('ALTER TABLE theirs.a RENAME TO b');
  } finally {
    await Promise.all([trent.end(), root.end()]);
  }
});

test('POST /api/databases/{id}/restore runs code of a predefined role with the rights of that role', async () => {
  await server.query('postgres', 'CREATE DATABASE watched OWNER mallory');
  await server.query('postgres', 'GRANT pg_monitor TO mallory');
  await server.query(
    'watched',
    `${trap('watched', 'NULL')} GRANT ALL ON SCHEMA hers TO pg_monitor;
     CREATE VIEW hers.first AS SELECT '(1)'::hers.one AS one; ALTER VIEW hers.first OWNER TO pg_monitor`,
  );
  expect(await restoreOf('watched')).toMatchObject({ status: 'succeeded' });
  expect(await isSuperuser()).toBe(false);
  const owner = `SELECT viewowner FROM pg_views WHERE schemaname = 'hers'`;
  expect(await server.query('watched_new', owner)).toEqual([{ viewowner: 'pg_monitor' }]);
});

test('POST /api/databases/{id}/restore fails when the role of the owner of the database owns code, and restores comments of that role', async () => {
  await server.query('postgres', 'CREATE DATABASE theirs OWNER mallory');
  await server.query(
    'theirs',
    `${trap('theirs', 'NULL')} GRANT ALL ON SCHEMA hers TO pg_database_owner; 
     CREATE VIEW hers.first AS SELECT '(1)'::hers.one AS one; ALTER VIEW hers.first OWNER TO pg_database_owner`,
  );
  expect(await restoreOf('theirs')).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('"VIEW hers first" of the backup belongs to pg_database_owner'),
  });
  expect(await isSuperuser()).toBe(false);
  await server.query('postgres', 'CREATE DATABASE plainer OWNER mallory');
  await server.query('plainer', `COMMENT ON SCHEMA public IS 'Ours'`);
  expect(await restoreOf('plainer')).toMatchObject({ status: 'succeeded' });
  const comment = `SELECT obj_description('public'::regnamespace) AS comment`;
  expect(await server.query('plainer_new', comment)).toEqual([{ comment: 'Ours' }]);
});

test('POST /api/databases/{id}/restore builds no index of a superuser with a function of another role that took its place', async () => {
  await server.query('postgres', 'CREATE DATABASE signs OWNER mallory');
  await server.query(
    'signs',
    `${LABEL}
     CREATE SCHEMA own; CREATE TABLE own.signs (name text); INSERT INTO own.signs VALUES ('here');
     CREATE INDEX signs_label ON own.signs (public.label(name)); COMMENT ON INDEX own.signs_label IS 'Labels';
     CREATE INDEX signs_name ON own.signs (lower(name));
     ${trap('signs', 'NULL')}
     ${OVERLOADED_LABEL}`,
  );
  const job = await restoreOf('signs');
  expect(await isSuperuser()).toBe(false);
  expect(job).toMatchObject({
    status: 'succeeded',
    result: {
      not_carried_over: [
        'INDEX own signs_label: not restored, because "public.label(" may refer to a function or an operator of a role that is not a superuser',
      ],
    },
  });
  const indexes = `SELECT indexname FROM pg_indexes WHERE schemaname = 'own'`;
  expect(await server.query('signs_new', indexes)).toEqual([{ indexname: 'signs_name' }]);
});

test('POST /api/databases/{id}/restore fails when a domain of a superuser would call a function of another role with the name of its function', async () => {
  await server.query('postgres', 'CREATE DATABASE names OWNER mallory');
  await server.query(
    'names',
    `${LABEL}
     CREATE SCHEMA own; CREATE DOMAIN own.name AS text CHECK (public.label(VALUE) <> '');
     CREATE TABLE own.signs (name text); INSERT INTO own.signs VALUES ('here');
     CREATE INDEX signs_name ON own.signs ((name::own.name));
     ${trap('names', 'NULL')}
     ${OVERLOADED_LABEL};
     CREATE DOMAIN hers.first AS text CHECK (public.label(VALUE) <> '')`,
  );
  const job = await restoreOf('names');
  expect(await isSuperuser()).toBe(false);
  expect(job).toMatchObject({
    status: 'failed',
    error: expect.stringMatching(
      /^The constraint name_check of .* would call the function public\.label\(text\)/,
    ),
  });
});
