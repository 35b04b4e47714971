import { useMemo, useState } from 'react';
import { Alert, Anchor, Skeleton, useComputedColorScheme } from '@mantine/core';
import type { Feature } from 'geojson';
import { islandData, t, useUrlState } from '@cairn/ui';
import {
  boundsOf,
  categoricalColors,
  MapView,
  useAddressView,
  type FeatureLayer,
  type MapFocus,
} from '@cairn/ui/map';
import type { LayerMapData } from '../../../src/features/pages/island-data.ts';
import { collectionOf } from './layer-rows.ts';
import { useLayerRows } from './use-layer-rows.ts';
import styles from './islands.module.css';

const HEIGHT = 'clamp(340px, 62vh, 640px)';
const CLOSEST = 17;

/** A layer of a project on a map, with the rows that a run changed marked. A row leads to its history. */
export function LayerMap({ element }: { element: HTMLElement }) {
  const [layer] = useState(() => islandData<LayerMapData>(element));
  const [selected, select] = useUrlState('key');
  const { initialView, reportView } = useAddressView('view');
  const [linkedKey] = useState(selected);
  const [picked, pick] = useState<Feature | null>(null);
  const { features, error, extent, reportBounds, sentence } = useLayerRows(layer, linkedKey, picked);
  const dark = useComputedColorScheme('light') === 'dark';
  const drawn = useMemo(
    () => drawnLayers(layer, features ?? [], categoricalColors(dark)),
    [layer, features, dark],
  );
  // A link to a row looks at it, once, unless it says where to look.
  const isLoaded = features !== undefined;
  const focus = useMemo(
    () => (isLoaded && !initialView ? focusOn(features, linkedKey) : null),
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [isLoaded],
  );
  if (error)
    return (
      <Alert color="yellow" role="status" title={t('map.noRows')} mb="md">
        {error.message}
      </Alert>
    );
  if (!features) return <Skeleton height={HEIGHT} mb="md" role="status" aria-label={t('map.loading')} />;
  return (
    <>
      <MapView
        label={t('map.label', { table: layer.table })}
        height={HEIGHT}
        closest={CLOSEST}
        initialView={initialView}
        onViewChange={(view, bounds, byPerson) => {
          reportView(view, bounds, byPerson);
          reportBounds(bounds);
        }}
        extent={extent}
        focus={focus}
        layers={drawn}
        selectedId={selected || null}
        onFeatureClick={(hit) => {
          select(hit ? String(hit.id) : '');
          pick(features.find(({ id }) => id !== undefined && id === hit?.id) ?? null);
        }}
        details={{
          actions: selected && layer.key !== null ? <HistoryLink layer={layer} row={selected} /> : null,
        }}
      />
      <p className={styles.below} role="status">
        {sentence}
      </p>
    </>
  );
}

function focusOn(features: Feature[], key: string): MapFocus | null {
  const bounds = boundsOf(features.filter(({ id }) => key !== '' && String(id) === key));
  return bounds && { bounds };
}

function HistoryLink({ layer: { projectId, table }, row }: { layer: LayerMapData; row: string }) {
  const query = new URLSearchParams({ id: String(projectId), tab: 'history', table, key: row });
  return (
    <Anchor size="sm" href={`admin/project_settings.php?${query}`}>
      {t('map.history')}
    </Anchor>
  );
}

/** Each row is in one of them. */
function drawnLayers(
  { table, marks, lost }: LayerMapData,
  features: Feature[],
  [plain, ...colors]: string[],
): FeatureLayer[] {
  const markOf = new Map(marks.flatMap(({ id, keys }) => keys.map((key) => [key, id] as const)));
  const marked = marks.map(({ id, title }, i): FeatureLayer => ({
    ...{ id, title, color: colors[i], onTop: true },
    data: collectionOf(features.filter((feature) => markOf.get(String(feature.id)) === id)),
  }));
  const others = features.filter((feature) => !markOf.has(String(feature.id)));
  return [
    { id: 'rows', title: table, color: plain, data: collectionOf(others) },
    ...marked,
    {
      ...{ id: 'lost', title: lost.title, color: colors[marks.length] },
      ...{ outlined: true, onTop: true, data: collectionOf(lost.features) },
    } satisfies FeatureLayer,
  ].filter((layer, i) => i === 0 || layer.data.features.length > 0);
}
