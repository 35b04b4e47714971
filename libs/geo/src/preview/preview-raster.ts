import { toMercator, MAX_LATITUDE } from '../crs/web-mercator.ts';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unprocessable } from '@cairn/service/errors';
import { toWgs84 } from '../crs/extent.ts';
import type { Extent } from '../crs/extent.ts';
import { toGeoError } from '../gdal/gdal.ts';
import type { Gdal, GdalOptions } from '../gdal/gdal.ts';
import { isReadable } from '../inspect/inspect-raster.ts';
import { headerExtent, rasterCrs, readRasterHeader } from '../inspect/raster-header.ts';
import type { RasterHeader } from '../inspect/raster-header.ts';
import { chooseStyle, GRAY, rampText, VIRIDIS } from './raster-style.ts';
import type { RasterStyle } from './raster-style.ts';
import { placeSource } from '../source/source-file.ts';

export interface RasterPreviewOptions {
  /** A GeoTIFF. */
  path: string;
  /** For a remote file; see SourceFile. */
  env?: Record<string, string>;
  /** Most columns of the picture; default 1,024. */
  width?: number;
  /** An empty folder of the caller's. */
  cwd: string;
  signal?: AbortSignal;
}

export interface RasterPreview {
  data: Buffer;
  type: 'image/png' | 'image/jpeg';
  /** West, south, east, north of the picture in degrees; null when the raster has no place. */
  bounds: Extent | null;
}

/** Most rows of a picture, however narrow it is. */
const MAX_ROWS = 16_384;
/** Pixels outside the raster: exact in Float32, and not a value that occurs in data. */
const NOWHERE = -(2 ** 100);

/**
 * A picture of a GeoTIFF in Web Mercator (EPSG:3857), at most `width` pixels wide: colours as they are, stretched to
 * eight bits, or a ramp over a single band; transparent where there is no data.
 * AppError `unprocessable` when it is too large without overviews, or cannot be drawn.
 */
export async function previewRaster(gdal: Gdal, options: RasterPreviewOptions): Promise<RasterPreview> {
  const { cwd, signal, width = 1_024 } = options;
  const { path, env } = options;
  const run = { cwd, timeLimitMs: 60_000, ...(signal ? { signal } : {}), ...(env ? { env } : {}) };
  try {
    const input = await placeSource({ path, format: 'GTiff', ...(env ? { env } : {}) }, cwd);
    const header = await readRasterHeader(gdal, input, run);
    refuseWhatCannotBeDrawn(header);
    const style = chooseStyle(header);
    const columns = Math.min(width, header.size[0]);
    await reduce(gdal, { input, style, columns, header, run });
    const bounds = await boundsOf(gdal, header, cwd);
    const assumed = rasterCrs(header)?.assumed === true;
    const drawn = bounds ? await warp(gdal, { bounds, assumed, style, columns, width, run }) : 'reduced.tif';
    return { ...(await encode(gdal, { drawn, style, run })), bounds };
  } catch (error) {
    throw toGeoError(error, 'vault.preview_failed', 'The raster cannot be drawn; check it in a desktop GIS.');
  }
}

export function refuseWhatCannotBeDrawn(header: RasterHeader): void {
  if (!isReadable(header)) {
    const [width, height] = header.size;
    throw unprocessable(
      'vault.raster_too_large',
      `The raster has ${width} × ${height} pixels and no overviews, too many to draw; add overviews with gdaladdo and upload it again.`,
    );
  }
  if (header.bands.some(({ type }) => type.startsWith('C'))) {
    throw unprocessable(
      'vault.complex_raster',
      'The raster contains complex numbers, which cannot be drawn.',
    );
  }
}

interface Step {
  style: RasterStyle;
  columns: number;
  run: GdalOptions;
}

/** Reads the raster once, at the size of the picture, through its overviews where it has them. */
async function reduce(gdal: Gdal, step: Step & { input: string; header: RasterHeader }): Promise<void> {
  const { style, columns, header, run } = step;
  const smooth = style.kind !== 'palette' && header.size[0] * header.size[1] <= 250_000_000;
  const [width, height] = header.size;
  // A strip of few columns may have millions of rows.
  const scale = Math.min(columns / width, MAX_ROWS / height, 1);
  const outsize = [width, height].map((side) => String(Math.max(1, Math.round(side * scale))));
  const size = scale < 1 ? ['-outsize', ...outsize, '-r', smooth ? 'average' : 'nearest'] : [];
  const bands = style.bands.flatMap((band) => ['-b', String(band)]);
  const how =
    style.kind === 'palette' ? ['-expand', 'rgba'] : style.kind === 'ramp' ? ['-ot', 'Float32'] : [];
  const target = style.kind === 'stretch' ? 'wide.tif' : 'reduced.tif';
  await gdal.run(
    'gdal_translate',
    ['-q', '-of', 'GTiff', '-if', 'GTiff', ...size, ...bands, ...how, step.input, target],
    run,
  );
  if (style.kind !== 'stretch') return;
  const { bands: measured } = await readRasterHeader(gdal, target, { ...run, extra: ['-stats'] });
  const scales = measured.flatMap((band, i) => {
    const [low, high] = rangeOf(band);
    return [`-scale_${i + 1}`, String(low), String(high), '1', '255'];
  });
  // Values below the range, nodata among them, become 0.
  await gdal.run(
    'gdal_translate',
    ['-q', '-of', 'GTiff', '-ot', 'Byte', ...scales, '-a_nodata', '0', target, 'reduced.tif'],
    run,
  );
}

