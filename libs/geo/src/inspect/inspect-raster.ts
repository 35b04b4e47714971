import { missingCrs, missingCrsSentences } from '../crs/crs.ts';
import { toWgs84 } from '../crs/extent.ts';
import type { Gdal, GdalOptions } from '../gdal/gdal.ts';
import { headerExtent, rasterCrs, readRasterHeader } from './raster-header.ts';
import type { RasterHeader } from './raster-header.ts';
import type { BandInfo, TechnicalInfo } from './types.ts';

/** Up to this many pixels over all bands, statistics are exact. */
const EXACT_PIXELS = 50_000_000;
/** … of a raster that is read by range. */
const EXACT_REMOTE_PIXELS = 1_000_000;
/** Beyond this, reading pixels needs overviews. */
export const MAX_PIXELS_WITHOUT_OVERVIEWS = 1_000_000_000;

export const NOT_GEOREFERENCED =
  'Not georeferenced: the file does not say where its pixels are, so the map cannot place it. Georeference it in QGIS (Layer → Georeferencer) and upload it again.';

/** Whether a picture of the whole raster can be had by reading a reasonable number of pixels. */
export function isReadable(header: RasterHeader): boolean {
  const smallest = Math.min(
    header.size[0] * header.size[1],
    ...(header.bands[0]?.overviews ?? []).map(({ size }) => size[0] * size[1]),
  );
  return smallest <= MAX_PIXELS_WITHOUT_OVERVIEWS;
}

export async function inspectRaster(gdal: Gdal, input: string, options: GdalOptions): Promise<TechnicalInfo> {
  const header = await readRasterHeader(gdal, input, options);
  const warnings: string[] = [];
  const pixels = header.size[0] * header.size[1] * header.bands.length;
  const exact = pixels <= (options.env ? EXACT_REMOTE_PIXELS : EXACT_PIXELS);
  let measured: RasterHeader | null = null;
  if (isReadable(header)) {
    // A raster whose every pixel is nodata has no statistics; GDAL calls that an error.
    measured = await readRasterHeader(gdal, input, {
      ...options,
      extra: [exact ? '-stats' : '-approx_stats'],
    }).catch(() => null);
  } else
    warnings.push(
      'The raster is very large and has no overviews, so there is no preview and no statistics. Add overviews with gdaladdo.',
    );

  const crs = rasterCrs(header);
  const extent = headerExtent(header);
  if (!crs && !extent) warnings.push(NOT_GEOREFERENCED);
  else warnings.push(...missingCrsSentences([{ name: '', missingCrs: missingCrs(crs) }]));
  const extentWgs84 = crs && extent ? await toWgs84(gdal, extent, { crs, cwd: options.cwd }) : null;
  const structure = header.metadata?.IMAGE_STRUCTURE ?? {};
  return {
    warnings,
    ...(crs ? { crs } : {}),
    ...(extent ? { extent } : {}),
    ...(extentWgs84 ? { extentWgs84 } : {}),
    raster: {
      width: header.size[0],
      height: header.size[1],
      bands: header.bands.map((band, i) => toBand(band, measured?.bands[i], exact)),
      ...(header.geoTransform?.every(Number.isFinite)
        ? {
            pixelSize: [
              Math.hypot(header.geoTransform[1], header.geoTransform[4]),
              Math.hypot(header.geoTransform[2], header.geoTransform[5]),
            ],
          }
        : {}),
      ...(structure.COMPRESSION ? { compression: structure.COMPRESSION } : {}),
      ...(structure.INTERLEAVE ? { interleave: structure.INTERLEAVE } : {}),
    },
  };
}

type HeaderBand = RasterHeader['bands'][number];

function toBand(band: HeaderBand, measured: HeaderBand | undefined, exact: boolean): BandInfo {
  const hasStatistics = typeof measured?.mean === 'number' && Number.isFinite(measured.mean);
  return {
    band: band.band,
    dataType: band.type,
    colorInterpretation: band.colorInterpretation ?? 'Undefined',
    overviews: (band.overviews ?? []).map(({ size }) => size),
    ...(band.description ? { description: band.description } : {}),
    ...(band.unit ? { unit: band.unit } : {}),
    ...(band.noDataValue === undefined || band.noDataValue === null
      ? {}
      : { nodata: toNodata(band.noDataValue) }),
    ...maskOf(band),
    ...(band.block ? { blockSize: band.block } : {}),
    ...(band.colorTable ? { colorTableEntries: band.colorTable.count } : {}),
    ...(hasStatistics
      ? {
          minimum: measured.minimum as number,
          maximum: measured.maximum as number,
          mean: measured.mean as number,
          stdDev: measured.stdDev as number,
          statisticsApproximate: !exact,
        }
      : {}),
  };
}

/** Flags of GDAL's GDALRasterBand::GetMaskFlags; gdalinfo leaves out the one that nodata alone brings. */
function maskOf({ mask, noDataValue }: HeaderBand): Pick<BandInfo, 'mask'> {
  const flags = mask?.flags ?? [];
  if (flags.includes('ALPHA')) return { mask: 'alpha' };
  if (flags.includes('PER_DATASET')) return { mask: 'mask' };
  return noDataValue === undefined || noDataValue === null ? {} : { mask: 'nodata' };
}

function toNodata(value: number | string): number | string {
  return typeof value === 'number' ? value : value.toLowerCase();
}
