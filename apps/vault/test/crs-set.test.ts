import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { VaultSchemas } from '@cairn/contracts';
import { ask } from './client.ts';
import { gdalSays, rasterWithoutCrs, vectorWithoutCrs } from './crs-files.ts';
import { crsPath, expectInStuttgart, startCrsVault } from './crs-vault.ts';
import type { CrsVault } from './crs-vault.ts';
import { alteredGeopackage, geoJson } from './hostile.ts';
import type { Bytes } from './hostile.ts';

let vault: CrsVault;

beforeAll(async () => {
  vault = await startCrsVault();
});

afterAll(() => vault.close());

async function technicalOf(dataset: string, version: number): Promise<VaultSchemas['TechnicalMetadata']> {
  const { body } = await vault.get(`/metadata?dataset=${encodeURIComponent(dataset)}&version=${version}`);
  return { ...body, warnings: body.warnings.filter((each: string) => !each.startsWith('Fields and geom')) };
}

async function bytesOf(versionId: number): Promise<Buffer> {
  return (await vault.get(`/versions/${versionId}/download`)).body;
}

const storeMetres = async (dataset: string) =>
  vault.store(dataset, 'points.gpkg', await vectorWithoutCrs('GPKG', 'metres'));

describe('POST /datasets/{name}/versions/{version}/crs', () => {
  const FORMATS: [what: string, fileName: string, file: () => Promise<Bytes>][] = [
    ['a GeoPackage', 'points.gpkg', () => vectorWithoutCrs('GPKG', 'metres')],
    ['a shapefile', 'points.zip', () => vectorWithoutCrs('ESRI Shapefile', 'metres')],
    ['a GeoTIFF', 'grid.tif', () => rasterWithoutCrs([513e3, 5413e3, 517e3, 5410e3])],
  ];

  test.each(FORMATS)('creates a version of %s with the right location', async (what, fileName, file) => {
    const dataset = `set ${what}`;
    await vault.store(dataset, fileName, await file());
    const answer = await vault.setCrs(dataset, { srid: 25832, version_label: 'From the surveyor' });
    expect(answer).toMatchObject({ status: 200, body: { success: true, dataset, new_version: 2 } });
    const technical = await technicalOf(dataset, 2);
    expect(technical).toMatchObject({ srid: 25832, file_name: fileName, warnings: [] });
    expectInStuttgart(technical.extent_wgs84);
    const before = await technicalOf(dataset, 1);
    expect(technical.extent).toEqual(before.extent);
    expect(technical.feature_count).toBe(before.feature_count);
    const { body } = await vault.get(`/datasets/${encodeURIComponent(dataset)}/versions`);
    expect(body.versions[0]).toMatchObject({
      version: 2,
      operation: 'set_crs',
      label: 'From the surveyor',
      created_by: 'ada',
      parameters: { srid: 25832, crs: 'ETRS89 / UTM zone 32N' },
    });
    const program = fileName.endsWith('.tif') ? 'gdalinfo' : 'ogrinfo';
    const description = await gdalSays(program, await bytesOf(answer.body.version_id), fileName);
    expect(description).toContain('ID["EPSG",25832]]');
  });

  test('keeps every value, and the pixels and compression of a raster', async () => {
    const { body: rows } = await vault.get('/datasets/set%20a%20shapefile/versions/2/edit/rows');
    expect(rows.rows.map(({ name }: { name: string }) => name)).toEqual(['Ort ä', 'Ort b']);
    const pixels = async (version: number) => {
      const { body } = await vault.get('/datasets/set%20a%20GeoTIFF/versions');
      const { id } = body.versions.find((each: { version: number }) => each.version === version);
      const description = await gdalSays('gdalinfo', await bytesOf(id), 'a.tif');
      return [/Checksum=\d+/, /COMPRESSION=\w+/, /Block=\S+/].map((line) => line.exec(description)?.[0]);
    };
    expect(await pixels(2)).toEqual(await pixels(1));
    expect((await pixels(2))[1]).toBe('COMPRESSION=DEFLATE');
  });

  test('can be undone by a rollback', async () => {
    const { body } = await vault.get('/datasets/set%20a%20GeoPackage/versions');
    const first = body.versions.at(-1);
    const rolled = await ask(vault.app, vault.ada, {
      method: 'POST',
      path: `/versions/${first.id}/rollback`,
      json: {},
    });
    expect(rolled.body).toMatchObject({ new_version: 3 });
    expect(await technicalOf('set a GeoPackage', 3)).not.toHaveProperty('crs');
  });

  test('changes the named layers, or all layers without a coordinate system', async () => {
    await vault.store('layers', 'layers.gpkg', await vectorWithoutCrs('GPKG', 'metres', ['one', 'two']));
    expect((await vault.setCrs('layers', { srid: 25832, layers: ['two'] })).status).toBe(200);
    const crsOf = async (version: number) =>
      (await technicalOf('layers', version)).layers?.map(({ name, srid }) => [name, srid]);
    expect(await crsOf(2)).toEqual([
      ['one', undefined],
      ['two', 25832],
    ]);
    expect((await technicalOf('layers', 2)).warnings).toEqual([
      'Layer "one": no coordinate system; the map cannot place it.',
    ]);
    const rest = await vault.setCrs('layers', { srid: 32632 }, 2);
    expect(rest.status).toBe(200);
    expect(await crsOf(3)).toEqual([
      ['one', 32632],
      ['two', 25832],
    ]);
    expect(await vault.setCrs('layers', { srid: 31467 }, 3)).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('List in `layers`') },
    });
  });

  test('keeps the order and the other systems of several shapefiles in one zip', async () => {
    await vault.store('shapes', 'a.zip', await vectorWithoutCrs('ESRI Shapefile', 'metres', ['b', 'c']));
    expect((await vault.setCrs('shapes', { srid: 25832, layers: ['c'] })).status).toBe(200);
    const { layers } = await technicalOf('shapes', 2);
    expect(layers?.map(({ name, srid }) => [name, srid])).toEqual([
      ['b', undefined],
      ['c', 25832],
    ]);
  });

  test('corrects a wrong definition of an EPSG code', async () => {
    const dataset = 'wrong definition';
    await vault.store(
      dataset,
      'wrong.gpkg',
      await alteredGeopackage(
        `UPDATE gpkg_spatial_ref_sys SET organization = 'MINE', definition = '/etc/passwd' WHERE srs_id = 4326`,
      ),
    );
    expect((await vault.setCrs(dataset, { srid: 4326 })).status).toBe(200);
    const technical = await technicalOf(dataset, 2);
    expect(technical).toMatchObject({ srid: 4326, warnings: [] });
    expect(technical.crs?.assumed).toBeUndefined();
    expect(technical.extent_wgs84?.map(Math.round)).toEqual([-180, -90, 180, 84]);
  });

  const REFUSED: [what: string, json: object, status: number, error: RegExp][] = [
    ['an unknown code', { srid: 99999 }, 422, /There is no coordinate system EPSG:99999/],
    ['a system of heights only', { srid: 5703 }, 422, /There is no coordinate system EPSG:5703/],
    ['degrees for metres', { srid: 4326 }, 422, /are not degrees/],
    ['a code that is not a number', { srid: '25832; DROP' }, 400, /srid/],
    ['no code', {}, 400, /srid/],
    ['an unknown layer', { srid: 25832, layers: ['nowhere'] }, 400, /There is no layer "nowhere"/],
    ['a comment that is too long', { srid: 25832, version_label: 'x'.repeat(301) }, 400, /version_label/],
  ];

  beforeAll(() => storeMetres('refused'));

  test.each(REFUSED)('rejects %s and changes nothing', async (_what, json, status, error) => {
    const answer = await vault.setCrs('refused', json);
    expect({ status: answer.status, error: answer.body.error }).toEqual({
      status,
      error: expect.stringMatching(error),
    });
    const { rows } = await vault.app.admin.query(
      `SELECT payload FROM vault.jobs WHERE kind = 'version.set_crs' AND payload ->> 'title' = $1`,
      ['refused'],
    );
    expect(rows).toEqual([]);
  });

  test('rejects GeoJSON, a raster that is not georeferenced, and the system that the file has already', async () => {
    await vault.store('always', 'always.geojson', geoJson());
    expect(await vault.setCrs('always', { srid: 25832 })).toMatchObject({
      status: 422,
      body: { error: expect.stringContaining('GeoJSON is always in WGS 84') },
    });
    await vault.store('scan', 'scan.tif', await rasterWithoutCrs());
    expect(await vault.setCrs('scan', { srid: 25832 })).toMatchObject({
      status: 422,
      body: { error: expect.stringContaining('not georeferenced') },
    });
    const same = await vault.setCrs('set a GeoTIFF', { srid: 25832 }, 2);
    expect(same).toMatchObject({ status: 409, body: { error: expect.stringContaining('already') } });
  });

  test('requires the edit permission, also for the preview', async () => {
    const dataset = 'bound to rights';
    await storeMetres(dataset);
    await vault.app.grant({ to: vault.bo, on: dataset, permission: 'view' });
    for (const [method, path] of [
      ['POST', crsPath(dataset)],
      ['GET', `${crsPath(dataset)}/25832`],
    ] as const) {
      const json = method === 'POST' ? { json: { srid: 25832 } } : {};
      expect((await ask(vault.app, vault.bo, { method, path, ...json })).status).toBe(403);
      expect((await ask(vault.app, null, { method, path, ...json })).status).toBe(401);
    }
  });
});
