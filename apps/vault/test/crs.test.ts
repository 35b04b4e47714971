import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { VaultSchemas } from '@cairn/contracts';
import { ask, upload } from './client.ts';
import { gdalSays, rasterWithoutCrs, undefinedGeopackage, vectorWithoutCrs } from './crs-files.ts';
import { alteredGeopackage, geoJson } from './hostile.ts';
import type { Bytes } from './hostile.ts';
import { openHouse } from './house.ts';
import type { House, Person } from './house.ts';

let house: House;
let ada: Person;
let bo: Person;
let worker: ReturnType<House['work']>;

beforeAll(async () => {
  house = await openHouse();
  ada = await house.signUp({ username: 'ada' });
  bo = await house.signUp({ username: 'bo' });
  worker = house.work();
  await worker.ready;
});

afterAll(async () => {
  await worker.stop();
  await house.close();
});

const ASSUMED = 'No coordinate system; assumed WGS 84 from the coordinates.';
const UNPLACED = 'No coordinate system; the map cannot place it.';

describe('a file without a coordinate system', () => {
  const FILES: [
    what: string,
    fileName: string,
    file: () => Promise<Bytes>,
    missing: 'assumed' | 'unplaced',
  ][] = [
    ['a shapefile in degrees', 'd.zip', () => vectorWithoutCrs('ESRI Shapefile', 'degrees'), 'assumed'],
    ['a shapefile in metres', 'm.zip', () => vectorWithoutCrs('ESRI Shapefile', 'metres'), 'unplaced'],
    ['a GeoPackage with srs_id 0', 'zero.gpkg', () => undefinedGeopackage(0), 'assumed'],
    ['a GeoPackage with srs_id -1', 'one.gpkg', () => undefinedGeopackage(-1), 'assumed'],
    ['a GeoPackage in metres', 'm.gpkg', () => vectorWithoutCrs('GPKG', 'metres'), 'unplaced'],
    ['a raster in degrees', 'd.tif', () => rasterWithoutCrs([6, 47, 8, 45]), 'assumed'],
    ['a raster in metres', 'm.tif', () => rasterWithoutCrs([513e3, 5413e3, 517e3, 5410e3]), 'unplaced'],
  ];

  test.each(FILES)('upload and metadata say so of %s', async (what, fileName, file, missing) => {
    const sentence = missing === 'assumed' ? ASSUMED : UNPLACED;
    const { status, body } = await upload(house, ada, { file: await file(), fileName, dataset: what });
    expect({ status, missing: body.missing_crs, warnings: body.warnings, problems: body.problems }).toEqual({
      status: 201,
      missing,
      warnings: [sentence],
      problems: [],
    });
    await house.context.jobs.finished(Number(body.job_id));
    const path = `/metadata?dataset=${encodeURIComponent(what)}&version=1`;
    const { body: technical } = await ask(house, ada, { path });
    expect(technical).toMatchObject({ warnings: [sentence] });
    if (body.type === 'vector') expect(technical.problem_count).toBe(0);
    if (missing === 'assumed') {
      expect(technical.crs).toMatchObject({ srid: 4326, assumed: true });
      expect(technical.extent_wgs84).toEqual(technical.extent);
    } else expect(technical).not.toHaveProperty('crs');
  });

  test('is drawn where its degrees are, as a raster too', async () => {
    const path = '/preview?dataset=a%20raster%20in%20degrees&version=1&width=64';
    const { status, headers } = await ask(house, ada, { path });
    expect(status).toBe(200);
    expect(headers.get('x-bounds')).toBe('6,45,8,47');
  });

  test('is named by layer when other layers name theirs', async () => {
    const file = await vectorWithoutCrs('GPKG', 'metres', ['one', 'two']);
    const { body } = await upload(house, ada, { file, fileName: 'all.gpkg' });
    expect(body.warnings).toEqual([UNPLACED]);
  });

  test('GeoJSON is WGS 84, and a raster that is not georeferenced says so', async () => {
    const { body } = await upload(house, ada, { file: geoJson(), fileName: 'always.geojson' });
    expect({ missing: body.missing_crs, warnings: body.warnings }).toEqual({
      missing: undefined,
      warnings: [],
    });
    const scan = await upload(house, ada, { file: await rasterWithoutCrs(), fileName: 'scan.tif' });
    expect(scan.body.missing_crs).toBeUndefined();
    expect(scan.body.warnings).toEqual([expect.stringMatching(/^Not georeferenced: /)]);
  });
});

