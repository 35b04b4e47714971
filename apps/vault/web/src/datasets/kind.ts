import { formatNumber, t } from '@cairn/ui';
import type { DatasetSummary } from '../client.ts';

type Described = Pick<DatasetSummary, 'type' | 'geometry_type' | 'feature_count' | 'layer_count'>;

/** "Points", "Areas", "Raster" …: what a dataset holds, in one word. */
export function kindOf({ type, geometry_type: geometry }: Described): string {
  if (type === 'raster') return t('kind.raster');
  if (!geometry) return t('kind.vector');
  if (/point/i.test(geometry)) return t('kind.points');
  if (/(line|curve)/i.test(geometry) && !/polygon/i.test(geometry)) return t('kind.lines');
  if (/(polygon|surface)/i.test(geometry)) return t('kind.areas');
  return t('kind.mixed');
}

/** "241 features", with the number of layers when there are several; nothing for rasters. */
export function amountOf({ type, feature_count: count, layer_count: layers }: Described): string | null {
  if (type === 'raster' || count === undefined) return null;
  const features = t('kind.features', { count, number: formatNumber(count) });
  return layers && layers > 1 ? t('kind.inLayers', { features, count: layers }) : features;
}
