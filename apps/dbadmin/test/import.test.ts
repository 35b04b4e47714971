import { existsSync } from 'node:fs';
import { readFile, symlink, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestServer } from '@cairn/testing';
import type { TestServer } from '@cairn/testing';
import { sweepImports } from '../src/features/imports/sweep.ts';
import { jobRequests } from './job-requests.ts';
import { startTestDbadmin } from './test-app.ts';
import type { TestDbadmin, Person } from './test-app.ts';
import { geoJson, importFile, pathOf, sendFile, shapefileZip } from './import-files.ts';

const SAMPLES = resolve(import.meta.dirname, '../../../tools/sample-data');

let app: TestDbadmin;
let server: TestServer;
let admin: Person;
let editor: Person;
let other: Person;
let connection: number;
let gis: number;
let steps: ReturnType<typeof jobRequests>;

beforeAll(async () => {
  [app, server] = await Promise.all([startTestDbadmin(), startTestServer()]);
  admin = await app.signUp({ username: 'admin', isAdmin: true });
  editor = await app.signUp({ username: 'editor', service: 'edit' });
  other = await app.signUp({ username: 'other', service: 'edit' });
  connection = await app.connect(admin, server);
  await app.work().ready;
  steps = jobRequests(app, admin);
  await server.query('postgres', 'CREATE DATABASE gis');
  await server.query('gis', 'CREATE EXTENSION postgis; CREATE SCHEMA "Bau Amt"');
  gis = await steps.register(connection, 'gis');
});

afterAll(async () => {
  await app.close();
  await server.stop();
});

const sample = async (name: string) => new Uint8Array(await readFile(join(SAMPLES, name)));
const send = (name: string, bytes: Uint8Array<ArrayBuffer>, person = editor, database = gis) =>
  sendFile(app, person, { database, name, bytes });
const ask = (json: Record<string, unknown>, person = editor, database = gis) =>
  app.ask(person, { path: `/api/databases/${database}/import`, method: 'POST', json });

const sent = (name: string, bytes: Uint8Array<ArrayBuffer>) =>
  pathOf(app, editor, { database: gis, name, bytes });
const imported = (name: string, bytes: Uint8Array<ArrayBuffer>, json: Record<string, unknown> = {}) =>
  importFile(app, editor, { database: gis, name, bytes, json });

describe('importing', () => {
  test('POST /api/databases/{id}/import imports a row without a geometry that PostGIS does not accept, and reports it', async () => {
    const features = [
      [[1, 2]],
      [
        [1, 2],
        [3, 4],
      ],
    ].map((coordinates, i) => ({
      type: 'Feature',
      id: i + 1,
      properties: { name: `line ${i + 1}` },
      geometry: { type: 'LineString', coordinates },
    }));
    const job = await imported('lines.geojson', geoJson(0, { features }), { table_name: 'broken_lines' });
    expect(job).toMatchObject({
      status: 'succeeded',
      summary: '2 rows into public.broken_lines, 1 without geometry',
      page: `/jobs?job=${job.id}`,
      result: {
        rows: 2,
        broken_geometries: { count: 1, features: [{ feature: 1, reason: 'it is a line of one point' }] },
      },
    });
    const rows = await server.query(
      'gis',
      'SELECT name, geom IS NULL AS empty FROM broken_lines ORDER BY fid',
    );
    expect(rows).toEqual([
      { name: 'line 1', empty: true },
      { name: 'line 2', empty: false },
    ]);
  });

  test('POST /api/databases/{id}/import loads a layer into a table with key, index and statistics', async () => {
    const job = await imported('populated-places.geojson', await sample('populated-places.geojson'), {
      table_name: 'places',
    });
    expect(job).toMatchObject({
      kind: 'database.import',
      status: 'succeeded',
      progress: 100,
      result: { schema: 'public', table: 'places', srid: 4326 },
    });
    const source = JSON.parse(Buffer.from(await sample('populated-places.geojson')).toString());
    expect(job.result.rows).toBe(source.features.length);
    expect(job).toMatchObject({
      summary: `${job.result.rows} rows into public.places`,
      page: `/databases/${gis}?tab=tables&table=public.places`,
    });
    const rows = await server.query(
      'gis',
      'SELECT ST_X(geom) AS x, ST_Y(geom) AS y FROM places ORDER BY fid LIMIT 50',
    );
    expect(rows.map(({ x, y }) => [x, y])).toEqual(
      source.features.slice(0, 50).map((feature: any) => feature.geometry.coordinates.slice(0, 2)),
    );
    const indexes = await server.query(
      'gis',
      `SELECT indexname FROM pg_indexes WHERE tablename = 'places' ORDER BY 1`,
    );
    expect(indexes.map(({ indexname }) => indexname)).toEqual(['places_geom_idx', 'places_pkey']);
  });

  test('POST /api/databases/{id}/import accepts another schema, a layer name and Unicode', async () => {
    const job = await imported('states.zip', await sample('states.zip'), {
      schema: 'Bau Amt',
      table_name: 'Länder',
    });
    expect(job.result).toMatchObject({ schema: 'Bau Amt', table: 'Länder' });
    const [counted] = await server.query('gis', 'SELECT count(*)::int AS n FROM "Bau Amt"."Länder"');
    expect(counted.n).toBe(job.result.rows);
  });

  test('POST /api/databases/{id}/import without PostGIS returns 409 and says what to do', async () => {
    await server.query('postgres', 'CREATE DATABASE bare');
    const bare = await steps.register(connection, 'bare');
    const { body } = await send('a.geojson', geoJson(1), editor, bare);
    const answer = await ask({ source_path: body.source_path }, editor, bare);
    expect(answer.status).toBe(409);
    expect(answer.body.error).toContain('CREATE EXTENSION postgis');
  });
});

