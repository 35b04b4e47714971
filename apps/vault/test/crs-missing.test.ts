import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { until } from '@cairn/testing';
import { upload } from './client.ts';
import { rasterWithoutCrs, undefinedGeopackage, vectorWithoutCrs } from './crs-files.ts';
import { startCrsVault } from './crs-vault.ts';
import type { CrsVault } from './crs-vault.ts';
import { geoJson } from './hostile.ts';
import type { Bytes } from './hostile.ts';

let vault: CrsVault;

beforeAll(async () => {
  vault = await startCrsVault();
});

afterAll(() => vault.close());

/** Once its fields and geometries have been checked. */
async function checkedMetadata(path: string) {
  let answer = await vault.get(path);
  await until('it is checked', async () => {
    if (!/still being checked/.test(answer.body.warnings.join())) return true;
    answer = await vault.get(path);
    return false;
  });
  return answer.body;
}

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

  test.each(FILES)('is reported by upload and metadata for %s', async (what, fileName, file, missing) => {
    const sentence = missing === 'assumed' ? ASSUMED : UNPLACED;
    const { status, body } = await upload(vault.app, vault.ada, {
      file: await file(),
      fileName,
      dataset: what,
    });
    expect({ status, missing: body.missing_crs, warnings: body.warnings, problems: body.problems }).toEqual({
      status: 201,
      missing,
      warnings: [sentence],
      problems: [],
    });
    await vault.app.context.jobs.finished(Number(body.job_id));
    const path = `/metadata?dataset=${encodeURIComponent(what)}&version=1`;
    const technical = await checkedMetadata(path);
    expect(technical).toMatchObject({ warnings: [sentence] });
    if (body.type === 'vector') expect(technical.problem_count).toBe(0);
    if (missing === 'assumed') {
      expect(technical.crs).toMatchObject({ srid: 4326, assumed: true });
      expect(technical.extent_wgs84).toEqual(technical.extent);
    } else expect(technical).not.toHaveProperty('crs');
  });

  test('is drawn at its coordinates in degrees, also as a raster', async () => {
    const path = '/preview?dataset=a%20raster%20in%20degrees&version=1&width=64';
    const { status, headers } = await vault.get(path);
    expect(status).toBe(200);
    expect(headers.get('x-bounds')).toBe('6,45,8,47');
  });

  test('is reported by layer when other layers have a coordinate system', async () => {
    const file = await vectorWithoutCrs('GPKG', 'metres', ['one', 'two']);
    const { body } = await upload(vault.app, vault.ada, { file, fileName: 'all.gpkg' });
    expect(body.warnings).toEqual([UNPLACED]);
  });

  test('is never GeoJSON, and a raster that is not georeferenced is reported', async () => {
    const { body } = await upload(vault.app, vault.ada, { file: geoJson(), fileName: 'always.geojson' });
    expect({ missing: body.missing_crs, warnings: body.warnings }).toEqual({
      missing: undefined,
      warnings: [],
    });
    const scan = await upload(vault.app, vault.ada, {
      file: await rasterWithoutCrs(),
      fileName: 'scan.tif',
    });
    expect(scan.body.missing_crs).toBeUndefined();
    expect(scan.body.warnings).toEqual([expect.stringMatching(/^Not georeferenced: /)]);
  });
});
