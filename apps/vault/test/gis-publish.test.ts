import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { extractZip } from '@cairn/files';
import { signServiceToken } from '@cairn/auth';
import { SERVICE_SECRET } from '@cairn/testing';
import { getMap, pixelOf, startGisPublish, twoColours } from './gis-publish.ts';
import type { TestGisPublish } from './gis-publish.ts';
import { SAMPLE_DATA } from './test-app.ts';

const run = promisify(execFile);
const RED = [255, 0, 0, 255];
const BLUE = [0, 0, 255, 255];
const GREEN = [0, 128, 0, 255];
const SQUARE = { crs: 'CRS:84', bbox: [0, 0, 10, 10] };

let gis: TestGisPublish;
let redAndBlue: Buffer;
let green: Buffer;
beforeAll(async () => {
  [gis, redAndBlue, green] = await Promise.all([
    startGisPublish({ GIS_SNAPSHOTS: '3' }),
    twoColours('red', 'blue'),
    twoColours('green', 'green'),
  ]);
});
afterAll(() => gis?.close());

/** Colours of the left and the right half of the map of a project. */
async function colours(id: string, layer = id): Promise<number[][]> {
  const left = await pixelOf(await gis.wms(id, getMap(layer, SQUARE)), [16, 32]);
  return [left, await pixelOf(await gis.wms(id, getMap(layer, SQUARE)), [48, 32])];
}

const versionsOf = async (id: string): Promise<number[]> =>
  (await gis.json(`/api/projects/${id}/versions`)).body.versions.map(
    (each: { version: number }) => each.version,
  );

const generationsOf = async (id: string): Promise<string[]> =>
  (await readdir(join(gis.folder, 'projects', id))).filter((name) => name.startsWith('g-')).toSorted();

test('PUT /api/projects/{id} publishes a GeoTIFF that GET /api/projects/{id}/wms draws in its colours', async () => {
  const { status, body } = await gis.publish('flag', redAndBlue, { format: 'GTiff', source: 'version-1' });
  expect([status, body]).toEqual([
    201,
    {
      ...{ id: 'flag', name: 'flag', created_at: expect.any(String), updated_at: expect.any(String) },
      ...{ render_mode: 'raster', runtime_status: 'running', source: 'version-1' },
      layers: [{ name: 'flag', title: 'flag' }],
    },
  ]);
  expect(await colours('flag')).toEqual([RED, BLUE]);
  const outside = await gis.wms('flag', getMap('flag', { crs: 'CRS:84', bbox: [20, 20, 30, 30] }));
  expect(await pixelOf(outside, [32, 32])).toMatchObject({ 3: 0 });
  // In the coordinates of web maps, too.
  const mercator = { crs: 'EPSG:3857', bbox: [0, 0, 1_113_194, 1_118_889] };
  expect(await pixelOf(await gis.wms('flag', getMap('flag', mercator)), [16, 32])).toEqual(RED);
});

test('PUT /api/projects/{id} publishes each layer of a GeoPackage, drawn by its type of geometry', async () => {
  const file = join(SAMPLE_DATA, 'countries.gpkg');
  const { status, body } = await gis.publish('world', file, { format: 'GPKG', name: 'World & <Länder>' });
  expect([status, body]).toMatchObject([
    201,
    { name: 'World & <Länder>', render_mode: 'vector', layers: [{ name: 'countries', title: 'countries' }] },
  ]);
  const kazakhstan = getMap('countries', { crs: 'CRS:84', bbox: [60, 46, 70, 50] });
  expect(await pixelOf(await gis.wms('world', kazakhstan), [32, 32])).toEqual([102, 194, 165, 255]);
  const atlantic = getMap('countries', { crs: 'CRS:84', bbox: [-40, 30, -30, 40] });
  expect(await pixelOf(await gis.wms('world', atlantic), [32, 32])).toMatchObject({ 3: 0 });
  const info = await gis.wms('world', {
    ...kazakhstan,
    ...{
      REQUEST: 'GetFeatureInfo',
      QUERY_LAYERS: 'countries',
      INFO_FORMAT: 'application/json',
      I: '32',
      J: '32',
    },
  });
  expect((await info.json()) as object).toMatchObject({ features: [{ properties: { name: 'Kazakhstan' } }] });
  const legend = await gis.wms('world', {
    ...{ SERVICE: 'WMS', REQUEST: 'GetLegendGraphic', LAYER: 'countries', FORMAT: 'image/png' },
  });
  expect([legend.status, legend.headers.get('content-type')]).toEqual([200, 'image/png']);
});

