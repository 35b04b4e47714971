import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ask, upload } from './client.ts';
import { rowsOf } from './derivations.ts';
import { openDeriveTools } from './derive-tools.ts';
import type { DeriveTools } from './derive-tools.ts';

let it: DeriveTools;

beforeAll(async () => {
  it = await openDeriveTools();
  await it.uploadMercator();
  await upload(it.app, it.ada, { file: 'populated-places.geojson', dataset: 'places' });
});

afterAll(() => it.close());

test('POST /datasets/{name}/versions/{version}/derive/preview returns one feature for a dissolve of polygons', async () => {
  const request = { operation: 'dissolve', dissolve: { mode: 'all' } };
  const { status, body } = await it.derive('few', 1, 'derive/preview', request);
  expect([status, body.error, body.feature_count]).toEqual([200, undefined, 1]);
});

describe('buffer', () => {
  /** Distances on the ellipsoid between the outline of each buffer and the shape that it is of, as PostGIS measures them. */
  const outline = (buffers: string) =>
    it.sql(
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
    'the outline of each buffer of a layer in %s is 20 km from its shape, also across the antimeridian',
    async (_what, dataset, name) => {
      const { body, file, layer } = await it.derived(dataset, name, {
        operation: 'buffer',
        distance: 20_000,
      });
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
      const [own] = await it.sql(`SELECT sum(ST_Area(geom::geography)) AS area FROM ${name}`);
      const { feature_count: count, area_m2: area } = preview.body as any;
      expect([count, Math.round((area / own!.area) * 1_000)]).toEqual([4, 1_000]);
      expect(rowsOf(file, 'SELECT geometry_type_name AS type FROM gpkg_geometry_columns')).toEqual([
        { type: 'MULTIPOLYGON' },
      ]);
    },
  );

  test('buffers of points have the same areas as in PostGIS, and become one feature with dissolve', async () => {
    const filter = { where: 'population > 10000000' };
    await it.derive('places', 1, 'derive', { operation: 'filter', dataset_name: 'megacities', filter });
    await it.derived('megacities', 'rounds', { operation: 'buffer', distance: 50_000 });
    const [areas] = await it.sql(
      'SELECT count(*)::int AS n, min(ST_Area(geom::geography)) AS least, max(ST_Area(geom::geography)) AS greatest FROM rounds',
    );
    const circle = Math.PI * 50_000 ** 2;
    expect(areas!.n).toBeGreaterThan(10);
    expect(areas!.least / circle).toBeGreaterThan(0.997);
    expect(areas!.greatest / circle).toBeLessThan(1.001);
    const one = await it.derived('megacities', 'united', {
      operation: 'buffer',
      distance: 50_000,
      dissolve: true,
      key: 'fid',
    });
    expect(one.body.feature_count).toBe(1);
    const [both] = await it.sql(
      'SELECT (SELECT ST_Area(ST_Union(geom)) FROM rounds) AS parts, (SELECT ST_Area(geom) FROM united) AS whole',
    );
    expect(both!.whole / both!.parts).toBeCloseTo(1, 6);
  });

  test('the lineage contains the tool and its parameters, the job its summary', async () => {
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
    const { body } = await ask(it.app, it.ada, { path: `/versions/${id}/lineage` });
    expect(body.edges).toEqual([expect.objectContaining({ to: id, role: 'parent' })]);
    const jobs = await ask(it.app, it.ada, { path: '/api/jobs' });
    expect(JSON.stringify(jobs.body)).toContain('Buffered traced');
  });

  test.each([
    ['no distance', {}, 400],
    ['a distance of 0', { distance: 0 }, 400],
    ['a distance of 2,000 km', { distance: 2_000_000 }, 400],
    ['a distance that is a text', { distance: '1); DROP TABLE pieces; --' }, 400],
    ['a layer that is not there', { distance: 1, layer: 'nowhere' }, 400],
  ])('returns 400 for %s and creates nothing', async (_what, buffer, status) => {
    const before = await it.app.rows('versions');
    const answer = await it.derive('few', 1, 'derive', {
      operation: 'buffer',
      dataset_name: 'refused',
      buffer,
    });
    expect([answer.status, typeof answer.body.error]).toEqual([status, 'string']);
    expect(await it.app.rows('versions')).toBe(before);
  });

  test('a buffer that would reach a pole returns 400 and the remedy', async () => {
    const point = { type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [10, 89.99] } };
    await upload(it.app, it.ada, {
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

test('POST /datasets/{name}/versions/{version}/derive/version returns 200 with the next version to an editor and 403 to a viewer', async () => {
  const bob = await it.app.signUp({ username: 'bob' });
  await it.app.grant({ to: bob, on: 'few', permission: 'view' });
  const request = { operation: 'buffer', buffer: { distance: 100 } };
  expect((await it.derive('few', 1, 'derive/version', request, bob)).status).toBe(403);
  const { status, body } = await it.derive('few', 1, 'derive/version', request);
  expect([status, body]).toEqual([
    200,
    expect.objectContaining({ dataset: 'few', new_version: 2, feature_count: 4 }),
  ]);
});
