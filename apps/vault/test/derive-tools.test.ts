import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { ask, upload } from './client.ts';
import { download, openDerivations, rowsOf } from './derivations.ts';
import type { Derivations } from './derivations.ts';
import { SAMPLE_DATA } from './house.ts';

jest.setTimeout(120_000);
const run = promisify(execFile);
let it: Derivations;

beforeAll(async () => {
  it = await openDerivations();
  const where = `"name" IN ('Germany', 'Austria', 'Fiji', 'Malta')`;
  const countries = await ogr('few.gpkg', [join(SAMPLE_DATA, 'countries.gpkg'), '-where', where]);
  await upload(it.house, it.ada, { file: countries, dataset: 'few' });
  await upload(it.house, it.ada, { file: 'populated-places.geojson', dataset: 'places' });
  const mercator = ['-t_srs', 'EPSG:3857', '-nln', 'few'];
  await upload(it.house, it.ada, {
    file: await ogr('mercator.gpkg', [countries, ...mercator]),
    dataset: 'mercator',
  });
  await inPostgis('few', countries, { layer: 'countries', key: 'name' });
});

afterAll(() => it.close());

/** Writes a GeoPackage into the storage folder of the test. */
async function ogr(name: string, args: string[]): Promise<string> {
  const path = join(it.house.storageRoot, name);
  await run('ogr2ogr', ['-f', 'GPKG', path, ...args]);
  return path;
}

/** Loads a layer in degrees into a table of PostGIS: key, geom. */
async function inPostgis(table: string, file: string, { layer, key }: { layer: string; key: string }) {
  await it.house.admin.query(
    `DROP TABLE IF EXISTS ${table}; CREATE TABLE ${table} (key text, geom geometry)`,
  );
  const [described] = rowsOf(
    file,
    `SELECT column_name AS name, srs_id AS srid FROM gpkg_geometry_columns WHERE table_name = '${layer}'`,
  );
  for (const { key: value, geom } of rowsOf(
    file,
    `SELECT "${key}" AS key, "${String(described?.name)}" AS geom FROM "${layer}"`,
  )) {
    const blob = Buffer.from(geom as Uint8Array);
    const wkb = blob.subarray(8 + [0, 32, 48, 48, 64][(blob[3]! >> 1) & 7]!);
    await it.house.admin.query(
      `INSERT INTO ${table} VALUES ($1, ST_Transform(ST_GeomFromWKB($2, $3), 4326))`,
      [value, wkb, described?.srid],
    );
  }
}

/** Derives a new dataset, downloads it and loads it into the table of its name. */
async function derived(
  dataset: string,
  name: string,
  { operation, key = 'name', ...input }: { operation: string; key?: string } & Record<string, unknown>,
) {
  const { status, body } = await it.derive(dataset, 1, 'derive', {
    operation,
    dataset_name: name,
    [operation]: input,
  });
  expect([status, body.error]).toEqual([201, undefined]);
  const file = await download(it, body.version_id);
  const [layer] = rowsOf(file, 'SELECT table_name AS name FROM gpkg_contents ORDER BY rowid');
  await inPostgis(name, file, { layer: String(layer?.name), key });
  return { body, file, layer: String(layer?.name) };
}

async function sql(text: string): Promise<Record<string, any>[]> {
  return (await it.house.admin.query(text)).rows;
}

test('POST /datasets/{name}/versions/{version}/derive/preview returns one feature for a dissolve of polygons', async () => {
  const request = { operation: 'dissolve', dissolve: { mode: 'all' } };
  const { status, body } = await it.derive('few', 1, 'derive/preview', request);
  expect([status, body.error, body.feature_count]).toEqual([200, undefined, 1]);
});

