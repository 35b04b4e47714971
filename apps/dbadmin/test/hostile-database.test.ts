import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { startTestServer } from '@cairn/testing';
import type { TestServer } from '@cairn/testing';
import { sweepLeftBehind } from '../src/jobs/sweep.ts';
import { openHouse } from './house.ts';
import type { House, Person } from './house.ts';
import { geoJson, sendFile } from './importing.ts';

let house: House;
let server: TestServer;
let admin: Person;
let connection: number;
let database: number;

/** Answers like what it stands in for, and makes its maker a superuser when one runs it. */
const TRAP = (returns: string) => `
  BEGIN
    IF current_setting('is_superuser') = 'on' THEN EXECUTE 'ALTER ROLE mallory SUPERUSER'; END IF;
    RETURN ${returns};
  END`;

/** Each fits better than the server's own for what is asked of the catalog, wherever its schema is searched. */
const TRAPS = `
  CREATE FUNCTION public.starts_with(name, text) RETURNS boolean LANGUAGE plpgsql AS $$${TRAP('false')}$$;
  CREATE FUNCTION public.unlike(name, name) RETURNS boolean LANGUAGE plpgsql AS $$${TRAP('true')}$$;
  CREATE OPERATOR public.!~ (LEFTARG = name, RIGHTARG = name, FUNCTION = public.unlike);
  CREATE FUNCTION public.same(varchar, varchar) RETURNS boolean LANGUAGE plpgsql AS $$${TRAP('$1::text = $2::text')}$$;
  CREATE OPERATOR public.= (LEFTARG = varchar, RIGHTARG = varchar, FUNCTION = public.same);
  CREATE FUNCTION public.obj_description(oid, text) RETURNS text LANGUAGE plpgsql AS $$${TRAP('NULL')}$$;
  CREATE FUNCTION public.shobj_description(oid, text) RETURNS text LANGUAGE plpgsql AS $$${TRAP('NULL')}$$;
  CREATE FUNCTION public.has_database_privilege(oid, varchar) RETURNS boolean LANGUAGE plpgsql AS $$${TRAP('true')}$$;
  CREATE FUNCTION public.pg_xact_status(text) RETURNS text LANGUAGE plpgsql AS $$${TRAP('NULL')}$$`;

/** Beside PostGIS, in the schema in which it lies. */
const TRAPS_BESIDE_POSTGIS = `
  CREATE FUNCTION public.ST_XMin(geometry) RETURNS float8 LANGUAGE plpgsql AS $$${TRAP('0')}$$;
  CREATE FUNCTION public.ST_SetSRID(geometry, text) RETURNS geometry LANGUAGE plpgsql AS $$${TRAP('public.ST_SetSRID($1, $2::int)')}$$`;

/** Takes back every right that the session signed in with, and makes mallory a superuser if that is one. */
const ATTACK = `
  DECLARE acting text := current_user;
  BEGIN
    EXECUTE 'RESET ROLE';
    EXECUTE 'RESET SESSION AUTHORIZATION';
    IF (SELECT rolsuper FROM pg_catalog.pg_roles WHERE rolname = current_user) THEN
      EXECUTE 'ALTER ROLE mallory SUPERUSER';
    END IF;
    IF acting <> current_user THEN EXECUTE format('SET ROLE %I', acting); END IF;
    RETURN true;
  EXCEPTION WHEN insufficient_privilege OR active_sql_transaction THEN RETURN true;
  END`;

/** A function that says it is immutable, and so may be called wherever an expression is. */
const attackIn = (schema: string) => `
  CREATE FUNCTION ${schema}.strike() RETURNS boolean LANGUAGE plpgsql AS $$${ATTACK}$$;
  CREATE FUNCTION ${schema}.attack(int) RETURNS boolean LANGUAGE sql IMMUTABLE AS 'SELECT ${schema}.strike()'`;

