import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
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