describe('coordinate systems', () => {
  const where = (table: string) =>
    server
      .query(
        'gis',
        `SELECT ST_SRID(geom) AS srid, round(ST_X(geom)::numeric, 3)::float8 AS x FROM ${table} ORDER BY fid LIMIT 1`,
      )
      .then(([row]) => row);
  const to2180 = { options: ['-t_srs', 'EPSG:2180'] };
  const without = (extension: string) => ({
    change: (parts: Map<string, unknown>) => void parts.delete(extension),
  });
  /** As ESRI's programs write it: no code in it. */
  const ESRI_2180 =
    'PROJCS["ETRF2000-PL_CS92",GEOGCS["GCS_ETRF2000-PL",DATUM["D_ETRF2000_Poland",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",-5300000.0],PARAMETER["Central_Meridian",19.0],PARAMETER["Scale_Factor",0.9993],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]';
  const LOCAL = ESRI_2180.replace('19.0]', '18.123]').replace('0.9993', '0.98765');
  const withPrj = (wkt: string) => ({
    ...to2180,
    change: (parts: Map<string, Uint8Array<ArrayBuffer>>) =>
      void parts.set('.prj', new Uint8Array(Buffer.from(wkt))),
  });

  test.each([
    ['blank', '', 2180],
    ['preserve', 'preserve', 2180],
    ['detect', 'detect', 2180],
    ['a string that means nothing', 'EPSG:-5', 2180],
    ['another spelling', 'epsg:4326', 2180],
    ['EPSG:0', 'EPSG:0', 2180],
    ['EPSG:4326', 'EPSG:4326', 4326],
    ['EPSG:2180', 'EPSG:2180', 2180],
  ])('the policy %s gives a file in EPSG:2180 the intended SRID', async (_what, srid_policy, srid) => {
    const zip = await shapefileZip(geoJson(3), to2180);
    const job = await imported('p.zip', zip, { table_name: 'policy', srid_policy });
    expect(job).toMatchObject({ status: 'succeeded', result: { srid } });
    expect(await where('policy')).toEqual({ srid, x: srid === 4326 ? 19 : 500_000 });
  });

  test.each([
    ['preserve', 0],
    ['EPSG:4326', 4326],
  ])(
    'the policy %s keeps the coordinates of a file without a reference system and assigns SRID %i',
    async (srid_policy, srid) => {
      const zip = await shapefileZip(geoJson(3), without('.prj'));
      const job = await imported('p.zip', zip, { table_name: 'unnamed', srid_policy });
      expect(job.result).toMatchObject({ srid });
      expect(await where('unnamed')).toEqual({ srid, x: 19 });
    },
  );

  test('the policy detect fails for a file without a reference system and loads nothing', async () => {
    const zip = await shapefileZip(geoJson(3), without('.prj'));
    const job = await imported('p.zip', zip, { table_name: 'guessed', srid_policy: 'detect' });
    expect(job).toMatchObject({ status: 'failed', error: expect.stringContaining('EPSG:<number>') });
    expect(await server.query('gis', `SELECT to_regclass('guessed') AS found`)).toEqual([{ found: null }]);
  });

  test('the policy detect finds the code of a system that is described without one', async () => {
    const job = await imported('p.zip', await shapefileZip(geoJson(3), withPrj(ESRI_2180)), {
      table_name: 'described',
      srid_policy: 'detect',
    });
    expect(job).toMatchObject({ status: 'succeeded', result: { srid: 2180 } });
  });

  test('a system without a code: detect fails, preserve gives SRID 0, EPSG:<n> transforms', async () => {
    const zip = await shapefileZip(geoJson(3), withPrj(LOCAL));
    const at = async (srid_policy: string) => imported('p.zip', zip, { table_name: 'own_grid', srid_policy });
    expect((await at('detect')).status).toBe('failed');
    expect((await at('preserve')).result.srid).toBe(0);
    expect((await at('EPSG:4326')).result.srid).toBe(4326);
    const { srid, x } = await where('own_grid');
    expect(srid).toBe(4326);
    expect(x).toBeGreaterThan(17);
    expect(x).toBeLessThan(19);
  });

  test.each(['EPSG:999999', 'EPSG:123456789012345678901'])(
    'POST /api/databases/{id}/import with the unknown policy %s returns 400',
    async (srid_policy) => {
      const source_path = await sent('a.geojson', geoJson(1));
      expect((await ask({ source_path, srid_policy })).status).toBe(400);
    },
  );
});