describe('buffer', () => {
  /** Distances on the ellipsoid between the outline of each buffer and the shape that it is of, as PostGIS measures them. */
  const outline = (buffers: string) =>
    sql(
      `SELECT key, min(d)::float8 AS least, max(d)::float8 AS greatest, bool_and(valid) AS valid, bool_and(world) AS world FROM (
       SELECT b.key, ST_Distance((p).geom::geography, s.geom::geography) AS d, ST_IsValid(b.geom) AS valid,
              ST_XMin(b.geom) >= -180 AND ST_XMax(b.geom) <= 180 AS world, (p).path, (p).geom AS at
         FROM ${buffers} b JOIN few s USING (key), LATERAL ST_DumpPoints(b.geom) p) x
      WHERE path[array_length(path, 1)] % 20 = 0 AND abs(ST_X(at)) < 179.999 GROUP BY key ORDER BY key`,
    );

  test.each([
    ['degrees', 'few', 'wide_few'],
    ['Web Mercator, whose metres are not those on the ground', 'mercator', 'wide_mercator'],
  ])(
    'a layer in %s: the outline of each buffer is 20 km from its shape, across the antimeridian as well',
    async (_what, dataset, name) => {
      const { body, file, layer } = await derived(dataset, name, { operation: 'buffer', distance: 20_000 });
      expect(body).toMatchObject({ new_version: 1, feature_count: 4 });
      const rows = await outline(name);
      expect(rows.map(({ key }) => key)).toEqual(['Austria', 'Fiji', 'Germany', 'Malta']);
      for (const { least, greatest, valid, world } of rows) {
        expect([valid, world]).toEqual([true, true]);
        expect(least).toBeGreaterThan(19_900);
        expect(greatest).toBeLessThan(20_100);
      }
      const sources = rowsOf('countries.gpkg', `SELECT name, population FROM countries WHERE name = 'Fiji'`);
      expect(rowsOf(file, `SELECT name, population FROM "${layer}" WHERE name = 'Fiji'`)).toEqual(sources);
      const request = { operation: 'buffer', buffer: { distance: 20_000 } };
      const preview = await it.derive(dataset, 1, 'derive/preview', request);
      expect([preview.status, preview.body.error]).toEqual([200, undefined]);
      const [own] = await sql(`SELECT sum(ST_Area(geom::geography)) AS area FROM ${name}`);
      const { feature_count: count, area_m2: area } = preview.body as any;
      expect([count, Math.round((area / own!.area) * 1_000)]).toEqual([4, 1_000]);
      expect(rowsOf(file, 'SELECT geometry_type_name AS type FROM gpkg_geometry_columns')).toEqual([
        { type: 'MULTIPOLYGON' },
      ]);
    },
  );

  test('buffers of points have the areas that PostGIS gives them, and with dissolve they become one feature', async () => {
    const filter = { where: 'population > 10000000' };
    await it.derive('places', 1, 'derive', { operation: 'filter', dataset_name: 'megacities', filter });
    await derived('megacities', 'rounds', { operation: 'buffer', distance: 50_000 });
    const [areas] = await sql(
      'SELECT count(*)::int AS n, min(ST_Area(geom::geography)) AS least, max(ST_Area(geom::geography)) AS greatest FROM rounds',
    );
    const circle = Math.PI * 50_000 ** 2;
    expect(areas!.n).toBeGreaterThan(10);
    expect(areas!.least / circle).toBeGreaterThan(0.997);
    expect(areas!.greatest / circle).toBeLessThan(1.001);
    const one = await derived('megacities', 'united', {
      operation: 'buffer',
      distance: 50_000,
      dissolve: true,
      key: 'fid',
    });
    expect(one.body.feature_count).toBe(1);
    const [both] = await sql(
      'SELECT (SELECT ST_Area(ST_Union(geom)) FROM rounds) AS parts, (SELECT ST_Area(geom) FROM united) AS whole',
    );
    expect(both!.whole / both!.parts).toBeCloseTo(1, 6);
  });

  test('the lineage names the tool and its parameters, the job says what it did', async () => {
    const id = (
      await it.derive('few', 1, 'derive', {
        operation: 'buffer',
        dataset_name: 'traced',
        buffer: { distance: 10 },
      })
    ).body.version_id;
    expect(await it.version(id)).toMatchObject({
      operation: 'buffer',
      parameters: { distance: 10, dissolve: false, features_in: 4, features_out: 4 },
    });
    const { body } = await ask(it.house, it.ada, { path: `/versions/${id}/lineage` });
    expect(body.edges).toEqual([expect.objectContaining({ to: id, role: 'parent' })]);
    const jobs = await ask(it.house, it.ada, { path: '/api/jobs' });
    expect(JSON.stringify(jobs.body)).toContain('Buffered traced');
  });

  test.each([
    ['no distance', {}, 400],
    ['a distance of 0', { distance: 0 }, 400],
    ['a distance of 2,000 km', { distance: 2_000_000 }, 400],
    ['a distance that is a text', { distance: '1); DROP TABLE pieces; --' }, 400],
    ['a layer that is not there', { distance: 1, layer: 'nowhere' }, 400],
  ])('returns 400 for %s and creates nothing', async (_what, buffer, status) => {
    const before = await it.house.rows('versions');
    const answer = await it.derive('few', 1, 'derive', {
      operation: 'buffer',
      dataset_name: 'refused',
      buffer,
    });
    expect([answer.status, typeof answer.body.error]).toEqual([status, 'string']);
    expect(await it.house.rows('versions')).toBe(before);
  });

  test('a buffer that would reach a pole is 400 with a sentence that says what to do', async () => {
    const point = { type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [10, 89.99] } };
    await upload(it.house, it.ada, {
      file: Buffer.from(JSON.stringify({ type: 'FeatureCollection', features: [point] })),
      fileName: 'pole.geojson',
    });
    const { status, body } = await it.derive('pole', 1, 'derive', {
      operation: 'buffer',
      dataset_name: 'caps',
      buffer: { distance: 5_000 },
    });
    expect([status, body.error]).toEqual([400, expect.stringMatching(/reach a pole.*smaller distance/)]);
  });
});