type Answered<T> = { status: number; body: T & { error: string } };

const crsPath = (dataset: string, version = 1) =>
  `/datasets/${encodeURIComponent(dataset)}/versions/${version}/crs`;

function setCrs(dataset: string, json: object, by = ada): Promise<Answered<VaultSchemas['Derived']>> {
  return ask(house, by, { method: 'POST', path: crsPath(dataset), json });
}

async function technicalOf(dataset: string, version: number): Promise<VaultSchemas['TechnicalMetadata']> {
  const path = `/metadata?dataset=${encodeURIComponent(dataset)}&version=${version}`;
  const { body } = await ask(house, ada, { path });
  return { ...body, warnings: body.warnings.filter((each: string) => !each.startsWith('Fields and geom')) };
}

async function bytesOf(versionId: number): Promise<Buffer> {
  return (await ask(house, ada, { path: `/versions/${versionId}/download` })).body;
}

async function store(dataset: string, fileName: string, file: Bytes): Promise<number> {
  const { status, body } = await upload(house, ada, { file, fileName, dataset });
  expect({ status, error: body.error }).toEqual({ status: 201, error: undefined });
  return body.version_id;
}

const STUTTGART = [9.17, 48.77, 9.32, 48.88] as const;

function expectInStuttgart(extent: number[] | undefined): void {
  const [west = 0, south = 0, east = 0, north = 0] = extent ?? [];
  expect(west).toBeGreaterThan(STUTTGART[0]);
  expect(south).toBeGreaterThan(STUTTGART[1]);
  expect(east).toBeLessThan(STUTTGART[2]);
  expect(north).toBeLessThan(STUTTGART[3]);
}

