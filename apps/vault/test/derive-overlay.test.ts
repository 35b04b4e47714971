import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ask, upload } from './client.ts';
import { download, rowsOf } from './derivations.ts';
import { openDeriveTools } from './derive-tools.ts';
import type { DeriveTools } from './derive-tools.ts';
import { SAMPLE_DATA } from './test-app.ts';

let it: DeriveTools;

beforeAll(async () => {
  it = await openDeriveTools();
  await it.uploadMercator();
  await upload(it.app, it.ada, { file: 'populated-places.geojson', dataset: 'places' });
});

afterAll(() => it.close());

describe('spatial join', () => {
  let layerName = '';
  const derivation = (input: object) => ({ operation: 'spatial_join', spatial_join: input });

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
    await it.inPostgis('cities', file, { layer: String(layer!.name), key: 'name' });
    await upload(it.app, it.ada, { file: 'countries.gpkg' });
    await it.inPostgis('lands', join(SAMPLE_DATA, 'countries.gpkg'), { layer: 'countries', key: 'fid' });
  });

  /** Rows of the result by the name of the city. */
  async function joined(name: string, input: object, dataset = 'cities') {
    const { status, body } = await it.derive(dataset, 1, 'derive', {
      ...derivation(input),
      dataset_name: name,
    });
    expect([status, body.error]).toEqual([201, undefined]);
    const file = await download(it, body.version_id);
    const [layer] = rowsOf(file, 'SELECT table_name AS name FROM gpkg_contents');
    return { body, rows: rowsOf(file, `SELECT * FROM "${String(layer!.name)}" ORDER BY name`) };
  }

  test('each city gets the attributes of the country that contains it, as in PostGIS', async () => {
    const { body, rows } = await joined('placed', { join_dataset: 'countries', predicate: 'within' });
    const expected = await it.sql(
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

  test('each country gets the attributes of the first city in it, and the number of its cities', async () => {
    const { rows } = await joined(
      'with_cities',
      { join_dataset: 'cities', predicate: 'contains' },
      'countries',
    );
    const expected = await it.sql(
      'SELECT l.key::int AS fid, count(c.key)::int AS n FROM lands l LEFT JOIN cities c ON ST_Contains(l.geom, c.geom) GROUP BY 1 ORDER BY 1',
    );
    expect(
      rows.map(({ fid, match_count: n }) => ({ fid, n })).sort((a, b) => Number(a.fid) - Number(b.fid)),
    ).toEqual(expected);
    expect(rows).toHaveLength(241);
  });

  test('the nearest feature and its distance on the ellipsoid are the same as in PostGIS, also for a Web Mercator layer', async () => {
    const { rows } = await joined('near', { join_dataset: 'mercator', predicate: 'nearest' });
    const expected = await it.sql(
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

  test('the second dataset requires view, at the request and when the job runs, and only its readers see its name in the lineage', async () => {
    await upload(it.app, it.root, { file: 'states.zip', dataset: 'hidden' });
    const eve = await it.app.signUp({ username: 'eve' });
    await it.app.grant({ to: eve, on: 'cities', permission: 'view' });
    const request = { ...derivation({ join_dataset: 'hidden' }), dataset_name: 'peek' };
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
    await it.app.grant({ to: eve, on: 'hidden', permission: 'view' });
    const allowed = await it.derive('cities', 1, 'derive', request, eve);
    expect([allowed.status, allowed.body.error]).toEqual([201, undefined]);
    const { body } = await ask(it.app, eve, { path: `/versions/${allowed.body.version_id}/lineage` });
    expect(body.edges).toEqual(
      expect.arrayContaining([expect.objectContaining({ to: allowed.body.version_id, role: 'other' })]),
    );
    const queued = await it.app.context.jobs.enqueue(it.app.context.db, {
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
    void it.app.context.jobs.dispatch();
    const ended = await it.app.context.jobs.finished(queued.id);
    expect(ended).toMatchObject({ status: 'failed' });
    expect(ended!.errors.at(-1)?.kind).toBe('forbidden');
  });

  test.each([
    ['no dataset', {}, /join_dataset/],
    ['a test that is not there', { join_dataset: 'countries', predicate: 'touches' }, /predicate/],
    ['a layer that is not there', { join_dataset: 'countries', join_layer: 'x' }, /choose one of: countries/],
  ])('returns 400 with %s', async (_what, input, sentence) => {
    const answer = await it.derive('cities', 1, 'derive', { ...derivation(input), dataset_name: 'refused' });
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringMatching(sentence)]);
  });
});

describe('intersect', () => {
  test('each overlapping pair becomes a feature with the attributes of both and the same area as in PostGIS, across two CRS', async () => {
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
    await upload(it.app, it.ada, {
      file: Buffer.from(JSON.stringify({ type: 'FeatureCollection', features })),
      fileName: 'zones.geojson',
    });
    const { body, file, layer } = await it.derived('mercator', 'common', {
      operation: 'intersect',
      intersect_dataset: 'zones',
      key: 'fid',
    });
    const rows = rowsOf(file, `SELECT fid, name, name_1, zone, population FROM "${layer}"`);
    const areas = new Map(
      (await it.sql('SELECT key, ST_Area(geom) AS area, ST_IsValid(geom) AS valid FROM common')).map(
        (row) => [row.key, row],
      ),
    );
    const boxes = zones
      .map(([name, ...box]) => `('${name}', ST_MakeEnvelope(${box.join(', ')}, 4326))`)
      .join(', ');
    const expected = await it.sql(
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

  test('returns 400 for datasets that do not overlap, and 404 for an unknown dataset', async () => {
    const ask400 = (dataset: string, other: string) =>
      it.derive(dataset, 1, 'derive', {
        operation: 'intersect',
        dataset_name: 'refused',
        intersect: { intersect_dataset: other },
      });
    expect((await ask400('few', 'nowhere')).status).toBe(404);
    const far = { type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [-120, 10] } };
    await upload(it.app, it.ada, {
      file: Buffer.from(JSON.stringify({ type: 'FeatureCollection', features: [far] })),
      fileName: 'far.geojson',
    });
    const { status, body } = await ask400('few', 'far');
    expect([status, body.error]).toEqual([400, expect.stringMatching(/do not overlap/)]);
  });
});