describe('reproject', () => {
  test('each position is where PostGIS puts it, and the file and its page name the new CRS', async () => {
    const { body, file } = await derived('few', 'laea', { operation: 'reproject', srid: 3035 });
    expect(body.feature_count).toBe(4);
    const [found] = await sql(
      `SELECT count(*)::int AS n, max(ST_Distance(a.geom, b.geom)) AS most
         FROM (SELECT key, (ST_DumpPoints(geom)).* FROM laea) a
         FULL JOIN (SELECT key, (ST_DumpPoints(geom)).* FROM few) b USING (key, path) WHERE abs(ST_X(b.geom)) < 180`,
    );
    const [points] = await sql(
      'SELECT count(*)::int AS n FROM (SELECT (ST_DumpPoints(geom)).geom FROM few) p WHERE abs(ST_X(geom)) < 180',
    );
    expect(found!.n).toBe(points!.n);
    // It was moved back to degrees by PostGIS: 1e-7 degrees are a centimetre, and Fiji is far outside of Europe.
    expect(found!.most).toBeLessThan(1e-7);
    const [described] = rowsOf(
      file,
      'SELECT c.srs_id, r.organization, r.organization_coordsys_id AS code, r.srs_name AS name FROM gpkg_geometry_columns c JOIN gpkg_spatial_ref_sys r USING (srs_id)',
    );
    expect(described).toEqual({
      srs_id: 3035,
      organization: 'EPSG',
      code: 3035,
      name: 'ETRS89-extended / LAEA Europe',
    });
    const about = await ask(it.house, it.ada, { path: '/metadata?dataset=laea&version=1' });
    expect(about.body.layers[0].crs).toMatchObject({ srid: 3035 });
    const rows = 'SELECT fid, name, population, gdp_md_usd FROM countries ORDER BY fid';
    expect(rowsOf(file, rows)).toEqual(rowsOf(join(it.house.storageRoot, 'few.gpkg'), rows));
  });

  test('heights come along', async () => {
    const point = {
      type: 'Feature',
      properties: {},
      geometry: { type: 'Point', coordinates: [10, 50, 321.5] },
    };
    const file = Buffer.from(JSON.stringify({ type: 'FeatureCollection', features: [point] }));
    await upload(it.house, it.ada, { file, fileName: 'peak.geojson' });
    await derived('peak', 'peak_utm', { operation: 'reproject', srid: 32632, key: 'cairn_fid' });
    const [found] = await sql(
      'SELECT ST_Z(geom) AS z, round(ST_X(geom)::numeric, 9)::float8 AS x FROM peak_utm',
    );
    expect(found).toEqual({ z: 321.5, x: 10 });
  });

  test('preview counts and draws the features', async () => {
    const { status, body } = await it.derive('few', 1, 'derive/preview', {
      operation: 'reproject',
      reproject: { srid: 3857 },
    });
    expect([status, body.error, body.feature_count, (body as any).sample.features.length]).toEqual([
      200,
      undefined,
      4,
      4,
    ]);
  });

  test.each([
    ['an unknown code', 99_999, /EPSG:99999 is not a projected or geographic/],
    ['a system with heights', 7415, /is not a projected or geographic/],
    ['a vertical system', 5703, /is not a projected or geographic/],
    ['the CRS that the layer has', 4326, /is in EPSG:4326 already/],
    ['a text', '4326; cat /etc/passwd', /srid/],
  ])('to %s is 400 and nothing is made', async (_what, srid, sentence) => {
    const before = await it.house.rows('versions');
    const answer = await it.derive('few', 1, 'derive', {
      operation: 'reproject',
      dataset_name: 'refused',
      reproject: { srid },
    });
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringMatching(sentence)]);
    expect(await it.house.rows('versions')).toBe(before);
  });
});