describe('POST /datasets/{name}/versions/{version}/crs', () => {
  const FORMATS: [what: string, fileName: string, file: () => Promise<Bytes>][] = [
    ['a GeoPackage', 'points.gpkg', () => vectorWithoutCrs('GPKG', 'metres')],
    ['a shapefile', 'points.zip', () => vectorWithoutCrs('ESRI Shapefile', 'metres')],
    ['a GeoTIFF', 'grid.tif', () => rasterWithoutCrs([513e3, 5413e3, 517e3, 5410e3])],
  ];

  test.each(FORMATS)('makes a new version of %s that is placed right', async (what, fileName, file) => {
    const dataset = `set ${what}`;
    await store(dataset, fileName, await file());
    const answer = await setCrs(dataset, { srid: 25832, version_label: 'From the surveyor' });
    expect(answer).toMatchObject({ status: 200, body: { success: true, dataset, new_version: 2 } });
    const technical = await technicalOf(dataset, 2);
    expect(technical).toMatchObject({ srid: 25832, file_name: fileName, warnings: [] });
    expectInStuttgart(technical.extent_wgs84);
    const before = await technicalOf(dataset, 1);
    expect(technical.extent).toEqual(before.extent);
    expect(technical.feature_count).toBe(before.feature_count);
    const { body } = await ask(house, ada, { path: `/datasets/${encodeURIComponent(dataset)}/versions` });
    expect(body.versions[0]).toMatchObject({
      version: 2,
      operation: 'set_crs',
      label: 'From the surveyor',
      created_by: 'ada',
      parameters: { srid: 25832, crs: 'ETRS89 / UTM zone 32N' },
    });
    const program = fileName.endsWith('.tif') ? 'gdalinfo' : 'ogrinfo';
    const told = await gdalSays(program, await bytesOf(answer.body.version_id), fileName);
    expect(told).toContain('ID["EPSG",25832]]');
  });

  test('keeps every value, and the pixels and compression of a raster', async () => {
    const { body: rows } = await ask(house, ada, {
      path: '/datasets/set%20a%20shapefile/versions/2/edit/rows',
    });
    expect(rows.rows.map(({ name }: { name: string }) => name)).toEqual(['Ort ä', 'Ort b']);
    const pixels = async (version: number) => {
      const { body } = await ask(house, ada, { path: '/datasets/set%20a%20GeoTIFF/versions' });
      const { id } = body.versions.find((each: { version: number }) => each.version === version);
      const told = await gdalSays('gdalinfo', await bytesOf(id), 'a.tif');
      return [/Checksum=\d+/.exec(told)?.[0], /COMPRESSION=\w+/.exec(told)?.[0], /Block=\S+/.exec(told)?.[0]];
    };
    expect(await pixels(2)).toEqual(await pixels(1));
    expect((await pixels(2))[1]).toBe('COMPRESSION=DEFLATE');
  });

  test('a rollback brings back the file without the coordinate system', async () => {
    const { body } = await ask(house, ada, { path: '/datasets/set%20a%20GeoPackage/versions' });
    const first = body.versions.at(-1);
    const rolled = await ask(house, ada, {
      method: 'POST',
      path: `/versions/${first.id}/rollback`,
      json: {},
    });
    expect(rolled.body).toMatchObject({ new_version: 3 });
    expect(await technicalOf('set a GeoPackage', 3)).not.toHaveProperty('crs');
  });

  test('changes the layers that are named, or all that name no coordinate system', async () => {
    await store('layers', 'layers.gpkg', await vectorWithoutCrs('GPKG', 'metres', ['one', 'two']));
    expect((await setCrs('layers', { srid: 25832, layers: ['two'] })).status).toBe(200);
    const crsOf = async (version: number) =>
      (await technicalOf('layers', version)).layers?.map(({ name, srid }) => [name, srid]);
    expect(await crsOf(2)).toEqual([
      ['one', undefined],
      ['two', 25832],
    ]);
    expect((await technicalOf('layers', 2)).warnings).toEqual([
      'Layer "one": no coordinate system; the map cannot place it.',
    ]);
    const rest = await ask(house, ada, {
      method: 'POST',
      path: crsPath('layers', 2),
      json: { srid: 32632 },
    });
    expect(rest.status).toBe(200);
    expect(await crsOf(3)).toEqual([
      ['one', 32632],
      ['two', 25832],
    ]);
    const again = { method: 'POST', path: crsPath('layers', 3), json: { srid: 31467 } } as const;
    expect(await ask(house, ada, again)).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('Say in `layers`') },
    });
  });

  test('several shapefiles in one zip keep their order, and each its own system', async () => {
    await store('shapes', 'a.zip', await vectorWithoutCrs('ESRI Shapefile', 'metres', ['b', 'c']));
    expect((await setCrs('shapes', { srid: 25832, layers: ['c'] })).status).toBe(200);
    const { layers } = await technicalOf('shapes', 2);
    expect(layers?.map(({ name, srid }) => [name, srid])).toEqual([
      ['b', undefined],
      ['c', 25832],
    ]);
  });

  test('puts a wrong definition of an EPSG code right', async () => {
    const dataset = 'wrong definition';
    await store(
      dataset,
      'wrong.gpkg',
      await alteredGeopackage(
        `UPDATE gpkg_spatial_ref_sys SET organization = 'MINE', definition = '/etc/passwd' WHERE srs_id = 4326`,
      ),
    );
    expect((await setCrs(dataset, { srid: 4326 })).status).toBe(200);
    const technical = await technicalOf(dataset, 2);
    expect(technical).toMatchObject({ srid: 4326, warnings: [] });
    expect(technical.crs?.assumed).toBeUndefined();
    expect(technical.extent_wgs84?.map(Math.round)).toEqual([-180, -90, 180, 84]);
  });

  const REFUSED: [what: string, json: object, status: number, error: RegExp][] = [
    ['a code that does not exist', { srid: 99999 }, 422, /There is no coordinate system EPSG:99999/],
    ['a system of heights alone', { srid: 5703 }, 422, /There is no coordinate system EPSG:5703/],
    ['degrees for metres', { srid: 4326 }, 422, /are not degrees/],
    ['a code that is no number', { srid: '25832; DROP' }, 400, /srid/],
    ['no code', {}, 400, /srid/],
    ['a layer that is not there', { srid: 25832, layers: ['nowhere'] }, 400, /There is no layer "nowhere"/],
    ['a comment that is too long', { srid: 25832, version_label: 'x'.repeat(301) }, 400, /version_label/],
  ];

  test.each(REFUSED)('refuses %s and changes nothing', async (_what, json, status, error) => {
    const answer = await setCrs('a GeoPackage in metres', json);
    expect({ status: answer.status, error: answer.body.error }).toEqual({
      status,
      error: expect.stringMatching(error),
    });
    const { rows } = await house.admin.query(
      `SELECT payload FROM vault.jobs WHERE kind = 'version.set_crs' AND payload ->> 'title' = $1`,
      ['a GeoPackage in metres'],
    );
    expect(rows).toEqual([]);
  });

  test('refuses GeoJSON, a raster that is not georeferenced, and a system that the file names already', async () => {
    await store('always', 'always.geojson', geoJson());
    expect(await setCrs('always', { srid: 25832 })).toMatchObject({
      status: 422,
      body: { error: expect.stringContaining('GeoJSON is always in WGS 84') },
    });
    await store('scan', 'scan.tif', await rasterWithoutCrs());
    expect(await setCrs('scan', { srid: 25832 })).toMatchObject({
      status: 422,
      body: { error: expect.stringContaining('not georeferenced') },
    });
    const same = await ask(house, ada, {
      method: 'POST',
      path: crsPath('set a GeoTIFF', 2),
      json: { srid: 25832 },
    });
    expect(same).toMatchObject({ status: 409, body: { error: expect.stringContaining('already') } });
  });

  test('needs the edit permission, and so do its look-ups', async () => {
    const dataset = 'bound to rights';
    await store(dataset, 'rights.gpkg', await vectorWithoutCrs('GPKG', 'metres'));
    await house.grant({ to: bo, on: dataset, permission: 'view' });
    for (const [method, path] of [
      ['POST', crsPath(dataset)],
      ['GET', crsPath(dataset)],
      ['GET', `${crsPath(dataset)}/25832`],
    ] as const) {
      const json = method === 'POST' ? { json: { srid: 25832 } } : {};
      expect((await ask(house, bo, { method, path, ...json })).status).toBe(403);
      expect((await ask(house, null, { method, path, ...json })).status).toBe(401);
    }
  });
});

