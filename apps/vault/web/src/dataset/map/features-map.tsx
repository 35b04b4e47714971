import { useMemo } from 'react';
import { formatNumber, t, useUrlState } from '@cairn/ui';
import type { PreviewCollection } from '../../client.ts';
import { colorableAttributes } from './attributes.ts';
import { LayerMap } from './layer-map.tsx';
import { useDeletedRows } from './use-deleted-rows.ts';
import type { ShownFeatures } from './use-features.ts';
import type { VectorMapProps } from './types.ts';

interface FeaturesMapProps extends VectorMapProps {
  features: PreviewCollection;
  shown: ShownFeatures;
}

/** A layer whose features the browser holds, all of them or those in view. */
export function FeaturesMap({ features: inVersion, shown, ...props }: FeaturesMapProps) {
  const { title } = props.metadata;
  const [color] = useUrlState('color');
  const deleted = useDeletedRows(props, inVersion.layer);
  const features = useMemo(() => without(inVersion, deleted), [inVersion, deleted]);
  const layer = useMemo(
    () => ({
      id: features.layer,
      title: features.layers.length > 1 ? features.layer : title,
      data: features,
      colorBy: color || undefined,
    }),
    [features, title, color],
  );
  const attributes = useMemo(() => colorableAttributes(features.features), [features]);
  return (
    <LayerMap
      {...props}
      layer={layer}
      attributes={attributes}
      extent={shown.extent}
      note={completeness(features, shown)}
      busy={shown.loading}
      onView={shown.onView}
    />
  );
}

/** The features that are left when some are deleted. */
function without(collection: PreviewCollection, deleted: ReadonlySet<string>): PreviewCollection {
  if (deleted.size === 0) return collection;
  const features = collection.features.filter(({ id }) => id === undefined || !deleted.has(String(id)));
  const gone = collection.features.length - features.length;
  const { returned, total } = collection;
  return { ...collection, features, returned: returned - gone, total: total - gone };
}

/** How much of the layer is drawn: all, those in view, or a part of those in view. */
function completeness(features: PreviewCollection, { partial, ofLayer }: ShownFeatures): string {
  const { returned, total, complete, simplified } = features;
  if (total === 0) return t('dataset.emptyView');
  const shown = formatNumber(returned);
  const counts = { shown, inView: formatNumber(total), total: formatNumber(ofLayer ?? total) };
  const amount = complete
    ? t(ofLayer === undefined ? 'dataset.complete' : 'dataset.inView', { count: total, ...counts })
    : t(ofLayer === undefined ? 'dataset.partial' : 'dataset.partialInView', counts);
  return [
    amount,
    !complete && partial ? t('dataset.zoomForMore') : '',
    simplified ? t('dataset.simplified') : '',
  ]
    .filter(Boolean)
    .join(' ');
}
