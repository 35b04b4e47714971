import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { alteredGeopackage } from './hostile.ts';
import type { Bytes } from './hostile.ts';

const run = promisify(execFile);

/** Two points near Stuttgart in UTM zone 32N (EPSG:25832), or in degrees. */
const POINTS = {
  metres: [
    [513_000, 5_403_000],
    [523_000, 5_413_000],
  ],
  degrees: [
    [9.18, 48.78],
    [9.31, 48.87],
  ],
};

export type Unit = keyof typeof POINTS;

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-crs-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function read(path: string): Promise<Bytes> {
  return new Uint8Array(await readFile(path));
}

function csv(unit: Unit): string {
  const rows = POINTS[unit].map(([x, y], i) => `${i + 1},"Ort ${i === 0 ? 'ä' : 'b'}",${x},${y}`);
  return `id,name,x,y\n${rows.join('\n')}\n`;
}

/** A GeoPackage or a zipped shapefile whose layers name no coordinate system. */
export function vectorWithoutCrs(
  format: 'GPKG' | 'ESRI Shapefile',
  unit: Unit,
  layers = ['places'],
): Promise<Bytes> {
  return inFolder(async (folder) => {
    const output = join(folder, format === 'GPKG' ? 'out.gpkg' : 'out.shp.zip');
    for (const [i, layer] of layers.entries()) {
      const input = ['-oo', 'X_POSSIBLE_NAMES=x', '-oo', 'Y_POSSIBLE_NAMES=y', '-oo', 'AUTODETECT_TYPE=YES'];
      const args = ['-f', format, ...(i > 0 ? ['-update'] : []), '-nln', layer, output, 'CSV:/vsistdin/'];
      const child = run('ogr2ogr', [...args, ...input], { cwd: folder });
      child.child.stdin?.end(csv(unit));
      await child;
    }
    return read(output);
  });
}

/** The same points in a GeoPackage whose srs_id is 0 (undefined geographic) or -1 (undefined Cartesian). */
export function undefinedGeopackage(srsId: 0 | -1): Promise<Bytes> {
  return alteredGeopackage(
    `UPDATE gpkg_geometry_columns SET srs_id = ${srsId}; UPDATE gpkg_contents SET srs_id = ${srsId}`,
  );
}

/** A striped, compressed GeoTIFF; `corners` are its left, top, right and bottom, absent where it does not say. */
export function rasterWithoutCrs(corners?: [number, number, number, number]): Promise<Bytes> {
  return inFolder(async (folder) => {
    const output = join(folder, 'out.tif');
    const place = corners ? ['-a_ullr', ...corners.map(String)] : [];
    const how = ['-co', 'COMPRESS=DEFLATE', '-outsize', '40', '30', '-burn', '7', '-ot', 'Int16'];
    await run('gdal_create', ['-of', 'GTiff', ...how, ...place, output]);
    return read(output);
  });
}

/** What a GDAL program says of downloaded bytes. */
export function gdalSays(program: 'ogrinfo' | 'gdalinfo', bytes: Buffer, fileName: string): Promise<string> {
  return inFolder(async (folder) => {
    const path = join(folder, fileName);
    await writeFile(path, bytes);
    const opened = fileName.endsWith('.zip') ? `/vsizip/${path}` : path;
    const args = program === 'ogrinfo' ? ['-ro', '-al', '-so', opened] : ['-checksum', opened];
    return (await run(program, args)).stdout;
  });
}
