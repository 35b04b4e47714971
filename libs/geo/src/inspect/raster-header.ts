import { unprocessable } from '@cairn/service/errors';
import { assumeCrs, crsFromWkt } from '../crs/crs.ts';
import type { Crs } from '../crs/crs.ts';
import type { Gdal, GdalOptions } from '../gdal/gdal.ts';

/** The parts of `gdalinfo -json` that we read. */
export interface RasterHeader {
  driverShortName: string;
  size: [number, number];
  coordinateSystem?: { wkt?: string };
  geoTransform?: [number, number, number, number, number, number];
  gcps?: { coordinateSystem?: { wkt?: string }; gcpList?: unknown[] };
  metadata?: Record<string, Record<string, string>>;
  bands: {
    band: number;
    block?: [number, number];
    type: string;
    colorInterpretation?: string;
    description?: string;
    unit?: string;
    noDataValue?: number | string | null;
    minimum?: number;
    maximum?: number;
    mean?: number;
    stdDev?: number;
    overviews?: { size: [number, number] }[];
    mask?: { flags?: string[] };
    colorTable?: { count: number; entries?: number[][] };
  }[];
}

/**
 * The metadata domain in which GDAL looks for a file of overviews (GDALDefaultOverviews, item OVERVIEW_FILE). A GeoTIFF may
 * carry it inside, and would then show the pixels of any raster on the server that it can name.
 */
const OVERVIEWS = 'OVERVIEWS';

/** Reads a raster's header; `extra` may request statistics. @throws {AppError} unprocessable unless GDAL's GTiff driver opens it. */
export async function readRasterHeader(
  gdal: Gdal,
  input: string,
  options: GdalOptions & { extra?: string[] },
): Promise<RasterHeader> {
  const { extra = [], ...run } = options;
  const { stdout } = await gdal.run(
    'gdalinfo',
    ['-json', '-nofl', '-norat', '-if', 'GTiff', '-mdd', OVERVIEWS, ...extra, input],
    { maxOutputBytes: 16 * 1024 * 1024, ...run },
  );
  const header = parseGdalJson(stdout) as RasterHeader;
  if (header.driverShortName !== 'GTiff' || header.bands.length === 0) {
    throw unprocessable('vault.content_mismatch', 'The file is not a GeoTIFF with at least one band.');
  }
  if (header.metadata?.[OVERVIEWS]) {
    throw unprocessable(
      'vault.foreign_overviews',
      'The GeoTIFF names another file as its overviews; build them into the file with gdaladdo and send it again.',
    );
  }
  return header;
}

/** GDAL writes nan and inf, which are not JSON: outside of texts they become texts. */
export function parseGdalJson(text: string): unknown {
  return JSON.parse(
    text.replace(/"(?:[^"\\]|\\.)*"|-?\b(?:nan|inf(?:inity)?)\b/gi, (token) =>
      token.startsWith('"') ? token : `"${token}"`,
    ),
  );
}

/** The raster's CRS; WGS 84, marked as assumed, when it names none and its coordinates can be degrees; else null. */
export function rasterCrs(header: RasterHeader): Crs | null {
  const wkt = header.coordinateSystem?.wkt ?? header.gcps?.coordinateSystem?.wkt ?? '';
  return crsFromWkt(wkt) ?? (wkt === '' ? assumeCrs(headerExtent(header)) : null);
}

/** Corners in the raster's own CRS: min x, min y, max x, max y; null when it has no place. */
export function headerExtent(header: RasterHeader): [number, number, number, number] | null {
  const transform = header.geoTransform;
  if (!transform?.every(Number.isFinite)) return null;
  const [width, height] = header.size;
  const corners = [
    [0, 0],
    [width, 0],
    [0, height],
    [width, height],
  ].map(([column, row]) => [
    transform[0] + (column as number) * transform[1] + (row as number) * transform[2],
    transform[3] + (column as number) * transform[4] + (row as number) * transform[5],
  ]);
  const xs = corners.map((corner) => corner[0] as number);
  const ys = corners.map((corner) => corner[1] as number);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}
