import { useCallback, useMemo, useState } from 'react';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Feature } from 'geojson';
import { formatNumber, t } from '@cairn/ui';
import { boundsOf, clampBounds, type Bbox } from '@cairn/ui/map';
import type { LayerMapData } from '../../../src/features/pages/island-data.ts';
import { fetchLayerRows, fetchRowsInView } from './layer-rows.ts';

const MOVING_MS = 300;

/**
 * The rows of a layer on a map: all of a small one, else those of the part that the map shows, and wherever it is those that are
 * marked, linked or selected.
 */
export function useLayerRows(layer: LayerMapData, linkedKey: string, selected: Feature | null) {
  const { projectId, table } = layer;
  const { data: first, error } = useQuery({
    queryKey: ['layer-rows', projectId, table],
    queryFn: ({ signal }) => fetchLayerRows(layer, linkedKey, signal),
    retry: false,
  });
  const [box, setBox] = useState<Bbox | null>(null);
  const [still] = useDebouncedValue(box, MOVING_MS);
  const view = useQuery({
    queryKey: ['layer-rows', projectId, table, still],
    queryFn: ({ signal }) => fetchRowsInView(layer, still!, signal),
    enabled: first?.hasMore === true && still !== null,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const inView = view.error ? undefined : view.data;
  const features = useMemo(() => {
    if (!first || !inView) return first?.features;
    const known = new Set(inView.features.map(({ id }) => id));
    const pinned = new Set([...layer.marks.flatMap(({ keys }) => keys), linkedKey]);
    const others = first.features.filter(({ id }) => pinned.has(String(id)) && id !== selected?.id);
    if (selected) others.push(selected);
    return [...inView.features, ...others.filter(({ id }) => !known.has(id))];
  }, [first, inView, layer, linkedKey, selected]);
  // What the map fits must not follow what it shows.
  const extent = useMemo(
    () => (first?.hasMore ? boundsOf([...first.features, ...layer.lost.features]) : null),
    [first, layer],
  );
  return {
    error,
    features,
    extent: extent ?? undefined,
    reportBounds: useCallback((bounds: Bbox) => setBox(clampBounds(bounds)), []),
    sentence: first && sentenceOf(first, inView),
  };
}

/** How many of how many rows are drawn. */
function sentenceOf(
  { features, total, hasMore }: { features: Feature[]; total: number; hasMore: boolean },
  view: { features: Feature[]; matching: number } | undefined,
): string {
  const counts = (shown: number) => ({ shown: formatNumber(shown), total: formatNumber(total) });
  if (!hasMore)
    return t(features.length >= total ? 'map.allShown' : 'map.withoutGeometry', {
      ...{ count: total, ...counts(features.length) },
    });
  if (!view) return t('map.firstShown', counts(features.length));
  const { matching } = view;
  return t(matching > view.features.length ? 'map.viewPartly' : 'map.viewWhole', {
    ...{ count: matching, matching: formatNumber(matching), ...counts(view.features.length) },
  });
}