describe('GET /datasets/{name}/versions/{version}/crs', () => {
  const choices = async (dataset: string, q?: string): Promise<VaultSchemas['CrsChoice'][]> => {
    const query = q === undefined ? '' : `?q=${encodeURIComponent(q)}`;
    const { status, body } = await ask(house, ada, { path: `${crsPath(dataset)}${query}` });
    expect(status).toBe(200);
    return body.choices;
  };

  test('finds systems by code, name and area', async () => {
    const dataset = 'a GeoPackage in metres';
    expect((await choices(dataset, '25832'))[0]).toMatchObject({
      srid: 25832,
      name: 'ETRS89 / UTM zone 32N',
    });
    expect((await choices(dataset, 'epsg:4326'))[0]).toMatchObject({ srid: 4326, kind: 'geographic' });
    expect((await choices(dataset, 'utm 32N')).slice(0, 2).map(({ srid }) => srid)).toEqual([25832, 32632]);
    expect((await choices(dataset, 'gauss germany')).map(({ srid }) => srid)).toContain(31467);
    expect(await choices(dataset, '%')).toEqual([]);
    expect(await choices(dataset, "'; DROP TABLE datasets")).toEqual([]);
  });

  test('suggests what the coordinates fit, and first what datasets here are in', async () => {
    const metres = await choices('a GeoPackage in metres');
    expect(metres[0]).toMatchObject({ srid: 25832, datasets: expect.any(Number) });
    expect(metres.every(({ kind }) => kind !== 'geographic')).toBe(true);
    const degrees = await choices('a shapefile in degrees');
    expect(degrees[0]).toMatchObject({ srid: 4326 });
    expect(degrees.every(({ kind }) => kind === 'geographic')).toBe(true);
  });

  test('counts only datasets that the person may view', async () => {
    const dataset = 'bound to rights';
    await house.grant({ to: bo, on: dataset, permission: 'edit' });
    const { body } = await ask(house, bo, { path: crsPath(dataset) });
    const found = body.choices.filter((choice: VaultSchemas['CrsChoice']) => choice.datasets !== undefined);
    expect(found).toEqual([]);
  });

  test('previews where the data would be, and says when that is outside the area of the system', async () => {
    const vector = await ask(house, ada, { path: `${crsPath('a GeoPackage in metres')}/25832` });
    expect(vector).toMatchObject({ status: 200, body: { srid: 25832, in_area: true } });
    expectInStuttgart(vector.body.bbox);
    expect(vector.body.features.features).toHaveLength(2);
    const raster = await ask(house, ada, { path: `${crsPath('a raster in metres')}/25832` });
    expectInStuttgart(raster.body.bbox);
    expect(raster.body.features.features[0].geometry.type).toBe('Polygon');
    const away = await ask(house, ada, { path: `${crsPath('a GeoPackage in metres')}/27700` });
    expect(away.body).toMatchObject({ in_area: false });
    const degrees = await ask(house, ada, { path: `${crsPath('a GeoPackage in metres')}/4326` });
    expect(degrees).toMatchObject({ status: 422, body: { error: expect.stringMatching(/are not degrees/) } });
  });
});