test('PUT /api/projects/{id} publishes a layer of mixed geometries as one layer for each kind', async () => {
  const { status, body } = await gis.publish('mixed', await mixedGeometries(), { format: 'GPKG' });
  expect([status, body.layers]).toEqual([
    201,
    [
      { name: 'places_points', title: 'places (points)' },
      { name: 'places_lines', title: 'places (lines)' },
      { name: 'places_polygons', title: 'places (polygons)' },
    ],
  ]);
  const drawn = async (layer: string) => pixelOf(await gis.wms('mixed', getMap(layer, SQUARE)), [32, 32]);
  expect(await drawn('places_points')).toEqual([102, 194, 165, 255]);
  expect(await drawn('places_lines')).toMatchObject({ 3: 0 });
  expect(await drawn('places_polygons')).toEqual([141, 160, 203, 255]);
});

test('GET /api/projects/{id}/wms draws elevations with the colours of the preview, and nothing where there is no data', async () => {
  const file = join(SAMPLE_DATA, 'elevation.tif');
  await gis.publish('heights', file, { format: 'GTiff' });
  const inside = getMap('heights', { crs: 'EPSG:32616', bbox: [740_000, 4_010_000, 750_000, 4_020_000] });
  const [red = 0, greenPart = 0, blue = 0, alpha] = await pixelOf(await gis.wms('heights', inside), [30, 30]);
  expect(alpha).toBe(255);
  // A colour of viridis, which has no grey.
  expect(Math.max(red, greenPart, blue) - Math.min(red, greenPart, blue)).toBeGreaterThan(20);
  const capabilities = await (
    await gis.wms('heights', { SERVICE: 'WMS', REQUEST: 'GetCapabilities' })
  ).text();
  expect(capabilities).toContain('<CRS>EPSG:32616</CRS>');
  // The root, which is only a heading, and the layer.
  expect(capabilities.match(/<westBoundLongitude>-84\.4/g)).toHaveLength(2);
  expect(capabilities).toMatch(/<Layer queryable="1">\s*<Title>/);
  expect(capabilities.match(/<Layer [^>]*>\s*<Name>/g)).toHaveLength(1);
});