describe('simplify', () => {
  test('outlines stay within the tolerance and valid, and neighbours keep their common border', async () => {
    const { body } = await derived('few', 'plain', { operation: 'simplify', tolerance: 2_000 });
    expect(body.feature_count).toBe(4);
    const [found] = await sql(
      `SELECT bool_and(ST_IsValid(s.geom)) AS valid, sum(ST_NPoints(s.geom))::float8 / sum(ST_NPoints(f.geom)) AS left,
              bool_and(ST_NumGeometries(s.geom) = ST_NumGeometries(f.geom)) AS parts
         FROM plain s JOIN few f USING (key)`,
    );
    expect(found).toMatchObject({ valid: true, parts: true });
    expect(found!.left).toBeLessThan(0.7);
    const [off] = await sql(
      `SELECT max(ST_Distance(p.geom::geography, ST_Boundary(s.geom)::geography)) AS most
         FROM plain s JOIN few f USING (key), LATERAL ST_DumpPoints(f.geom) p`,
    );
    expect(off!.most).toBeGreaterThan(1_000);
    expect(off!.most).toBeLessThan(2_020);
    const border = (table: string) =>
      sql(
        `SELECT ST_Area(ST_Intersection(a.geom, b.geom)) AS overlap,
              ST_Length(ST_Intersection(ST_Boundary(a.geom), ST_Boundary(b.geom))::geography) AS shared
         FROM ${table} a, ${table} b WHERE a.key = 'Germany' AND b.key = 'Austria'`,
      );
    const [[before], [after]] = [await border('few'), await border('plain')];
    expect([before!.shared, after!.overlap]).toEqual([0, 0]);
    expect(after!.shared).toBeGreaterThan(500_000);
  });

  test.each([
    ['points', 'places', { tolerance: 10 }, /nothing to simplify/],
    ['no tolerance', 'few', {}, /tolerance/],
    ['a negative tolerance', 'few', { tolerance: -5 }, /tolerance/],
  ])('%s are 400', async (_what, dataset, simplify, sentence) => {
    const answer = await it.derive(dataset, 1, 'derive', {
      operation: 'simplify',
      dataset_name: 'refused',
      simplify,
    });
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringMatching(sentence)]);
  });
});

