import { useMemo } from 'react';
import { Select, Skeleton } from '@mantine/core';
import { ErrorState, formatNumber, t, useUrlState } from '@cairn/ui';
import { MapView, type MapLayer } from '@cairn/ui/map';
import type { PreviewCollection } from '../../client.ts';
import { colorableAttributes } from './attributes.ts';
import type { DatasetTabProps } from '../tab.ts';
import { useFeatures } from './use-features.ts';
import { TABLE_STATE, useAddress } from '../use-address.ts';
import { useMapView } from './use-map-view.ts';
import styles from '../dataset.module.css';

/** The features of a version on the map, with what to show and in which colours. */
export function VectorMap({ metadata, version }: DatasetTabProps) {
  const { title } = metadata;
  const [layer] = useUrlState('layer');
  const [selected, onSelect] = useUrlState('feature');
  const [color] = useUrlState('color');
  const shown = useFeatures({ dataset: version.dataset, version: version.version, layer });
  const { features, extent } = shown;
  const { initialView, reportView } = useMapView(shown.onView);
  const layers = useMemo<MapLayer[] | undefined>(
    () =>
      features && [
        {
          id: features.layer,
          title: features.layers.length > 1 ? features.layer : title,
          data: features,
          colorBy: color || undefined,
        },
      ],
    [features, title, color],
  );
  if (shown.error && !features) return <ErrorState error={shown.error} retry={shown.retry} />;
  if (!features)
    return <Skeleton className={styles.mapSkeleton} role="status" aria-label={t('dataset.loadingMap')} />;
  return (
    <div className={styles.mapBlock} aria-busy={shown.loading}>
      <MapView
        label={t('dataset.mapLabel', { title })}
        height="var(--map-height)"
        layers={layers}
        extent={extent}
        selectedId={selected || null}
        onFeatureClick={(hit) => onSelect(hit ? String(hit.id) : '')}
        initialView={initialView}
        onViewChange={reportView}
      />
      <div className={styles.mapFoot}>
        <p role="status" data-testid="preview-note">
          {completeness(features, shown.partial)}
        </p>
        <Choices features={features} />
      </div>
    </div>
  );
}

function Choices({ features }: { features: PreviewCollection }) {
  const change = useAddress();
  const [color, setColor] = useUrlState('color');
  const attributes = useMemo(() => colorableAttributes(features.features), [features]);
  return (
    <div className={styles.choices}>
      {features.layers.length > 1 ? (
        <Select
          size="xs"
          label={t('dataset.layer')}
          data={features.layers}
          value={features.layer}
          allowDeselect={false}
          onChange={(value) => change({ ...TABLE_STATE, layer: value ?? '', feature: '', color: '' })}
        />
      ) : null}
      {attributes.length > 0 ? (
        <Select
          size="xs"
          label={t('dataset.colorBy')}
          placeholder={t('dataset.oneColor')}
          data={attributes}
          value={color || null}
          clearable
          clearButtonProps={{ 'aria-label': t('dataset.oneColor') }}
          searchable={attributes.length > 10}
          onChange={(value) => setColor(value ?? '')}
        />
      ) : null}
    </div>
  );
}

function completeness(features: PreviewCollection, partial: boolean): string {
  const { returned, total, complete, simplified } = features;
  if (total === 0) return t('dataset.emptyView');
  const amount = complete
    ? t('dataset.complete', { count: total, number: formatNumber(total) })
    : t(partial ? 'dataset.partial' : 'dataset.partialEnd', {
        shown: formatNumber(returned),
        total: formatNumber(total),
      });
  return [complete ? `${amount}.` : amount, simplified ? t('dataset.simplified') : '']
    .filter(Boolean)
    .join(' ');
}
