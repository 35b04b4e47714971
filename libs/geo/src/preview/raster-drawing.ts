import { toGeoError } from '../gdal/gdal.ts';
import type { Gdal } from '../gdal/gdal.ts';
import { readRasterHeader } from '../inspect/raster-header.ts';
import { placeSource } from '../source/source-file.ts';
import { rangeOf, refuseWhatCannotBeDrawn } from './preview-raster.ts';
import { chooseStyle, GRAY, VIRIDIS } from './raster-style.ts';
import type { RasterStyle } from './raster-style.ts';

/** How another program draws a raster as our previews do. */
export interface RasterDrawing {
  kind: RasterStyle['kind'];
  /** Numbers of the bands that are drawn: one, or red, green, blue and perhaps alpha. */
  bands: number[];
  /** Range of values of each of these bands, from the first to the last colour. */
  ranges: [number, number][];
  /** Colours of a ramp at equal distances, as red, green, blue; empty for other kinds. */
  ramp: readonly (readonly [number, number, number])[];
  /** Red, green, blue and alpha by value; empty without a colour table. */
  palette: number[][];
}

/** Enough for colours; a raster with more pixels is sampled. */
const STATISTICS = '-approx_stats';

/**
 * The colours in which a GeoTIFF is drawn.
 * @throws {AppError} unprocessable when it is too large without overviews, or has complex numbers
 */
export async function describeDrawing(
  gdal: Gdal,
  path: string,
  options: { cwd: string; signal?: AbortSignal },
): Promise<RasterDrawing> {
  const run = { timeLimitMs: 5 * 60_000, ...options };
  try {
    const input = await placeSource({ path, format: 'GTiff' }, options.cwd);
    const header = await readRasterHeader(gdal, input, run);
    refuseWhatCannotBeDrawn(header);
    const style = chooseStyle(header);
    // A raster without a single value has no statistics; GDAL calls that an error.
    const measured = await readRasterHeader(gdal, input, { ...run, extra: [STATISTICS] }).catch(() => header);
    const bandOf = (number: number) => measured.bands[number - 1] ?? header.bands[0]!;
    return {
      kind: style.kind,
      bands: style.bands,
      ranges: style.bands.map((number) => rangeOf(bandOf(number))),
      ramp: style.kind === 'ramp' ? (style.gray ? GRAY : VIRIDIS) : [],
      palette: style.kind === 'palette' ? (header.bands[0]?.colorTable?.entries ?? []) : [],
    };
  } catch (error) {
    throw toGeoError(error, 'vault.preview_failed', 'The raster cannot be drawn; check it in a desktop GIS.');
  }
}