describe('spatial join', () => {
  let layerName = '';
  const asked = (input: object) => ({ operation: 'spatial_join', spatial_join: input });

  beforeAll(async () => {
    const filter = { where: 'population > 2000000' };
    const { body } = await it.derive('places', 1, 'derive', {
      operation: 'filter',
      dataset_name: 'cities',
      filter,
    });
    const file = await download(it, body.version_id);
    const [layer] = rowsOf(file, 'SELECT table_name AS name FROM gpkg_contents');
    layerName = String(layer!.name);
    await inPostgis('cities', file, { layer: String(layer!.name), key: 'name' });
    await upload(it.house, it.ada, { file: 'countries.gpkg' });
    await inPostgis('lands', join(SAMPLE_DATA, 'countries.gpkg'), { layer: 'countries', key: 'fid' });
  });

  /** Rows of the result by the name of the city. */
  async function joined(name: string, input: object, dataset = 'cities') {
    const { status, body } = await it.derive(dataset, 1, 'derive', { ...asked(input), dataset_name: name });
    expect([status, body.error]).toEqual([201, undefined]);
    const file = await download(it, body.version_id);
    const [layer] = rowsOf(file, 'SELECT table_name AS name FROM gpkg_contents');
    return { body, rows: rowsOf(file, `SELECT * FROM "${String(layer!.name)}" ORDER BY name`) };
  }

  test('each city gets the attributes of the country that it is within, as PostGIS finds it', async () => {
    const { body, rows } = await joined('placed', { join_dataset: 'countries', predicate: 'within' });
    const expected = await sql(
      'SELECT c.key AS name, min(l.key::int) AS land FROM cities c LEFT JOIN lands l ON ST_Within(c.geom, l.geom) GROUP BY c.key ORDER BY 1',
    );
    const lands = new Map(
      rowsOf('countries.gpkg', 'SELECT fid, name, continent FROM countries').map((land) => [land.fid, land]),
    );
    expect(rows.length).toBeGreaterThan(50);
    expect(body.feature_count).toBe(rows.length);
    const found = rows.map((row) => [row.name, row.name_1, row.continent, row.match_count]);
    expect(found.sort()).toEqual(
      expected
        .map(({ name, land }) => [
          name,
          lands.get(land)?.name ?? null,
          lands.get(land)?.continent ?? null,
          land === null ? 0 : 1,
        ])
        .sort(),
    );
    expect(await it.version(body.version_id)).toMatchObject({
      operation: 'spatial_join',
      parameters: { join_dataset: 'countries', predicate: 'within' },
    });
  });

  test('each country that contains cities gets the first one, and their number', async () => {
    const { rows } = await joined(
      'with_cities',
      { join_dataset: 'cities', predicate: 'contains' },
      'countries',
    );
    const expected = await sql(
      'SELECT l.key::int AS fid, count(c.key)::int AS n FROM lands l LEFT JOIN cities c ON ST_Contains(l.geom, c.geom) GROUP BY 1 ORDER BY 1',
    );
    expect(
      rows.map(({ fid, match_count: n }) => ({ fid, n })).sort((a, b) => Number(a.fid) - Number(b.fid)),
    ).toEqual(expected);
    expect(rows).toHaveLength(241);
  });

  test('the nearest is the one that PostGIS finds on the ellipsoid, with its distance, in a Web Mercator layer as well', async () => {
    const { rows } = await joined('near', { join_dataset: 'mercator', predicate: 'nearest' });
    const expected = await sql(
      `SELECT c.key AS name, n.key AS land, n.d::float8 AS d FROM cities c, LATERAL (
         SELECT f.key, ST_Distance(c.geom::geography, f.geom::geography) AS d FROM few f ORDER BY d LIMIT 1) n ORDER BY 1, 3`,
    );
    const found = rows.map((row) => ({ name: row.name, land: row.name_1, d: Number(row.distance_m) }));
    const order = (a: any, b: any) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.d - b.d);
    found.sort(order);
    expected.sort(order);
    expect(found.map(({ name, land }) => [name, land])).toEqual(
      expected.map(({ name, land }) => [name, land]),
    );
    for (const [i, { d }] of found.entries())
      expect(Math.abs(d - expected[i]!.d)).toBeLessThan(20 + expected[i]!.d * 0.003);
  });

  test('the second dataset needs view, at the request and again when the job runs; the lineage names it to those who may see it', async () => {
    await upload(it.house, it.root, { file: 'states.zip', dataset: 'hidden' });
    const eve = await it.house.signUp({ username: 'eve' });
    await it.house.grant({ to: eve, on: 'cities', permission: 'view' });
    const request = { ...asked({ join_dataset: 'hidden' }), dataset_name: 'peek' };
    const hidden = await it.derive('cities', 1, 'derive', request, eve);
    const missing = await it.derive(
      'cities',
      1,
      'derive',
      { ...request, spatial_join: { join_dataset: 'nowhere' } },
      eve,
    );
    expect([hidden.status, missing.status]).toEqual([404, 404]);
    expect(hidden.body.error.replace('hidden', 'nowhere')).toBe(missing.body.error);
    await it.house.grant({ to: eve, on: 'hidden', permission: 'view' });
    const allowed = await it.derive('cities', 1, 'derive', request, eve);
    expect([allowed.status, allowed.body.error]).toEqual([201, undefined]);
    const { body } = await ask(it.house, eve, { path: `/versions/${allowed.body.version_id}/lineage` });
    expect(body.edges).toEqual(
      expect.arrayContaining([expect.objectContaining({ to: allowed.body.version_id, role: 'other' })]),
    );
    const queued = await it.house.context.jobs.enqueue(it.house.context.db, {
      kind: 'version.derive',
      payload: {
        derivation: {
          operation: 'spatial_join',
          layer: layerName,
          predicate: 'intersects',
          other: { versionId: await it.versionId('hidden', 1), layer: 'states' },
        },
        parameters: {},
        version_id: await it.versionId('cities', 1),
        title: 'late',
        maker: { id: it.ada.id, username: 'ada' },
        new_dataset: { name: 'late', folder_id: null },
      },
      requestedBy: it.ada.id,
    });
    void it.house.context.jobs.dispatch();
    const ended = await it.house.context.jobs.finished(queued.id);
    expect(ended).toMatchObject({ status: 'failed' });
    expect(ended!.errors.at(-1)?.kind).toBe('forbidden');
  });

  test.each([
    ['no dataset', {}, /join_dataset/],
    ['a test that is not there', { join_dataset: 'countries', predicate: 'touches' }, /predicate/],
    ['a layer that is not there', { join_dataset: 'countries', join_layer: 'x' }, /choose one of: countries/],
  ])('with %s it is 400', async (_what, input, sentence) => {
    const answer = await it.derive('cities', 1, 'derive', { ...asked(input), dataset_name: 'refused' });
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringMatching(sentence)]);
  });
});

