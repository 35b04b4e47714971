import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  crsArgument,
  crsFromWkt,
  fromWgs84,
  inspectDataset,
  makeWorkingCopy,
  openGdal,
  previewRaster,
  previewVector,
} from '../src/index.ts';
import type { Gdal, SourceFile } from '../src/index.ts';
import { boxOf } from '../src/reader/geopackage/geometry-box.ts';
import { parseOgrinfo, plainGeometryType } from '../src/gdal/ogrinfo.ts';
import { rampText, VIRIDIS } from '../src/preview/raster-style.ts';

const SAMPLE = resolve(import.meta.dirname, '../../../tools/sample-data');

let folder: string;
let gdal: Gdal;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-geo-'));
  gdal = await openGdal();
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const scratch = () => mkdtemp(join(folder, 'job-'));

async function layersOf(file: string, format: SourceFile['format']) {
  const source = { path: join(SAMPLE, file), format };
  const target = join(await scratch(), 'copy.gpkg');
  if (format !== 'GPKG') await makeWorkingCopy(gdal, source, { cwd: await scratch(), target });
  const path = format === 'GPKG' ? source.path : target;
  return { path, info: await inspectDataset(gdal, { path, format: 'GPKG' }, { cwd: await scratch() }) };
}

test('the preview of a large layer is an even sample of the whole extent and is marked as incomplete', async () => {
  const { path, info } = await layersOf('populated-places.geojson', 'GeoJSON');
  const text = await previewVector(gdal, {
    path,
    layers: info.layers ?? [],
    limit: 40,
    cwd: await scratch(),
  });
  const { features, ...members } = JSON.parse(text);
  expect(members).toMatchObject({ complete: false, total: 243, returned: 40, simplified: false });
  const longitudes = features.map((f: any) => f.geometry.coordinates[0]);
  expect(Math.min(...longitudes)).toBeLessThan(-60);
  expect(Math.max(...longitudes)).toBeGreaterThan(100);
});

test('a preview that would be too large is simplified and stays within its limit', async () => {
  const { path, info } = await layersOf('states.zip', 'ESRI Shapefile');
  const maxBytes = 60_000;
  const text = await previewVector(gdal, { path, layers: info.layers ?? [], maxBytes, cwd: await scratch() });
  expect(Buffer.byteLength(text)).toBeLessThan(maxBytes + 2_000);
  expect(JSON.parse(text).type).toBe('FeatureCollection');
});

test('a box outside the data returns no features and a complete preview', async () => {
  const { path, info } = await layersOf('rivers.zip', 'ESRI Shapefile');
  const text = await previewVector(gdal, {
    path,
    layers: info.layers ?? [],
    bbox: [-40, 20, -35, 25],
    cwd: await scratch(),
  });
  expect(JSON.parse(text)).toMatchObject({ features: [], complete: true, total: 0 });
});

test('the extent comes from the index when the file declares a wrong one', async () => {
  const path = join(await scratch(), 'wrong.gpkg');
  await import('node:fs/promises').then(({ writeFile }) =>
    readFile(join(SAMPLE, 'countries.gpkg')).then((bytes) => writeFile(path, bytes)),
  );
  const db = new DatabaseSync(path);
  db.exec('UPDATE gpkg_contents SET min_x = 0, min_y = 0, max_x = 1, max_y = 1');
  db.close();
  const info = await inspectDataset(gdal, { path, format: 'GPKG' }, { cwd: await scratch() });
  expect(info.extent?.[0]).toBeCloseTo(-180, 3);
  expect(info.extent?.[3]).toBeCloseTo(83.6, 1);
});

test('a raster of the whole world is cut at the limits of Web Mercator', async () => {
  const picture = await previewRaster(gdal, {
    path: join(SAMPLE, 'geoid.tif'),
    width: 256,
    cwd: await scratch(),
  });
  expect(picture.type).toBe('image/png');
  expect(picture.bounds?.[1]).toBeCloseTo(-85.0511, 3);
  expect(picture.bounds?.[3]).toBeCloseTo(85.0511, 3);
});

