import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { makeZip } from '@cairn/files/testing';
import type { ZipPart } from '@cairn/files/testing';
import { listen } from '@cairn/testing';
import { SAMPLE_DATA } from './test-app.ts';

const run = promisify(execFile);

export type Bytes = Uint8Array<ArrayBuffer>;

/** A server that must not get a request. */
export async function openCanary() {
  const calls: string[] = [];
  const server = createServer((req, res) => {
    calls.push(req.url ?? '');
    res.end('{}');
  });
  const url = await listen(server);
  return { url, calls, close: () => new Promise((done) => server.close(done)) };
}

/** A file whose content must not come out anywhere. */
export async function plantSecret() {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-secret-'));
  const secret = randomBytes(12).toString('hex');
  const path = join(folder, 'secret.txt');
  await writeFile(path, secret.repeat(20));
  return { path, secret, remove: () => rm(folder, { recursive: true, force: true }) };
}

export function text(content: string): Bytes {
  return new TextEncoder().encode(content);
}

export const feature = {
  type: 'Feature',
  properties: { a: 1 },
  geometry: { type: 'Point', coordinates: [1, 2] },
};

export function geoJson(members: object = {}): Bytes {
  return text(JSON.stringify({ type: 'FeatureCollection', features: [feature], ...members }));
}

/** Names of files, layers, tables, columns and the like. */
export const HOSTILE_NAMES = {
  quotes: `it's "q" \`b\` 'x''`,
  slashes: 'a/b\\c',
  'parent folders': '../../etc/passwd',
  'control characters': 'tab\tline\nbell\u0007',
  SQL: `x"; DROP TABLE gis.keep; --`,
  'percent-encoding': '%2e%2e%2f%00%27',
  '300 characters': 'n'.repeat(300),
  capitals: 'Keep',
};

export function rawVrt(path: string): Bytes {
  return text(`<VRTDataset rasterXSize="16" rasterYSize="16"><VRTRasterBand dataType="Byte" band="1" subClass="VRTRawRasterBand">
<SourceFilename relativetoVRT="0">${path}</SourceFilename><ImageOffset>0</ImageOffset><PixelOffset>1</PixelOffset>
<LineOffset>16</LineOffset></VRTRasterBand></VRTDataset>`);
}

export function wms(url: string): Bytes {
  return text(`<GDAL_WMS><Service name="TMS"><ServerUrl>${url}/\${z}/\${x}/\${y}.png</ServerUrl></Service>
<DataWindow><UpperLeftX>-180</UpperLeftX><UpperLeftY>90</UpperLeftY><LowerRightX>180</LowerRightX><LowerRightY>-90</LowerRightY>
<SizeX>256</SizeX><SizeY>256</SizeY><TileLevel>1</TileLevel></DataWindow><BandsCount>3</BandsCount></GDAL_WMS>`);
}

/** A raster without written pixels: 200,000 by 200,000 of them take about 461 KB. */
export async function sparseTiff(columns: number, rows = columns): Promise<Bytes> {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-sparse-'));
  try {
    const path = join(folder, 'sparse.tif');
    const tiles = [
      '-co',
      'TILED=YES',
      '-co',
      'BLOCKXSIZE=1024',
      '-co',
      'BLOCKYSIZE=1024',
      '-co',
      'SPARSE_OK=TRUE',
    ];
    const place = ['-a_srs', 'EPSG:3857', '-a_ullr', '0', '1000000', '1000000', '0'];
    await run('gdal_create', [
      '-q',
      '-of',
      'GTiff',
      '-outsize',
      String(columns),
      String(rows),
      '-bands',
      '1',
      ...tiles,
      ...place,
      path,
    ]);
    return new Uint8Array(await readFile(path));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The sample GeoPackage after some SQL. */
export async function alteredGeopackage(sql: string): Promise<Bytes> {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-gpkg-'));
  try {
    const path = join(folder, 'altered.gpkg');
    await writeFile(path, await readFile(join(SAMPLE_DATA, 'countries.gpkg')));
    const db = new DatabaseSync(path, { enableForeignKeyConstraints: false, defensive: false });
    db.exec(sql);
    db.close();
    return new Uint8Array(await readFile(path));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The parts of a shapefile, with something beside them. */
export async function shapefileZip(extra: ZipPart[], leaveOut: string[] = []): Promise<Bytes> {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-shp-'));
  try {
    const source = join(folder, 'source.geojson');
    await writeFile(source, geoJson());
    await run('ogr2ogr', ['-f', 'ESRI Shapefile', join(folder, 'points.shp'), source]);
    const parts: ZipPart[] = [];
    for (const extension of ['shp', 'shx', 'dbf', 'prj'].filter((each) => !leaveOut.includes(each))) {
      parts.push({ name: `points.${extension}`, data: await readFile(join(folder, `points.${extension}`)) });
    }
    return makeZip([...parts, ...extra]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
