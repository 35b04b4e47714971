import { useMemo, useState } from 'react';
import { Alert, Anchor, Skeleton, useComputedColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatNumber, islandData, t, useUrlState } from '@cairn/ui';
import {
  boundsOf,
  categoricalColors,
  MapView,
  useAddressView,
  type FeatureLayer,
  type MapFocus,
} from '@cairn/ui/map';
import { collectionOf, fetchLayerRows, type LayerMapData, type LayerRows } from './layer-rows.ts';
import styles from './islands.module.css';

const HEIGHT = 'clamp(340px, 62vh, 640px)';
const CLOSEST = 17;

/** A layer of a project on a map, with the rows that a run changed marked. A row leads to its history. */
export function LayerMap({ element }: { element: HTMLElement }) {
  const [layer] = useState(() => islandData<LayerMapData>(element));
  const [selected, select] = useUrlState('key');
  const { initialView, reportView } = useAddressView('view');
  const { data, error } = useQuery({
    queryKey: ['layer-rows', layer.projectId, layer.table],
    queryFn: ({ signal }) => fetchLayerRows(layer, signal),
    retry: false,
  });
  const dark = useComputedColorScheme('light') === 'dark';
  const drawn = useMemo(() => drawnLayers(layer, data, categoricalColors(dark)), [layer, data, dark]);
  // A link to a row looks at it, unless it says where to look.
  const [linked] = useState(initialView ? '' : selected);
  const focus = useMemo(() => focusOn(data, linked), [data, linked]);
  if (error)
    return (
      <Alert color="yellow" role="status" title={t('map.noRows')} mb="md">
        {error.message}
      </Alert>
    );
  if (!data) return <Skeleton height={HEIGHT} mb="md" role="status" aria-label={t('map.loading')} />;
  const shown = data.features.length;
  return (
    <>
      <MapView
        label={t('map.label', { table: layer.table })}
        height={HEIGHT}
        closest={CLOSEST}
        initialView={initialView}
        onViewChange={reportView}
        focus={focus}
        layers={drawn}
        selectedId={selected || null}
        onFeatureClick={(hit) => select(hit ? String(hit.id) : '')}
        details={{
          actions: selected && layer.key !== null ? <HistoryLink layer={layer} row={selected} /> : null,
        }}
      />
      <p className={styles.below} role="status">
        {t(shown >= data.total ? 'map.allShown' : 'map.someShown', {
          ...{ count: data.total, shown: formatNumber(shown), total: formatNumber(data.total) },
        })}
      </p>
    </>
  );
}

function focusOn(rows: LayerRows | undefined, key: string): MapFocus | null {
  const bounds = boundsOf(rows?.features.filter(({ id }) => key !== '' && String(id) === key) ?? []);
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
  rows: LayerRows | undefined,
  [plain, ...colors]: string[],
): FeatureLayer[] {
  const features = rows?.features ?? [];
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
