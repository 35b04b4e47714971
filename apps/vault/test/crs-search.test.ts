import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { VaultSchemas } from '@cairn/contracts';
import { ask } from './client.ts';
import { rasterWithoutCrs, vectorWithoutCrs } from './crs-files.ts';
import { crsPath, expectInStuttgart, startCrsVault } from './crs-vault.ts';
import type { CrsVault } from './crs-vault.ts';

let vault: CrsVault;

beforeAll(async () => {
  vault = await startCrsVault();
});

afterAll(() => vault.close());

describe('GET /datasets/{name}/versions/{version}/crs', () => {
  beforeAll(async () => {
    const metres = await vectorWithoutCrs('GPKG', 'metres');
    await vault.store('a GeoPackage in metres', 'm.gpkg', metres);
    await vault.store('a raster in metres', 'm.tif', await rasterWithoutCrs([513e3, 5413e3, 517e3, 5410e3]));
    await vault.store('a shapefile in degrees', 'd.zip', await vectorWithoutCrs('ESRI Shapefile', 'degrees'));
    await vault.store('surveyed', 's.gpkg', metres);
    expect((await vault.setCrs('surveyed', { srid: 25832 })).status).toBe(200);
    // A version counts once its metadata was read.
    await vault.get('/metadata?dataset=surveyed&version=2');
  });

  const choices = async (dataset: string, q?: string): Promise<VaultSchemas['CrsChoice'][]> => {
    const query = q === undefined ? '' : `?q=${encodeURIComponent(q)}`;
    const { status, body } = await vault.get(`${crsPath(dataset)}${query}`);
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

  test('suggests systems that fit the coordinates, first those of other datasets', async () => {
    const metres = await choices('a GeoPackage in metres');
    expect(metres[0]).toMatchObject({ srid: 25832, datasets: expect.any(Number) });
    expect(metres.every(({ kind }) => kind !== 'geographic')).toBe(true);
    const degrees = await choices('a shapefile in degrees');
    expect(degrees[0]).toMatchObject({ srid: 4326 });
    expect(degrees.every(({ kind }) => kind === 'geographic')).toBe(true);
  });

  test('counts only datasets that the user may view', async () => {
    const dataset = 'a GeoPackage in metres';
    await vault.app.grant({ to: vault.bo, on: dataset, permission: 'edit' });
    const { body } = await ask(vault.app, vault.bo, { path: crsPath(dataset) });
    const counted = body.choices.filter((choice: VaultSchemas['CrsChoice']) => choice.datasets !== undefined);
    expect(counted).toEqual([]);
  });

  test('previews the location of the data and reports one outside the area of the system', async () => {
    const vector = await vault.get(`${crsPath('a GeoPackage in metres')}/25832`);
    expect(vector).toMatchObject({ status: 200, body: { srid: 25832, in_area: true } });
    expectInStuttgart(vector.body.bbox);
    expect(vector.body.features.features).toHaveLength(2);
    const raster = await vault.get(`${crsPath('a raster in metres')}/25832`);
    expectInStuttgart(raster.body.bbox);
    expect(raster.body.features.features[0].geometry.type).toBe('Polygon');
    const away = await vault.get(`${crsPath('a GeoPackage in metres')}/27700`);
    expect(away.body).toMatchObject({ in_area: false });
    const degrees = await vault.get(`${crsPath('a GeoPackage in metres')}/4326`);
    expect(degrees).toMatchObject({ status: 422, body: { error: expect.stringMatching(/are not degrees/) } });
  });
});