/** What is evaluated for rows, for definitions, for indexes and for materialized views. */
const ATTACKS_ON_RESTORE = `
  CREATE SCHEMA evil;
  ${attackIn('evil')};
  CREATE TABLE evil.checked (id int PRIMARY KEY, CHECK (evil.attack(id)));
  INSERT INTO evil.checked VALUES (1), (2);
  CREATE TABLE evil.computed (id int REFERENCES evil.checked, b boolean GENERATED ALWAYS AS (evil.attack(id)) STORED);
  INSERT INTO evil.computed VALUES (1);
  CREATE INDEX ON evil.computed (evil.attack(id));
  CREATE DOMAIN evil.trap AS int CHECK (evil.attack(VALUE));
  CREATE VIEW evil.literal AS SELECT '{1}'::evil.trap[] AS traps;
  CREATE TABLE evil.defaults (traps evil.trap[] DEFAULT '{1}'::evil.trap[]);
  CREATE MATERIALIZED VIEW evil.kept AS SELECT evil.attack(1) AS b;
  CREATE TABLE evil.parts (id int) PARTITION BY RANGE (((id + CASE WHEN evil.attack(1) THEN 0 ELSE 1 END)));
  CREATE TABLE evil.part PARTITION OF evil.parts FOR VALUES FROM (0) TO (10);
  INSERT INTO evil.parts VALUES (1)`;

/** Two owners, and a superuser who uses what one of them has written. */
const SHARED = `
  CREATE ROLE alice; CREATE SCHEMA shared AUTHORIZATION alice; GRANT USAGE ON SCHEMA shared TO mallory;
  CREATE TABLE shared.towns (id int PRIMARY KEY, name text); INSERT INTO shared.towns VALUES (1, 'Bern');
  ALTER TABLE shared.towns OWNER TO alice; GRANT REFERENCES, SELECT ON shared.towns TO mallory WITH GRANT OPTION;
  COMMENT ON TABLE shared.towns IS 'Towns';
  CREATE TABLE shared.streets (id serial PRIMARY KEY, town int REFERENCES shared.towns); ALTER TABLE shared.streets OWNER TO mallory;
  INSERT INTO shared.streets (town) SELECT 1 FROM generate_series(1, 100);
  CREATE VIEW shared.names AS SELECT name FROM shared.towns; ALTER VIEW shared.names OWNER TO alice;
  GRANT SELECT ON shared.names TO PUBLIC; ALTER DEFAULT PRIVILEGES FOR ROLE alice IN SCHEMA shared GRANT SELECT ON TABLES TO mallory;
  CREATE FUNCTION shared.noted() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN RETURN NEW; END$$;
  ALTER FUNCTION shared.noted() OWNER TO alice; REVOKE EXECUTE ON FUNCTION shared.noted() FROM PUBLIC;
  CREATE TRIGGER noted BEFORE INSERT ON shared.streets FOR EACH ROW EXECUTE FUNCTION shared.noted();
  CREATE TABLE public.trusting (id int CHECK (evil.attack(id))); INSERT INTO public.trusting VALUES (1);
  CREATE EXTENSION pgcrypto; COMMENT ON EXTENSION pgcrypto IS 'Ciphers';
  CREATE FUNCTION shared.fired() RETURNS event_trigger LANGUAGE plpgsql AS $$BEGIN END$$;
  CREATE EVENT TRIGGER fired ON ddl_command_end EXECUTE FUNCTION shared.fired();
  SELECT lo_from_bytea(4711, 'large');
  ALTER LARGE OBJECT 4711 OWNER TO alice`;

