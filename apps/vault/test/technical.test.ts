import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { VaultSchemas } from '@cairn/contracts';
import { findVersionById } from '../src/features/versions/repo.ts';
import { ask, upload } from './client.ts';
import type { Upload } from './client.ts';
import { alteredGeopackage, feature, geoJson } from './hostile.ts';
import { startTestVault } from './test-app.ts';
import type { TestVault, Person } from './test-app.ts';

let app: TestVault;
let ada: Person;

beforeAll(async () => {
  app = await startTestVault({ inspects: false });
  ada = await app.signUp({ username: 'ada' });
});

afterAll(() => app.close());

/** The response of /metadata once the file is profiled. */
async function describe(file: Upload['file'], fileName?: string): Promise<VaultSchemas['TechnicalMetadata']> {
  const uploaded = await upload(app, ada, { file, ...(fileName ? { fileName } : {}) });
  expect({ status: uploaded.status, error: uploaded.body.error }).toEqual({ status: 201, error: undefined });
  await app.context.profiles.of((await findVersionById(app.context.db, uploaded.body.version_id))!);
  const { status, body } = await ask(app, ada, {
    path: `/metadata?dataset=${encodeURIComponent(uploaded.body.dataset)}&version=${uploaded.body.version}`,
  });
  expect(status).toBe(200);
  return body;
}

function fieldOf(body: VaultSchemas['TechnicalMetadata'], name: string, layer = 0) {
  return body.layers?.[layer]?.fields.find((field) => field.name === name);
}

test('GET /metadata of a GeoPackage returns extents, geometry types, counts and field ranges', async () => {
  const body = await describe('countries.gpkg');
  expect(body).toMatchObject({
    type: 'vector',
    format: 'GPKG',
    srid: 4326,
    feature_count: 241,
    problem_count: 0,
    problems: [],
    warnings: [],
  });
  expect(body.extent_wgs84?.map(Math.round)).toEqual([-180, -90, 180, 84]);
  expect(body.layers?.[0]).toMatchObject({
    name: 'countries',
    geometry_type: 'MultiPolygon',
    geometry_types: ['MultiPolygon'],
    geometry_column: 'geom',
    fid_column: 'fid',
  });
  expect(fieldOf(body, 'population')).toEqual({
    name: 'population',
    type: 'integer',
    nullable: true,
    native_type: 'MEDIUMINT',
    minimum: 30,
    maximum: 1338612970,
    null_count: 3,
  });
  expect(fieldOf(body, 'gdp_md_usd')).toMatchObject({ type: 'real', minimum: 0.3, maximum: 15094000 });
  const name = fieldOf(body, 'name');
  expect(name).toMatchObject({ type: 'text', null_count: 0 });
  expect(name).not.toHaveProperty('minimum');
});

test('GET /metadata of a shapefile returns its own extent and the one in degrees', async () => {
  const body = await describe('states.zip');
  expect(body).toMatchObject({ format: 'ESRI Shapefile', feature_count: 100, problem_count: 0 });
  expect(body.crs).toMatchObject({ kind: 'projected', unit: 'metre' });
  expect(Math.abs(body.extent?.[0] ?? 0)).toBeGreaterThan(1e6);
  const [west, south, east, north] = body.extent_wgs84 ?? [];
  expect(west).toBeGreaterThanOrEqual(-180);
  expect(south).toBeGreaterThan(-60);
  expect(east).toBeLessThanOrEqual(180);
  expect(north).toBeLessThan(85);
  expect(body.layers?.[0]?.geometry_types).toEqual(expect.arrayContaining(['Polygon']));
});

test('GET /metadata of GeoJSON returns the types and ranges of its values', async () => {
  const rows = [
    { whole: 7, part: 0.5, word: 'a', day: '2024-02-29', moment: '2024-02-29T10:00:00Z', yes: true },
    { whole: -3, part: null, word: null, day: '1999-12-31', moment: null, yes: false },
    { whole: 12, part: 1e9, word: 'b', day: null, moment: '2030-01-01T00:00:00Z', yes: null },
  ];
  const features = rows.map((properties) => ({ ...feature, properties }));
  const body = await describe(geoJson({ features }), 'typed.geojson');
  const rangeOf = (name: string) => {
    const { type, minimum, maximum, null_count } = fieldOf(body, name) ?? {};
    return { type, minimum, maximum, null_count };
  };
  expect(rangeOf('whole')).toEqual({ type: 'integer', minimum: -3, maximum: 12, null_count: 0 });
  expect(rangeOf('part')).toEqual({ type: 'real', minimum: 0.5, maximum: 1e9, null_count: 1 });
  expect(rangeOf('word')).toEqual({ type: 'text', minimum: undefined, maximum: undefined, null_count: 1 });
  expect(rangeOf('day')).toEqual({
    type: 'date',
    minimum: '1999-12-31',
    maximum: '2024-02-29',
    null_count: 1,
  });
  expect(rangeOf('moment')).toMatchObject({ type: 'datetime', null_count: 1 });
  expect(rangeOf('moment').minimum).toMatch(/^2024-02-29T10:00:00/);
  expect(rangeOf('yes')).toMatchObject({ type: 'boolean', null_count: 1 });
});

