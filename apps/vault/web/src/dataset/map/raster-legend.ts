import type { RasterLegend } from '@cairn/ui/map';
import type { Band, TechnicalMetadata } from '../../client.ts';

const GREYS = ['#000000', '#ffffff'];
/** Viridis, as the server's pictures are drawn. */
const VIRIDIS = [
  '#440154',
  '#482475',
  '#414487',
  '#355f8d',
  '#2a788e',
  '#21918c',
  '#22a884',
  '#44bf70',
  '#7ad151',
  '#bddf26',
  '#fde725',
];

/**
 * What the colours of a picture mean: a single band is drawn in viridis, in greys when its values are
 * bytes. Nothing for photographs and for palettes of named classes, which explain themselves.
 */
export function rasterLegend(technical: TechnicalMetadata | undefined): RasterLegend | undefined {
  const bands = technical?.raster?.bands.filter((band) => !/alpha/i.test(band.color_interpretation)) ?? [];
  const band = bands[0];
  if (!band || bands.length > 2 || band.color_table_entries) return undefined;
  const range = drawnRange(band);
  if (!range) return undefined;
  return { ...range, unit: band.unit, colors: band.data_type === 'Byte' ? GREYS : VIRIDIS };
}

/** The range of most values, as the image is stretched: 2.5 standard deviations about the mean. */
function drawnRange({ minimum, maximum, mean, std_dev: deviation }: Band) {
  if (minimum === undefined || maximum === undefined) return null;
  const hasStatistics = mean !== undefined && deviation !== undefined;
  const low = hasStatistics ? Math.max(minimum, mean - 2.5 * deviation) : minimum;
  const high = hasStatistics ? Math.min(maximum, mean + 2.5 * deviation) : maximum;
  return high > low ? { minimum: low, maximum: high } : null;
}
