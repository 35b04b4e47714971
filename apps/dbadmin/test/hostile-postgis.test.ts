import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import pg from 'pg';
import { openStatementRelay, startTestServer, until } from '@cairn/testing';
import type { TestServer } from '@cairn/testing';
import { startTestDbadmin } from './test-app.ts';
import type { TestDbadmin, Person } from './test-app.ts';
import { geoJson, importFile, sendFile } from './import-files.ts';

let app: TestDbadmin;
let server: TestServer;
let relay: Awaited<ReturnType<typeof openStatementRelay>>;
let admin: Person;
let viewer: Person;
let database: number;
/** The owner of the database, who waits for a gap between two statements. */
let mallory: pg.Client;
/** What mallory does before a statement. */
let act: (statement: string) => Promise<void> = () => Promise.resolve();
/** Statements that name the schema in which PostGIS is. */
let namingPostgis: string[] = [];

/** Makes mallory a superuser when a superuser runs it, with whatever rights that session goes on. */
const STRIKE = `
  CREATE FUNCTION evil.strike() RETURNS boolean LANGUAGE plpgsql AS $$
  BEGIN
    IF (SELECT rolsuper FROM pg_catalog.pg_roles WHERE rolname = session_user) THEN
      EXECUTE 'ALTER ROLE mallory SUPERUSER';
    END IF;
    RETURN true;
  EXCEPTION WHEN insufficient_privilege OR active_sql_transaction THEN RETURN true;
  END$$;
  CREATE FUNCTION evil.attack(int) RETURNS boolean LANGUAGE sql IMMUTABLE AS 'SELECT evil.strike()'`;

/** What PostGIS has in its schema, as mallory has it. */
const FALSE_POSTGIS = `
  CREATE SCHEMA evil;
  ${STRIKE};
  CREATE VIEW evil.geometry_columns AS SELECT 'public'::name AS f_table_schema, 'roads'::name AS f_table_name,
    'geom'::name AS f_geometry_column, 25832 AS srid, 'POINT'::text AS type WHERE evil.strike();
  CREATE VIEW evil.geography_columns AS SELECT f_table_schema, f_table_name, f_geometry_column AS f_geography_column, srid, type
    FROM evil.geometry_columns;
  CREATE VIEW evil.spatial_ref_sys AS SELECT 3857 AS srid, 'EPSG'::text AS auth_name, 3857 AS auth_srid, ''::text AS srtext,
    ''::text AS proj4text WHERE evil.strike();
  CREATE DOMAIN evil.geometry AS text CHECK (evil.strike());
  CREATE TABLE evil.roads (geom int);
  CREATE INDEX ON evil.roads ((1)) WHERE evil.attack(1)`;

beforeAll(async () => {
  [app, server] = await Promise.all([startTestDbadmin(), startTestServer()]);
  relay = await openStatementRelay(server.port, (statement) => act(statement));
  admin = await app.signUp({ username: 'admin', isAdmin: true });
  viewer = await app.signUp({ username: 'viewer', service: 'view' });
  const connection = await app.connect(admin, { ...server, port: relay.port });
  await server.query('postgres', `CREATE ROLE mallory LOGIN PASSWORD 'm'`);
  await server.query('postgres', 'CREATE DATABASE gis OWNER mallory');
  await server.query('gis', 'CREATE EXTENSION postgis');
  mallory = new pg.Client({ connectionString: server.url('gis', { user: 'mallory', password: 'm' }) });
  await mallory.connect();
  await mallory.query(FALSE_POSTGIS);
  await mallory.query(
    `CREATE TABLE public.roads (id int, geom public.geometry(Point, 25832));
     INSERT INTO public.roads VALUES (1, public.ST_SetSRID(public.ST_Point(500000, 5500000), 25832));
     CREATE SCHEMA mine`,
  );
  const path = `/api/connections/${connection}/databases`;
  database = (await app.ask(admin, { path, method: 'POST', json: { name: 'gis' } })).body.id;
});

beforeEach(async () => {
  act = () => Promise.resolve();
  await server.query('postgres', 'ALTER ROLE mallory NOSUPERUSER');
  if ((await schemaOfPostgis()) !== 'public') await swap('public', 'evil');
  namingPostgis = [];
});

afterAll(async () => {
  await mallory.end();
  await app.close();
  await relay.close();
  await server.stop();
});

const isSuperuser = async () =>
  (await server.query('postgres', `SELECT rolsuper FROM pg_catalog.pg_roles WHERE rolname = 'mallory'`))[0]
    .rolsuper;

/** Gives the name of one schema to another one, and that one's name to the first. */
async function swap(one: string, other: string): Promise<void> {
  await mallory.query(
    `BEGIN; ALTER SCHEMA ${one} RENAME TO between; ALTER SCHEMA ${other} RENAME TO ${one};
     ALTER SCHEMA between RENAME TO ${other}; COMMIT`,
  );
}

async function schemaOfPostgis(): Promise<string> {
  const { rows } = await mallory.query<{ name: string }>(
    `SELECT n.nspname AS name FROM pg_catalog.pg_extension e JOIN pg_catalog.pg_namespace n ON n.oid = e.extnamespace
      WHERE e.extname = 'postgis'`,
  );
  return rows[0]!.name;
}