/** Owners and privileges of everything, and how many rows there are. */
const EVERYTHING = `
  SELECT 'class' AS what, c.oid::regclass::text AS name, pg_get_userbyid(c.relowner) AS owner,
      coalesce(c.relacl, acldefault(CASE c.relkind WHEN 'S' THEN 's' ELSE 'r' END::"char", c.relowner))::text AS rights
    FROM pg_class c WHERE c.oid >= 16384 AND c.relnamespace::regnamespace::text !~ '^pg_'
  UNION ALL SELECT 'schema', nspname, pg_get_userbyid(nspowner), nspacl::text FROM pg_namespace WHERE nspname !~ '^pg_'
  UNION ALL SELECT 'function', oid::regprocedure::text, pg_get_userbyid(proowner), proacl::text FROM pg_proc WHERE oid >= 16384
  UNION ALL SELECT 'type', oid::regtype::text, pg_get_userbyid(typowner), typacl::text FROM pg_type WHERE oid >= 16384
  UNION ALL SELECT 'extension', extname, pg_get_userbyid(extowner), obj_description(oid, 'pg_extension') FROM pg_extension
  UNION ALL SELECT 'event trigger', evtname, pg_get_userbyid(evtowner), '' FROM pg_event_trigger
  UNION ALL SELECT 'large object', convert_from(lo_get(oid), 'UTF8'), pg_get_userbyid(lomowner), lomacl::text FROM pg_largeobject_metadata
  UNION ALL SELECT 'defaults', defaclnamespace::regnamespace::text, pg_get_userbyid(defaclrole), defaclacl::text FROM pg_default_acl
  UNION ALL SELECT 'trigger', tgname, tgrelid::regclass::text, '' FROM pg_trigger WHERE NOT tgisinternal
  UNION ALL SELECT 'constraint', conname, conrelid::regclass::text, pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid >= 16384
  UNION ALL SELECT 'rows', 'checked', count(*)::text, '' FROM evil.checked
  UNION ALL SELECT 'rows', 'parts', count(*)::text, '' FROM evil.parts
  UNION ALL SELECT 'rows', 'streets', count(*)::text, max(id)::text FROM shared.streets
  UNION ALL SELECT 'rows', 'trusting', count(*)::text, '' FROM trusting
  UNION ALL SELECT 'next', 'streets', last_value::text, '' FROM shared.streets_id_seq
  ORDER BY 1, 2, 3, 4`;

beforeAll(async () => {
  [house, server] = await Promise.all([openHouse(), startTestServer()]);
  admin = await house.signUp({ username: 'admin', isAdmin: true });
  connection = await house.connect(admin, server);
  await server.query('postgres', `CREATE ROLE mallory LOGIN PASSWORD 'm'`);
  await server.query('postgres', 'CREATE DATABASE gis OWNER mallory');
  await server.query(
    'gis',
    `CREATE EXTENSION postgis; CREATE TABLE roads (id int, geom geometry(Point, 25832));
     INSERT INTO roads VALUES (1, ST_SetSRID(ST_Point(500000, 5500000), 25832))`,
  );
  // As every server before PostgreSQL 15 lets everybody.
  await server.query('postgres', 'GRANT CREATE ON SCHEMA public TO PUBLIC');
  for (const name of ['postgres', 'gis']) await server.query(name, `SET ROLE mallory; ${TRAPS}`);
  await server.query('gis', `SET ROLE mallory; ${TRAPS_BESIDE_POSTGIS}`);
  const path = `/api/connections/${connection}/databases`;
  database = (await house.ask(admin, { path, method: 'POST', json: { name: 'gis' } })).body.id;
});

afterAll(async () => {
  await house.close();
  await server.stop();
});

beforeEach(() => server.query('postgres', 'ALTER ROLE mallory NOSUPERUSER'));

const isSuperuser = async () =>
  (await server.query('postgres', `SELECT rolsuper FROM pg_catalog.pg_roles WHERE rolname = 'mallory'`))[0]
    .rolsuper;

