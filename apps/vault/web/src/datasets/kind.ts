import { formatNumber, t } from '@cairn/ui';
import type { DatasetSummary } from '../client.ts';

type Described = Pick<DatasetSummary, 'type' | 'geometry_type' | 'feature_count' | 'layer_count'>;

/** "Points", "Areas", "Raster" …: what a dataset holds, in one word. */
export function kindOf(described: Described): string {
  const key = keyOf(described);
  let word = words.get(key);
  if (word === undefined) words.set(key, (word = t(`kind.${key}`)));
  return word;
}

// Lists are searched and sorted by it: asking the catalog for each of thousands of rows takes a second.
const words = new Map<string, string>();

function keyOf({ type, geometry_type: geometry }: Described): string {
  if (type === 'raster') return 'raster';
  if (!geometry) return 'vector';
  if (/point/i.test(geometry)) return 'points';
  if (/(line|curve)/i.test(geometry) && !/polygon/i.test(geometry)) return 'lines';
  return /(polygon|surface)/i.test(geometry) ? 'areas' : 'mixed';
}

/** "241 features", with the number of layers when there are several; nothing for rasters. */
export function amountOf({ type, feature_count: count, layer_count: layers }: Described): string | null {
  if (type === 'raster' || count === undefined) return null;
  const features = t('kind.features', { count, number: formatNumber(count) });
  return layers && layers > 1 ? t('kind.inLayers', { features, count: layers }) : features;
}