test('the box of a geometry is read from its header, and from the coordinates of a point', () => {
  const point = Buffer.alloc(29);
  point.write('GP');
  point[3] = 1;
  point[8] = 1;
  point.writeUInt32LE(1, 9);
  point.writeDoubleLE(13.4, 13);
  point.writeDoubleLE(52.5, 21);
  expect(boxOf(point)).toEqual([13.4, 52.5, 13.4, 52.5]);
  const area = Buffer.alloc(40);
  area.write('GP');
  area[3] = 3;
  [1, 2, 3, 4].forEach((value, i) => area.writeDoubleLE(value, 8 + i * 8));
  expect(boxOf(area)).toEqual([1, 3, 2, 4]);
  expect(boxOf(Buffer.from('nonsense'))).toBeNull();
});

test('a CRS is read from both versions of WKT, and is passed to GDAL as a code or WKT only', () => {
  const one = crsFromWkt(
    'PROJCS["A",GEOGCS["B",UNIT["degree",0.01]],UNIT["metre",1],AUTHORITY["EPSG","32616"]]',
  );
  expect(one).toMatchObject({ name: 'A', srid: 32616, kind: 'projected', unit: 'metre' });
  const two = crsFromWkt('GEOGCRS["WGS 84",DATUM["x"],ANGLEUNIT["degree",0.0174],ID["EPSG",4326]]');
  expect(two).toMatchObject({ name: 'WGS 84', srid: 4326, kind: 'geographic', unit: 'degree' });
  expect(crsFromWkt('/etc/passwd')).toBeNull();
  expect(crsArgument({ name: 'x', wkt: 'http://127.0.0.1/' })).toBeNull();
  expect(crsArgument({ name: 'x', authority: 'EPSG', code: '4326' })).toBe('EPSG:4326');
  expect(crsArgument({ name: 'x', authority: 'NONE', code: '../x' })).toBeNull();
});

test('driver, layers, counts and codes are read from the output of ogrinfo', () => {
  const text = [
    "INFO: Open of `x'",
    "      using driver `GeoJSON' successful.",
    '',
    'Layer name: a: b',
    'Geometry: 3D Multi Polygon',
    'Feature Count: 12',
    'Layer SRS WKT:',
    'GEOGCRS["WGS 84",',
    '    ID["EPSG",4326]]',
    'Data axis to CRS axis mapping: 2,1',
  ].join('\n');
  expect(parseOgrinfo(text)).toEqual({
    driver: 'GeoJSON',
    layers: [{ name: 'a: b', geometryType: 'MultiPolygon', featureCount: 12, srid: 4326, fieldNames: [] }],
  });
  expect(plainGeometryType('Unknown (any)')).toBe('Geometry');
  expect(plainGeometryType('Line String')).toBe('LineString');
});

test('a ramp runs from the low to the high value and leaves nodata transparent', () => {
  const lines = rampText(VIRIDIS, 10, 20).trim().split('\n');
  expect(lines[0]).toBe('10 68 1 84 255');
  expect(lines.at(-2)).toBe('20 253 231 37 255');
  expect(lines.at(-1)).toBe('nv 0 0 0 0');
});

test('fromWgs84 transforms an extent across the antimeridian to the area between its sides, not to the rest of the world', async () => {
  const crs = { name: 'NAD83 / Alaska Albers', authority: 'EPSG', code: '3338', srid: 3338 };
  const area = await fromWgs84(gdal, [172.42, 51.3, -129.99, 71.4], { crs, cwd: await scratch() });
  const [west = 0, south = 0, east = 0, north = 0] = area ?? [];
  expect([west, south, east, north].map((metres) => Math.round(metres / 1e5))).toEqual([-23, 1, 16, 27]);
});