describe('refused imports', () => {
  let source_path: string;

  beforeAll(async () => {
    source_path = await sent('a.geojson', geoJson(1));
  });

  test.each([
    '/etc/passwd',
    '/vsicurl/http://127.0.0.1:9/x.geojson',
    'PG:host=127.0.0.9 dbname=x',
    '',
    'source.geojson',
    '../../etc/passwd',
    '/proc/self/environ',
    'a\0b',
  ])('POST /api/databases/{id}/import of %j returns 400', async (path) => {
    expect((await ask({ source_path: path })).status).toBe(400);
  });

  test('POST /api/databases/{id}/import of an upload by another user, or to another database, returns 400', async () => {
    expect((await ask({ source_path }, other)).status).toBe(400);
    expect((await ask({ source_path }, admin)).status).toBe(400);
    await server.query('postgres', 'CREATE DATABASE gis2');
    const second = await steps.register(connection, 'gis2');
    expect((await ask({ source_path }, editor, second)).status).toBe(400);
    expect((await ask({ source_path: `${dirname(source_path)}/./source.geojson` })).status).toBe(400);
  });

  test.each<[string, Record<string, unknown>]>([
    ['a layer that is an option', { layer_name: '-sql' }],
    ['a layer that is not there', { layer_name: 'nothing' }],
    ['pg_catalog', { schema: 'pg_catalog' }],
    ['information_schema', { schema: 'information_schema' }],
    ['pg_toast', { schema: 'pg_toast' }],
    ['a schema that is not there', { schema: 'nowhere' }],
    ['a schema with a quote', { schema: 'a"b' }],
    ['a table with a quote', { table_name: 'a"; DROP TABLE places; --' }],
    ['a table with an apostrophe', { table_name: "a'b" }],
    ['a table of 64 bytes', { table_name: 'x'.repeat(64) }],
    ['a table that is an option', { table_name: '-x' }],
    ['a table of two lines', { table_name: 'a\nb' }],
  ])('POST /api/databases/{id}/import into %s returns 400 and enqueues nothing', async (_what, json) => {
    const newest = async () => (await app.ask(admin, { path: '/api/jobs?limit=1' })).body[0]?.id;
    const before = await newest();
    expect((await ask({ source_path, ...json })).status).toBe(400);
    expect(await newest()).toBe(before);
  });

  test('POST /api/databases/{id}/import over a table of PostGIS or a view returns 409', async () => {
    expect((await ask({ source_path, table_name: 'spatial_ref_sys' })).status).toBe(409);
    expect((await ask({ source_path, table_name: 'geometry_columns' })).status).toBe(409);
  });

  test('POST /api/databases/{id}/import of a file that was replaced by a link returns 400', async () => {
    const path = join(app.storageRoot, await sent('a.geojson', geoJson(1)));
    await rename(path, `${path}.aside`);
    await symlink('/etc/passwd', path);
    expect((await ask({ source_path: path })).status).toBe(400);
    await rm(path);
    await rename(`${path}.aside`, path);
    const folder = dirname(path);
    await rename(folder, `${folder}-aside`);
    await symlink(`${folder}-aside`, folder);
    expect((await ask({ source_path: path })).status).toBe(400);
    await rm(folder);
    await rename(`${folder}-aside`, folder);
  });

  test('uploads are swept after a day, unless a job needs them', async () => {
    const onDisk = async (name: string) => join(app.storageRoot, await sent(name, geoJson(1)));
    const [old, needed, young] = [
      await onDisk('a.geojson'),
      await onDisk('b.geojson'),
      await onDisk('c.geojson'),
    ];
    await app.admin.query(
      `UPDATE dbadmin.uploads SET created_at = now() - interval '25 hours' WHERE source_path = ANY($1)`,
      [[old, needed]],
    );
    const { rows } = await app.admin.query(
      `INSERT INTO dbadmin.jobs (kind, payload, run_after)
         SELECT 'database.import', jsonb_build_object('upload_id', id), now() + interval '1 hour'
           FROM dbadmin.uploads WHERE source_path = $1 RETURNING id`,
      [needed],
    );
    const stray = join(app.storageRoot, 'imports', 'not-an-upload');
    await writeFile(stray, '');
    await sweepImports(app.context);
    expect([old, needed, young, stray].map(existsSync)).toEqual([false, true, true, true]);
    expect((await ask({ source_path: old })).status).toBe(400);
    await app.admin.query('DELETE FROM dbadmin.jobs WHERE id = $1', [rows[0].id]);
  });
});
