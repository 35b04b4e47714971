import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import pg from 'pg';
import { createTestDatabase } from '@cairn/testing';
import type { TestDatabase } from '@cairn/testing';
import { ask, upload } from './client.ts';
import { registerWells, saveConnection } from './external-sources.ts';
import { startTestVault } from './test-app.ts';
import type { TestVault, Person } from './test-app.ts';

const EDIT = '/datasets/wells/versions/1/edit';
let app: TestVault;
let worker: ReturnType<TestVault['work']>;
let target: TestDatabase;
let gis: pg.Client;
let ada: Person;
let connection: number;

/** Behaves like the original, and logs that it ran with another user's rights. */
const trap = (name: string, types: string, answer: string) => `
  CREATE FUNCTION public.${name}(${types}) RETURNS ${answer.split('::').at(-1)} LANGUAGE plpgsql AS $$
    BEGIN INSERT INTO public.caught VALUES ('${name}'); RETURN ${answer}; END $$;`;

/** Each is a better match than the intended function if the search path contains the schema of PostGIS. */
const TRAPS = `
  CREATE TABLE public.caught (what text);
  ${trap('is_same', 'varchar, varchar', '($1::text OPERATOR(pg_catalog.=) $2::text)::boolean')}
  CREATE OPERATOR public.= (LEFTARG = varchar, RIGHTARG = varchar, FUNCTION = public.is_same);
  ${trap('is_more', 'numeric, bigint', '($1 OPERATOR(pg_catalog.>) $2::numeric)::boolean')}
  CREATE OPERATOR public.> (LEFTARG = numeric, RIGHTARG = bigint, FUNCTION = public.is_more);
  ${trap('convert_to', 'text, text', 'pg_catalog.convert_to($1, $2::name)::bytea')}
  ${trap('ST_XMin', 'geometry', 'public.ST_XMin($1::box3d)::float8')}
  ${trap('ST_AsGeoJSON', 'geometry, int', 'public.ST_AsGeoJSON($1, $2, 8)::text')}
  ${trap('ST_SimplifyPreserveTopology', 'geometry, numeric', '$1::geometry')}
  ${trap('ST_MakeEnvelope', 'text, text, text, text, int', 'public.ST_Point(0, 0)::geometry')}`;

beforeAll(async () => {
  [app, target] = await Promise.all([startTestVault(), createTestDatabase()]);
  worker = app.work();
  await worker.ready;
  ada = await app.signUp({ username: 'ada' });
  gis = new pg.Client({ connectionString: target.adminUrl });
  await gis.connect();
  await gis.query(`CREATE TABLE wells (id int PRIMARY KEY, geom geometry(Point, 4326)); ${TRAPS}`);
  connection = await saveConnection(app, target.adminUrl);
  await registerWells(app, ada, connection);
});

beforeEach(async () => {
  await gis.query(`TRUNCATE caught; DROP TABLE wells; DROP TABLE IF EXISTS written;
    CREATE TABLE wells (id serial PRIMARY KEY, name varchar(20), depth numeric, geom geometry(Point, 4326));
    ALTER TABLE wells OWNER TO vault;
    INSERT INTO wells (name, depth, geom) SELECT 'well ' || n, n, ST_SetSRID(ST_Point(n, 50), 4326) FROM generate_series(1, 5) n`);
});

afterAll(async () => {
  await worker.stop();
  await gis.end();
  await app.close();
  await target.drop();
});

const filters = encodeURIComponent(
  JSON.stringify([
    { column: 'depth', op: '>', value: 3 },
    { column: 'name', op: '=', value: 'well 4' },
  ]),
);

const requests = {
  'GET edit/rows': () => ask(app, ada, { path: `${EDIT}/rows?filters=${filters}&sort=name` }),
  'GET /preview': () => ask(app, ada, { path: '/preview?dataset=wells&version=1&bbox=0,40,3,60' }),
  'GET /metadata': () => ask(app, ada, { path: '/metadata?dataset=wells&version=1' }),
  'POST edit/update': () => post('update', { pk_column: 'id', pk_value: 1, updates: { name: 'dry' } }),
  'POST edit/delete': () => post('delete', { pk_column: 'id', pk_value: 1 }),
  'POST edit/insert': () =>
    post('insert', { row: { name: 'new' }, geometry: { type: 'Point', coordinates: [13, 52] } }),
  'an upload that replaces': () => load('replace'),
  'an upload that appends': async () => {
    await gis.query('ALTER TABLE wells ADD population bigint, ALTER geom TYPE geometry(Geometry, 4326)');
    return load('append');
  },
};

function post(what: string, json: unknown) {
  return ask(app, ada, { path: `${EDIT}/${what}`, method: 'POST', json });
}

/** One point, appended to the table of the dataset. */
async function load(mode: string) {
  const feature = {
    type: 'Feature',
    properties: { name: 'of a file' },
    geometry: { type: 'Point', coordinates: [1, 2] },
  };
  const file = new TextEncoder().encode(JSON.stringify({ type: 'FeatureCollection', features: [feature] }));
  const fields = {
    spatialdb_import: '1',
    spatialdb_connection_id: String(connection),
    spatialdb_table_name: 'wells',
    spatialdb_mode: mode,
  };
  const { body } = await upload(app, ada, { file, fileName: 'place.geojson', dataset: mode, fields });
  expect(body.spatialdb).toMatchObject({ success: true, tables: [{ rows: 1, srid: 4326 }] });
  return { status: 200 };
}

test.each(Object.keys(requests) as (keyof typeof requests)[])(
  '%s runs no hostile function of the database',
  async (what) => {
    const { status } = await requests[what]();
    expect(status).toBe(200);
    expect((await gis.query('SELECT what FROM caught')).rows).toEqual([]);
  },
);

test.each(['POST edit/update', 'POST edit/insert', 'POST edit/delete', 'an upload that appends'] as const)(
  '%s runs the triggers of the table with the search path of the database',
  async (what) => {
    await gis.query(`CREATE TABLE written (what text, place text);
      CREATE OR REPLACE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN INSERT INTO written VALUES (TG_OP, ST_AsText(coalesce(NEW.geom, OLD.geom))); RETURN NULL; END $$;
      CREATE TRIGGER note AFTER INSERT OR UPDATE OR DELETE ON wells FOR EACH ROW EXECUTE FUNCTION note()`);
    expect((await requests[what]()).status).toBe(200);
    expect((await gis.query('SELECT what FROM written')).rows).toHaveLength(1);
  },
);
