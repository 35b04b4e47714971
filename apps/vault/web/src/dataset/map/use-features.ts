import { useCallback, useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDebouncedCallback } from '@mantine/hooks';
import type { Bbox } from '@cairn/ui/map';
import type { PreviewCollection } from '../../client.ts';
import { retryUntilPrepared } from '../retry-until-prepared.ts';
import { fetchFeatures, shareInView, snapView, type PreviewSubject } from './preview.ts';

export interface ShownFeatures {
  features: PreviewCollection | undefined;
  /** Of the whole layer, for fitting the map. */
  extent: Bbox | undefined;
  /** Features of the layer, when `features` are those in view alone. */
  ofLayer: number | undefined;
  loading: boolean;
  error: Error | null;
  retry: () => void;
  /** Whether more would appear closer up. */
  partial: boolean;
  /** Whether one answer cannot hold the whole layer. */
  large: boolean;
  onView: (view: Bbox) => void;
}

const MOVE_PAUSE_MS = 300;
/** A view that shows more of the layer than this gains little from an answer of its own. */
const ENOUGH = 0.7;

/** The features to draw: of the whole layer when they are few, else of what the map shows. */
export function useFeatures(subject: PreviewSubject): ShownFeatures {
  const [view, setView] = useState<Bbox | null>(null);
  const key = ['preview', subject.dataset, subject.version, subject.layer ?? ''];
  const whole = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => fetchFeatures(subject, null, signal),
    staleTime: Infinity,
    ...retryUntilPrepared,
  });
  const extent = whole.data?.bbox as Bbox | undefined;
  const partial = whole.data !== undefined && (!whole.data.complete || whole.data.simplified);
  const closer = partial && view !== null && extent !== undefined && shareInView(view, extent) < ENOUGH;
  const part = useQuery({
    queryKey: [...key, view],
    queryFn: ({ signal }) => fetchFeatures(subject, view, signal),
    enabled: closer,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 60_000,
  });
  const settle = useDebouncedCallback((next: Bbox) => setView(next), MOVE_PAUSE_MS);
  const onView = useCallback((next: Bbox) => settle(snapView(next)), [settle]);
  const inView = closer ? part.data : undefined;
  return {
    features: inView ?? whole.data,
    extent,
    ofLayer: inView && whole.data?.total,
    loading: whole.isPending || (closer && part.isFetching),
    error: whole.error ?? (closer ? part.error : null),
    retry: () => void (whole.error ? whole.refetch() : part.refetch()),
    partial,
    large: whole.data?.complete === false,
    onView,
  };
}