test("GDAL's WMS driver reads what is published", async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-wms-'));
  try {
    const token = signServiceToken({ service: 'vault', audience: 'gis-publish', secret: SERVICE_SECRET });
    await writeFile(
      join(folder, 'wms.xml'),
      `<GDAL_WMS><Service name="WMS"><Version>1.3.0</Version><ServerUrl>${gis.url}/api/projects/flag/wms?</ServerUrl><CRS>CRS:84</CRS>
       <ImageFormat>image/png</ImageFormat><Layers>flag</Layers><Styles></Styles><BBoxOrder>xyXY</BBoxOrder></Service>
       <DataWindow><UpperLeftX>0</UpperLeftX><UpperLeftY>10</UpperLeftY><LowerRightX>10</LowerRightX><LowerRightY>0</LowerRightY>
       <SizeX>64</SizeX><SizeY>64</SizeY></DataWindow><BandsCount>4</BandsCount></GDAL_WMS>`,
    );
    const env = { PATH: process.env.PATH ?? '', GDAL_HTTP_HEADERS: `Authorization: Bearer ${token}` };
    const { stdout } = await run('gdalinfo', ['wms.xml'], { cwd: folder, env });
    expect(stdout).toContain('Size is 64, 64');
    await run('gdal_translate', ['-q', '-of', 'PNG', 'wms.xml', 'read.png'], { cwd: folder, env });
    const read = new Response(new Uint8Array(await readFile(join(folder, 'read.png'))));
    expect(await pixelOf(read, [16, 32])).toEqual(RED);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('POST /api/projects/{id}/versions/{version}/restore brings the picture of a snapshot back, and keeps the runtime', async () => {
  expect((await gis.publish('sign', redAndBlue, { format: 'GTiff' })).status).toBe(201);
  expect((await gis.publish('sign', green, { format: 'GTiff' })).status).toBe(200);
  expect(await colours('sign')).toEqual([GREEN, GREEN]);
  expect(await versionsOf('sign')).toEqual([0, 1]);
  const restore = (version: number) =>
    gis.json(`/api/projects/sign/versions/${version}/restore`, { method: 'POST' });
  expect(await restore(1)).toEqual({
    status: 200,
    body: { success: true, project_id: 'sign', version: 1, snapshot: 2 },
  });
  expect(await colours('sign')).toEqual([RED, BLUE]);
  expect(await versionsOf('sign')).toEqual([0, 2, 1]);
  // Again: nothing to keep.
  expect((await restore(1)).body.snapshot).toBeNull();
  expect((await restore(2)).body.snapshot).toBe(1);
  expect(await colours('sign')).toEqual([GREEN, GREEN]);
  expect((await restore(9)).status).toBe(404);
  expect((await restore(0)).status).toBe(400);
});

test('GET /api/projects lists projects by name with the count of their snapshots', async () => {
  const { body } = await gis.json('/api/projects');
  expect(body.projects.map((each: any) => [each.id, each.snapshot_count])).toEqual(
    expect.arrayContaining([
      ['flag', 0],
      ['sign', 2],
    ]),
  );
  expect((await gis.json('/api/projects/nothing')).status).toBe(404);
  expect((await gis.json('/api/projects/..%2Fx')).status).toBe(400);
});

test('GET /api/projects/{id}/versions/{version}/download returns a ZIP with the project file and the very data', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-zip-'));
  try {
    for (const [path, data] of [
      ['/api/projects/sign/versions/1/download', redAndBlue],
      ['/api/projects/sign/download', green],
    ] as const) {
      const response = await gis.send(path);
      const bytes = Buffer.from(await response.arrayBuffer());
      expect([response.status, response.headers.get('content-length')]).toEqual([200, String(bytes.length)]);
      const target = await mkdtemp(join(folder, 'out-'));
      await writeFile(join(target, 'x.zip'), bytes);
      await extractZip(join(target, 'x.zip'), target, { place: ({ name }) => name });
      expect(hashOf(await readFile(join(target, 'data.tif')))).toBe(hashOf(data));
      expect(await readFile(join(target, 'project.qgs'), 'utf8')).toContain(
        '<datasource>./data.tif</datasource>',
      );
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('PUT /api/projects/{id} keeps the last snapshots only, and the sweeper removes what nothing refers to', async () => {
  for (let i = 0; i < 5; i += 1) await gis.publish('many', i % 2 ? green : redAndBlue, { format: 'GTiff' });
  expect(await versionsOf('many')).toEqual([0, 4, 3, 2]);
  expect(await generationsOf('many')).toHaveLength(5);
  expect(await gis.projects.sweep(0)).toBe(1);
  expect(await generationsOf('many')).toHaveLength(4);
  expect((await gis.json('/api/projects/many', { method: 'DELETE' })).body).toEqual({ success: true });
  expect((await gis.json('/api/projects/many')).status).toBe(404);
  expect(await readdir(join(gis.folder, 'projects'))).not.toContain('many');
});

test('PUT /api/projects/{id} refuses what is not a GeoTIFF with a coordinate system, and leaves nothing', async () => {
  const before = [await colours('sign'), await generationsOf('sign')];
  const refused = async (file: string | Buffer, format: string) => {
    const { status, body } = await gis.publish('sign', file, { format });
    expect([status, body.error]).toEqual([422, expect.stringMatching(/\w/)]);
  };
  await refused(Buffer.from('no raster'), 'GTiff');
  await refused(
    Buffer.from(
      '<GDAL_WMS><Service name="WMS"><ServerUrl>http://127.0.0.1:9/</ServerUrl></Service></GDAL_WMS>',
    ),
    'GTiff',
  );
  await refused(join(SAMPLE_DATA, 'elevation.tif'), 'GPKG');
  await refused(join(SAMPLE_DATA, 'countries.gpkg'), 'GTiff');
  expect([await colours('sign'), await generationsOf('sign')]).toEqual(before);
  expect(await readdir(join(gis.folder, 'incoming'))).toEqual([]);
  expect(await readdir(join(gis.folder, 'work'))).toEqual([]);
});

test('GET /api/projects answers only services with a token for this service', async () => {
  for (const authorization of [
    '',
    'Bearer cairn_svc_x.y',
    `Bearer ${signServiceToken({ service: 'vault', audience: 'portal', secret: SERVICE_SECRET })}`,
    `Bearer ${signServiceToken({ service: 'vault', audience: 'gis-publish', secret: 'another secret of 32 bytes, as long' })}`,
  ])
    expect((await fetch(`${gis.url}/api/projects`, { headers: { authorization } })).status).toBe(401);
});

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** A GeoPackage with a point and an area in one layer. */
async function mixedGeometries(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-mixed-'));
  const ring = [
    [2, 2],
    [8, 2],
    [8, 8],
    [2, 8],
    [2, 2],
  ];
  const features = [
    { type: 'Point', coordinates: [5, 5] },
    { type: 'Polygon', coordinates: [ring] },
  ].map((geometry) => ({ type: 'Feature', properties: {}, geometry }));
  try {
    await writeFile(join(folder, 'in.geojson'), JSON.stringify({ type: 'FeatureCollection', features }));
    const args = ['-f', 'GPKG', '-nln', 'places', '-nlt', 'GEOMETRY', 'out.gpkg', 'in.geojson'];
    await run('ogr2ogr', args, { cwd: folder });
    return await readFile(join(folder, 'out.gpkg'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