test.each([
  '/api/databases',
  '/api/databases/{id}',
  '/api/databases/{id}/schemas',
  '/api/databases/{id}/tables',
  '/api/databases/{id}/extents',
  '/api/connections/{connection}/databases',
  '/api/connections/{connection}/overview',
  '/api/connections/{connection}/pg-users',
  '/api/connections/{connection}/pg-users/mallory/access',
  '/api/connections/{connection}/pg-users/mallory/owned',
  '/api/settings?connection_id={connection}',
])('a look at %s runs nothing that the owner of a database put there for us to run', async (template) => {
  const path = template.replace('{id}', String(database)).replace('{connection}', String(connection));
  const { status } = await house.ask(admin, { path });
  // What lies in databases is asked for beside the answer.
  await new Promise((done) => setTimeout(done, 300));
  expect([status, await isSuperuser()]).toEqual([200, false]);
});

/** Types and functions called as PostGIS calls its own, and tables for which the planner itself calls a function. */
const ATTACKS_ON_MAPS = `
  CREATE SCHEMA maps;
  CREATE TYPE maps.geometry AS (x int);
  CREATE FUNCTION maps.srid(maps.geometry) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT 4326';
  CREATE TABLE maps.faked (g maps.geometry, CHECK (maps.srid(g) = 4326));
  INSERT INTO maps.faked VALUES (ROW(1)::maps.geometry);
  CREATE FUNCTION public.st_extent(maps.geometry) RETURNS public.geometry LANGUAGE plpgsql AS $$${TRAP('public.ST_MakeEnvelope(1, 2, 3, 4, 4326)')}$$;
  ${attackIn('maps')};
  CREATE TABLE maps.planned (g public.geometry(Point, 4326));
  INSERT INTO maps.planned VALUES ('SRID=4326;POINT(7 47)'), ('SRID=4326;POINT EMPTY'), (NULL), ('SRID=4326;POINT(8 46)');
  CREATE INDEX ON maps.planned (g) WHERE maps.attack(1);
  CREATE TABLE maps.parts (id int, g public.geometry(Point, 4326)) PARTITION BY RANGE (id);
  CREATE TABLE maps.part PARTITION OF maps.parts FOR VALUES FROM (0) TO (10);
  INSERT INTO maps.parts VALUES (1, 'SRID=4326;POINT(9 45)')`;

test('GET /api/databases/{id}/extents measures tables without running what their owner put into them or beside PostGIS', async () => {
  const viewer = await house.signUp({ username: 'viewer', service: 'view' });
  await server.query('gis', `SET ROLE mallory; ${ATTACKS_ON_MAPS}`);
  const { status, body } = await house.ask(viewer, {
    path: `/api/databases/${database}/extents?schema=maps`,
  });
  expect([status, await isSuperuser()]).toEqual([200, false]);
  const common = { schema: 'maps', column: 'g', exact: true };
  expect(body).toEqual([
    { ...common, table: 'part', extent: [9, 45, 9, 45].map(near) },
    { ...common, table: 'parts', extent: [9, 45, 9, 45].map(near) },
    { ...common, table: 'planned', extent: [7, 46, 8, 47].map(near) },
  ]);
});

const near = (value: number) => expect.closeTo(value, 9);

test('sweeping a server runs nothing that others put there', async () => {
  await sweepLeftBehind(house.context);
  expect(await isSuperuser()).toBe(false);
});

test.each(['backup', 'clone', 'import', 'grant'])('%s runs nothing that others put there', async (what) => {
  const worker = house.work();
  try {
    const post = (rest: string, json: unknown) =>
      house.ask(admin, { path: `/api/databases/${database}/${rest}`, method: 'POST', json });
    const asked = {
      backup: () => post('backup', {}),
      clone: () => post('clone', { name: 'gis_copy' }),
      grant: () => post('access', { role_name: 'mallory', level: 'readonly' }),
      async import() {
        const file = await sendFile(house, admin, { database, name: 'places.geojson', bytes: geoJson(3) });
        return post('import', {
          source_path: file.body.source_path,
          table_name: 'places',
          srid_policy: 'EPSG:3857',
        });
      },
    }[what]!;
    const { status, body } = await asked();
    expect([200, 201, 202]).toContain(status);
    if (body.job_id) expect(await house.ended(admin, body.job_id)).toMatchObject({ status: 'succeeded' });
    expect(await isSuperuser()).toBe(false);
  } finally {
    await worker.stop();
  }
});