test('GET /metadata of a file with several layers returns each of them, and the geometry types of a mixed layer', async () => {
  const body = await describe(
    await alteredGeopackage(
      `CREATE TABLE mixed (fid INTEGER PRIMARY KEY, geom GEOMETRY, score REAL, big INTEGER);
       INSERT INTO mixed SELECT fid, geom, fid / 2.0, 9007199254740993 FROM countries LIMIT 5;
       INSERT INTO mixed VALUES (6, x'47500001E6100000010100000000000000000000000000000000000000', 99.5, -1);
       INSERT INTO mixed VALUES (7, NULL, NULL, NULL);
       INSERT INTO gpkg_contents (table_name, data_type, identifier, srs_id) VALUES ('mixed', 'features', 'mixed', 4326);
       INSERT INTO gpkg_geometry_columns VALUES ('mixed', 'geom', 'GEOMETRY', 4326, 0, 0)`,
    ),
    'layers.gpkg',
  );
  expect(body.layers?.map(({ name, feature_count }) => [name, feature_count])).toEqual([
    ['countries', 241],
    ['mixed', 7],
  ]);
  expect(body.feature_count).toBe(248);
  expect(body.layers?.[1]).toMatchObject({
    geometry_type: 'Geometry',
    geometry_types: ['MultiPolygon', 'Point'],
  });
  expect(fieldOf(body, 'score', 1)).toMatchObject({ minimum: 0.5, maximum: 99.5, null_count: 1 });
  expect(fieldOf(body, 'big', 1)).toMatchObject({ minimum: -1, maximum: '9007199254740993', null_count: 1 });
  expect(body.warnings).toEqual([
    '1 feature of the layer "mixed" has no geometry and will not be on the map.',
  ]);
});

test('GET /metadata of a GeoTIFF returns bands, statistics, nodata, overviews, colours, pixel size and compression', async () => {
  const body = await describe('elevation.tif');
  expect(body).toMatchObject({ type: 'raster', format: 'GTiff' });
  expect(body).not.toHaveProperty('problem_count');
  expect(body.raster).toMatchObject({ band_count: 1, compression: expect.any(String) });
  expect(body.raster?.pixel_size?.every((size) => size > 0)).toBe(true);
  const [band] = body.raster?.bands ?? [];
  expect(band).toMatchObject({
    band: 1,
    data_type: expect.any(String),
    color_interpretation: 'Gray',
    statistics_approximate: false,
  });
  expect(band!.minimum!).toBeLessThan(band!.mean!);
  expect(band!.mean!).toBeLessThan(band!.maximum!);
  expect(band!.std_dev!).toBeGreaterThan(0);
  expect(band).toMatchObject({ nodata: -32768, mask: 'nodata' });
});

test('GET /metadata does not wait for the profile and warns that it is missing', async () => {
  const { body } = await upload(app, ada, { file: 'rivers.zip', dataset: 'slow' });
  const version = await findVersionById(app.context.db, body.version_id);
  // A worker has started and is slow.
  await app.admin.query(
    `UPDATE vault.jobs SET status = 'running', lease_until = now() + interval '1 hour' WHERE id = $1`,
    [body.job_id],
  );
  const { body: early } = await ask(app, ada, { path: '/metadata?dataset=slow&version=1' });
  expect(early.feature_count).toBe(461);
  expect(early.warnings.join()).toMatch(/still being checked\. Try again in a minute/);
  await app.admin.query(`UPDATE vault.jobs SET status = 'succeeded' WHERE id = $1`, [body.job_id]);
  await app.context.profiles.of(version!);
  const { body: late } = await ask(app, ada, { path: '/metadata?dataset=slow&version=1' });
  expect(late.warnings).toEqual([]);
  expect(late.layers[0].fields.every((field: { null_count?: number }) => field.null_count === 0)).toBe(true);
});