/** Before a statement that names the schema of PostGIS, the name goes to mallory's schema. */
async function takeNameOfPostgis(statement: string): Promise<void> {
  if (!new RegExp(`\\b${await schemaOfPostgis()}"?\\.`).test(statement)) return;
  namingPostgis.push(statement.trim().replace(/\s+/g, ' '));
  await swap('public', 'evil');
}

/** A plain table is copied, and a type with a modifier is PostGIS's or none at all: neither runs anything of mallory's. */
const HARMLESS = /^(COPY \S+ \([^()]+\) TO STDOUT|CREATE TABLE .* \S+\.geometry\(\w+, \d+\)\)$)/;

async function expectNothingRan(): Promise<void> {
  expect(await isSuperuser()).toBe(false);
  expect(namingPostgis.filter((statement) => !HARMLESS.test(statement))).toEqual([]);
}

test.each(['', '/{id}/tables', '/{id}/extents'])(
  'GET /api/databases%s runs no code of an owner who renames the schema of PostGIS between two statements',
  async (rest) => {
    act = takeNameOfPostgis;
    const path = `/api/databases${rest.replace('{id}', String(database))}`;
    await until('no fact is pending', async () => {
      const { status, body } = await app.ask(viewer, { path });
      expect(status).toBe(200);
      return ![body].flat().some(({ pending }: { pending?: boolean }) => pending);
    });
    await expectNothingRan();
  },
);

test('GET /api/databases/{id}/extents runs no code of an owner who renames the schema of PostGIS during the measurement', async () => {
  // They wait for the size of this table.
  await mallory.query('CREATE TABLE mine.held (geom public.geometry(Point, 25832))');
  await mallory.query('BEGIN; LOCK TABLE mine.held IN ACCESS EXCLUSIVE MODE');
  const asked = app.ask(viewer, { path: `/api/databases/${database}/extents?schema=mine` });
  await waiting();
  await mallory.query(
    `ALTER SCHEMA public RENAME TO away; ALTER SCHEMA evil RENAME TO public;
     CREATE FUNCTION public.st_makeenvelope(float8, float8, float8, float8, int) RETURNS text LANGUAGE plpgsql
       AS 'BEGIN PERFORM public.strike(); RETURN NULL; END';
     CREATE FUNCTION public.st_segmentize(text, float8) RETURNS text LANGUAGE sql AS 'SELECT $1';
     CREATE FUNCTION public.st_transform(text, int) RETURNS text LANGUAGE sql AS 'SELECT $1';
     CREATE DOMAIN public.box3d AS text;
     CREATE FUNCTION public.st_xmin(public.box3d) RETURNS float8 LANGUAGE sql AS 'SELECT 1.0::float8';
     CREATE FUNCTION public.st_ymin(public.box3d) RETURNS float8 LANGUAGE sql AS 'SELECT 1.0::float8';
     CREATE FUNCTION public.st_xmax(public.box3d) RETURNS float8 LANGUAGE sql AS 'SELECT 1.0::float8';
     CREATE FUNCTION public.st_ymax(public.box3d) RETURNS float8 LANGUAGE sql AS 'SELECT 1.0::float8';
     INSERT INTO mine.held VALUES ('SRID=25832;POINT(500000 5500000)'); COMMIT`,
  );
  const { status, body } = await asked;
  await mallory.query('ALTER SCHEMA public RENAME TO evil; ALTER SCHEMA away RENAME TO public');
  expect([status, await isSuperuser()]).toEqual([200, false]);
  expect(body).toEqual([
    { schema: 'mine', table: 'held', column: 'geom', exact: true, extent: expect.any(Array) },
  ]);
});

/** Until a session waits for a lock. */
async function waiting(): Promise<void> {
  await until('a session waits for a lock', async () => {
    const waits = await server.query('postgres', 'SELECT FROM pg_locks WHERE NOT granted');
    return waits.length > 0;
  });
}

test('POST /api/databases/{id}/import runs no code of an owner who renames the schema of PostGIS between two statements', async () => {
  const worker = app.work();
  try {
    const file = await sendFile(app, admin, { database, name: 'places.geojson', bytes: geoJson(3) });
    act = takeNameOfPostgis;
    const { source_path } = file.body;
    for (const srid_policy of ['', 'detect', 'EPSG:3857', 'EPSG:25832']) {
      const { body } = await app.ask(admin, {
        path: `/api/databases/${database}/import`,
        method: 'POST',
        json: { source_path, schema: 'mine', table_name: 'places', srid_policy },
      });
      if (body.job_id) await app.ended(admin, body.job_id);
    }
    await expectNothingRan();
    expect(namingPostgis.length).toBeGreaterThan(0);
  } finally {
    await worker.stop();
  }
});

test('POST /api/databases/{id}/import creates no unfinished table in a schema that its owner can rename', async () => {
  const worker = app.work();
  const named: string[] = [];
  act = (statement) => {
    if (/\bmine"?\."?cairn_tmp_/.test(statement)) named.push(statement);
    return Promise.resolve();
  };
  try {
    const json = { schema: 'mine', table_name: 'towns', srid_policy: 'EPSG:3857' };
    const job = await importFile(app, admin, { database, name: 'a.geojson', bytes: geoJson(3), json });
    expect(job).toMatchObject({ status: 'succeeded', result: { rows: 3, srid: 3857 } });
    expect(named).toEqual([]);
  } finally {
    await worker.stop();
  }
});