test('what the owner of a database sets for all who connect to it does not steer us', async () => {
  await server.query('postgres', 'CREATE DATABASE steered OWNER mallory');
  await server.query(
    'steered',
    'CREATE EXTENSION postgis; CREATE TABLE secret AS SELECT 1 AS one; SET ROLE mallory',
  );
  for (const setting of ['role = mallory', 'default_transaction_read_only = on', 'search_path = public'])
    await server.query(
      'postgres',
      `SET SESSION AUTHORIZATION mallory; ALTER DATABASE steered SET ${setting}`,
    );
  const path = `/api/connections/${connection}/databases`;
  const { id } = (await house.ask(admin, { path, method: 'POST', json: { name: 'steered' } })).body;
  const worker = house.work();
  try {
    const post = (rest: string, json: unknown) =>
      house.ask(admin, { path: `/api/databases/${id}/${rest}`, method: 'POST', json });
    const file = await sendFile(house, admin, { database: id, name: 'places.geojson', bytes: geoJson(3) });
    const imported = await post('import', { source_path: file.body.source_path, table_name: 'places' });
    for (const { body } of [imported, await post('backup', {})])
      expect(await house.ended(admin, body.job_id)).toMatchObject({ status: 'succeeded' });
  } finally {
    await worker.stop();
  }
  const [{ owner }] = await server.query(
    'steered',
    `SELECT pg_get_userbyid(relowner) AS owner FROM pg_catalog.pg_class WHERE relname = 'places'`,
  );
  expect(owner).toBe('postgres');
});

describe('what a backup holds', () => {
  let worker: ReturnType<House['work']>;
  let artifact: string;
  let before: unknown[];
  const post = (rest: string, json: unknown) =>
    house.ask(admin, { path: `/api/databases/${database}/${rest}`, method: 'POST', json });

  async function succeeded(asked: { status: number; body: any }) {
    expect(asked.status).toBe(202);
    const job = await house.ended(admin, asked.body.job_id);
    expect(job).toMatchObject({ status: 'succeeded' });
    return job.result;
  }

  /** As it was, with nothing left of how it was made, and mallory is what mallory was. */
  async function expectWhole(name: string) {
    expect(await isSuperuser()).toBe(false);
    expect(await server.query(name, EVERYTHING)).toEqual(before);
    expect(
      await server.query('postgres', `SELECT rolname FROM pg_roles WHERE rolname LIKE 'cairn%'`),
    ).toEqual([]);
    const [may] = await server.query(
      'postgres',
      `SELECT has_database_privilege('alice', $1, 'CONNECT') AS may`,
      [name],
    );
    expect(may).toEqual({ may: true });
  }

  beforeAll(async () => {
    worker = house.work();
    await server.query('gis', `SET ROLE mallory; ${ATTACKS_ON_RESTORE}`);
    await server.query('gis', SHARED);
    before = await server.query('gis', EVERYTHING);
    artifact = (await succeeded(await post('backup', {}))).artifact;
  });

  afterAll(() => worker.stop());

  test('runs with nobody’s rights but its owner’s when it is restored into a new database', async () => {
    await succeeded(await post('restore', { artifact, mode: 'new', new_database_name: 'gis_new' }));
    await expectWhole('gis_new');
  });

  test('runs with nobody’s rights but its owner’s when it is copied beside people who are connected', async () => {
    const client = new pg.Client({ connectionString: server.url('gis') });
    await client.connect();
    try {
      expect(await succeeded(await post('clone', { name: 'gis_beside' }))).toMatchObject({ method: 'dump' });
    } finally {
      await client.end();
    }
    await expectWhole('gis_beside');
  });

  test('runs with nobody’s rights but its owner’s when it is restored into the database itself', async () => {
    await succeeded(await post('restore', { artifact, mode: 'existing' }));
    await expectWhole('gis');
  });
});
