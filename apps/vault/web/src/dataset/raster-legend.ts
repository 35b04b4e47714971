import type { RasterLegend } from '@cairn/ui/map';
import type { TechnicalMetadata } from '../client.ts';

/** Least value black, greatest white: how the picture of a single band is drawn. */
const GREYS = ['#000000', '#ffffff'];

/** What the tones of a picture mean; nothing for photographs and for palettes of named classes. */
export function rasterLegend(technical: TechnicalMetadata | undefined): RasterLegend | undefined {
  const raster = technical?.raster;
  const band = raster?.bands[0];
  if (!raster || raster.band_count > 2 || !band || band.color_table_entries) return undefined;
  const { minimum, maximum, unit } = band;
  if (minimum === undefined || maximum === undefined || !(maximum > minimum)) return undefined;
  return { minimum, maximum, unit, colors: GREYS };
}
