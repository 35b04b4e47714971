import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ask, upload } from './client.ts';
import { rowsOf } from './derivations.ts';
import { openDeriveTools } from './derive-tools.ts';
import type { DeriveTools } from './derive-tools.ts';

let it: DeriveTools;

beforeAll(async () => {
  it = await openDeriveTools();
  const peak = {
    type: 'Feature',
    properties: {},
    geometry: { type: 'Point', coordinates: [10, 50, 321.5] },
  };
  const file = Buffer.from(JSON.stringify({ type: 'FeatureCollection', features: [peak] }));
  await upload(it.app, it.ada, { file, fileName: 'peak.geojson' });
});

afterAll(() => it.close());

describe('reproject', () => {
  test('each position is the same as in PostGIS, and file and metadata have the new CRS', async () => {
    const { body, file } = await it.derived('few', 'laea', { operation: 'reproject', srid: 3035 });
    expect(body.feature_count).toBe(4);
    const [found] = await it.sql(
      `SELECT count(*)::int AS n, max(ST_Distance(a.geom, b.geom)) AS most
         FROM (SELECT key, (ST_DumpPoints(geom)).* FROM laea) a
         FULL JOIN (SELECT key, (ST_DumpPoints(geom)).* FROM few) b USING (key, path) WHERE abs(ST_X(b.geom)) < 180`,
    );
    const [points] = await it.sql(
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
    const about = await ask(it.app, it.ada, { path: '/metadata?dataset=laea&version=1' });
    expect(about.body.layers[0].crs).toMatchObject({ srid: 3035 });
    const rows = 'SELECT fid, name, population, gdp_md_usd FROM countries ORDER BY fid';
    expect(rowsOf(file, rows)).toEqual(rowsOf(join(it.app.storageRoot, 'few.gpkg'), rows));
  });

  test('heights are kept', async () => {
    await it.derived('peak', 'peak_utm', { operation: 'reproject', srid: 32632, key: 'cairn_fid' });
    const [found] = await it.sql(
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
    ['a vertical system', 5703, /is not a projected or geographic/],
    ['a system with heights', 7415, /is not a projected or geographic/],
    ['the CRS that the layer has', 4326, /is already in EPSG:4326/],
    ['a text', '4326; cat /etc/passwd', /srid/],
  ])('returns 400 for %s and creates nothing', async (_what, srid, sentence) => {
    const before = await it.app.rows('versions');
    const answer = await it.derive('few', 1, 'derive', {
      operation: 'reproject',
      dataset_name: 'refused',
      reproject: { srid },
    });
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringMatching(sentence)]);
    expect(await it.app.rows('versions')).toBe(before);
  });
});

describe('simplify', () => {
  test('outlines stay valid and within the tolerance, and neighbours keep their common border', async () => {
    const { body } = await it.derived('few', 'plain', { operation: 'simplify', tolerance: 2_000 });
    expect(body.feature_count).toBe(4);
    const [found] = await it.sql(
      `SELECT bool_and(ST_IsValid(s.geom)) AS valid, sum(ST_NPoints(s.geom))::float8 / sum(ST_NPoints(f.geom)) AS left,
              bool_and(ST_NumGeometries(s.geom) = ST_NumGeometries(f.geom)) AS parts
         FROM plain s JOIN few f USING (key)`,
    );
    expect(found).toMatchObject({ valid: true, parts: true });
    expect(found!.left).toBeLessThan(0.7);
    const [off] = await it.sql(
      `SELECT max(ST_Distance(p.geom::geography, ST_Boundary(s.geom)::geography)) AS most
         FROM plain s JOIN few f USING (key), LATERAL ST_DumpPoints(f.geom) p`,
    );
    expect(off!.most).toBeGreaterThan(1_000);
    expect(off!.most).toBeLessThan(2_020);
    const border = (table: string) =>
      it.sql(
        `SELECT ST_Area(ST_Intersection(a.geom, b.geom)) AS overlap,
              ST_Length(ST_Intersection(ST_Boundary(a.geom), ST_Boundary(b.geom))::geography) AS shared
         FROM ${table} a, ${table} b WHERE a.key = 'Germany' AND b.key = 'Austria'`,
      );
    const [[before], [after]] = [await border('few'), await border('plain')];
    expect([before!.shared, after!.overlap]).toEqual([0, 0]);
    expect(after!.shared).toBeGreaterThan(500_000);
  });

  test.each([
    ['points', 'peak', { tolerance: 10 }, /nothing to simplify/],
    ['no tolerance', 'few', {}, /tolerance/],
    ['a negative tolerance', 'few', { tolerance: -5 }, /tolerance/],
  ])('returns 400 for %s', async (_what, dataset, simplify, sentence) => {
    const answer = await it.derive(dataset, 1, 'derive', {
      operation: 'simplify',
      dataset_name: 'refused',
      simplify,
    });
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringMatching(sentence)]);
  });
});
