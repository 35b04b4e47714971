import { useState } from 'react';
import { useUrlState } from '@cairn/ui';
import type { Bbox, MapViewProps, MapViewState } from '@cairn/ui/map';
import { formatView, parseView } from './view-state.ts';

/** Keeps where the person moved the map in the address, so that a link shows what its sender saw. */
export function useMapView(onView?: (bounds: Bbox, view: MapViewState) => void): {
  initialView: MapViewProps['initialView'];
  reportView: NonNullable<MapViewProps['onViewChange']>;
} {
  const [view, setView] = useUrlState('view');
  // Only the address with which the page was opened counts: later ones come from the map itself.
  const [initialView] = useState(() => parseView(view));
  return {
    initialView,
    reportView: (next, bounds, byPerson) => {
      onView?.(bounds, next);
      if (byPerson) setView(formatView(next));
    },
  };
}