describe('intersect', () => {
  test('each pair that overlaps is a feature with the attributes of both and the area that PostGIS gives it, across two CRS', async () => {
    const zones = [
      ['west', 5, 46, 10.5, 50],
      ['east', 10.5, 46, 16, 50],
    ] as const;
    const features = zones.map(([name, west, south, east, north]) => ({
      type: 'Feature',
      properties: { name, zone: name },
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [west, south],
            [east, south],
            [east, north],
            [west, north],
            [west, south],
          ],
        ],
      },
    }));
    await upload(it.house, it.ada, {
      file: Buffer.from(JSON.stringify({ type: 'FeatureCollection', features })),
      fileName: 'zones.geojson',
    });
    const { body, file, layer } = await derived('mercator', 'common', {
      operation: 'intersect',
      intersect_dataset: 'zones',
      key: 'fid',
    });
    const rows = rowsOf(file, `SELECT fid, name, name_1, zone, population FROM "${layer}"`);
    const areas = new Map(
      (await sql('SELECT key, ST_Area(geom) AS area, ST_IsValid(geom) AS valid FROM common')).map((row) => [
        row.key,
        row,
      ]),
    );
    const boxes = zones
      .map(([name, ...box]) => `('${name}', ST_MakeEnvelope(${box.join(', ')}, 4326))`)
      .join(', ');
    const expected = await sql(
      `SELECT f.key AS name, z.name AS zone, ST_Area(ST_Intersection(f.geom, z.box)) AS area
         FROM few f JOIN (VALUES ${boxes}) z (name, box) ON ST_Intersects(f.geom, z.box)`,
    );
    expect(body.feature_count).toBe(expected.length);
    expect(expected.length).toBe(4);
    for (const { name, zone, area } of expected) {
      const row = rows.find((each) => each.name === name && each.zone === zone)!;
      expect(row.name_1).toBe(zone);
      expect(areas.get(String(row.fid))!.valid).toBe(true);
      expect(Math.abs(areas.get(String(row.fid))!.area / area - 1)).toBeLessThan(1e-4);
    }
    expect(await it.version(body.version_id)).toMatchObject({
      operation: 'intersect',
      parameters: { intersect_dataset: 'zones', features_out: 4 },
    });
  });

  test('datasets that do not overlap are 400, one that is not there 404', async () => {
    const ask400 = (dataset: string, other: string) =>
      it.derive(dataset, 1, 'derive', {
        operation: 'intersect',
        dataset_name: 'refused',
        intersect: { intersect_dataset: other },
      });
    expect((await ask400('few', 'nowhere')).status).toBe(404);
    const far = { type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [-120, 10] } };
    await upload(it.house, it.ada, {
      file: Buffer.from(JSON.stringify({ type: 'FeatureCollection', features: [far] })),
      fileName: 'far.geojson',
    });
    const { status, body } = await ask400('few', 'far');
    expect([status, body.error]).toEqual([400, expect.stringMatching(/do not overlap/)]);
  });
});

test('POST /datasets/{name}/versions/{version}/derive/version returns 200 with the next version to an editor and 403 to a viewer', async () => {
  const bob = await it.house.signUp({ username: 'bob' });
  await it.house.grant({ to: bob, on: 'few', permission: 'view' });
  const request = { operation: 'buffer', buffer: { distance: 100 } };
  expect((await it.derive('few', 1, 'derive/version', request, bob)).status).toBe(403);
  const { status, body } = await it.derive('few', 1, 'derive/version', request);
  expect([status, body]).toEqual([
    200,
    expect.objectContaining({ dataset: 'few', new_version: 2, feature_count: 4 }),
  ]);
});