async function boundsOf(gdal: Gdal, header: RasterHeader, cwd: string): Promise<Extent | null> {
  const crs = rasterCrs(header);
  const extent = headerExtent(header);
  const world = crs && extent ? await toWgs84(gdal, extent, { crs, cwd }) : null;
  if (!world) return null;
  const [west, south, east, north] = world;
  const bounds: Extent = [west, Math.max(south, -MAX_LATITUDE), east, Math.min(north, MAX_LATITUDE)];
  return bounds[0] < bounds[2] && bounds[1] < bounds[3] ? bounds : null;
}

async function warp(
  gdal: Gdal,
  step: Step & { bounds: Extent; assumed: boolean; width: number },
): Promise<string> {
  const { bounds, style, run } = step;
  const [left, bottom] = toMercator([bounds[0], bounds[1]]);
  const [right, top] = toMercator([bounds[2], bounds[3]]);
  const aspect = (top - bottom) / (right - left);
  // A raster on both sides of the antimeridian is a small part of the world that its picture spans.
  const wanted = bounds[2] - bounds[0] === 360 ? step.width : step.columns * 1.25;
  const columns = Math.max(1, Math.round(Math.min(step.width, wanted, (step.width * 1.5) / aspect)));
  const rows = Math.max(1, Math.round(columns * aspect));
  await gdal.run(
    'gdalwarp',
    [
      ...[
        '-q',
        '-of',
        'GTiff',
        '-t_srs',
        'EPSG:3857',
        ...(step.assumed ? ['-s_srs', 'EPSG:4326'] : []),
        '-wm',
        '64',
        '-r',
        style.kind === 'palette' ? 'near' : 'bilinear',
      ],
      ...['-te', ...[left, bottom, right, top].map(String), '-ts', String(columns), String(rows)],
      ...(style.kind === 'ramp' ? ['-dstnodata', String(NOWHERE)] : ['-dstalpha']),
      ...['reduced.tif', 'warped.tif'],
    ],
    run,
  );
  return 'warped.tif';
}

async function encode(
  gdal: Gdal,
  { drawn, style, run }: { drawn: string; style: RasterStyle; run: GdalOptions },
): Promise<Pick<RasterPreview, 'data' | 'type'>> {
  const picture = join(run.cwd, 'picture.png');
  if (style.kind === 'ramp') {
    const header = await readRasterHeader(gdal, drawn, { ...run, extra: ['-stats'] }).catch(() => null);
    const [low, high] = header?.bands[0] ? rangeOf(header.bands[0]) : [0, 1];
    await writeFile(join(run.cwd, 'ramp.txt'), rampText(style.gray ? GRAY : VIRIDIS, low, high));
    await gdal.run(
      'gdaldem',
      ['color-relief', '-q', '-alpha', '-of', 'PNG', drawn, 'ramp.txt', 'picture.png'],
      run,
    );
  } else {
    await gdal.run('gdal_translate', ['-q', '-of', 'PNG', drawn, 'picture.png'], run);
  }
  const data = await readFile(picture);
  if (style.kind === 'ramp' || style.kind === 'palette') return { data, type: 'image/png' };
  const { default: sharp } = await import('sharp');
  const image = sharp(data);
  if (!(await image.stats()).isOpaque) return { data, type: 'image/png' };
  return { data: await image.removeAlpha().jpeg({ quality: 85 }).toBuffer(), type: 'image/jpeg' };
}

/** The range of most values: 2.5 standard deviations around the mean, within minimum and maximum. */
export function rangeOf(band: RasterHeader['bands'][number]): [number, number] {
  const { minimum = 0, maximum = 1, mean, stdDev } = band;
  if (typeof mean !== 'number' || typeof stdDev !== 'number')
    return [minimum, maximum > minimum ? maximum : minimum + 1];
  const low = Math.max(minimum, mean - 2.5 * stdDev);
  const high = Math.min(maximum, mean + 2.5 * stdDev);
  return [low, high > low ? high : low + 1];
}
