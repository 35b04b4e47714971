import { useState } from 'react';
import { useUrlState } from '@cairn/ui';
import type { MapViewProps, MapViewState } from '@cairn/ui/map';

/** Keeps where the person moved the map in the address, so that a link shows what its sender saw. */
export function useMapView(): {
  initialView: MapViewProps['initialView'];
  reportView: NonNullable<MapViewProps['onViewChange']>;
} {
  const [at, setAt] = useUrlState('at');
  // Only the address with which the page was opened counts: later ones come from the map itself.
  const [initialView] = useState(() => parseView(at));
  return {
    initialView,
    reportView: (view, _, byPerson) => {
      if (byPerson) setAt(formatView(view));
    },
  };
}

/** `zoom/latitude/longitude` */
export function formatView({ center: [lng, lat], zoom }: MapViewState): string {
  const digits = zoom > 10 ? 5 : 3;
  return `${zoom.toFixed(2)}/${lat.toFixed(digits)}/${lng.toFixed(digits)}`;
}

/** The view in an address, or undefined if it is missing or mistyped. */
export function parseView(text: string): MapViewState | undefined {
  const [zoom, lat, lng, ...rest] = text.split('/').map(Number);
  if (zoom === undefined || lat === undefined || lng === undefined || rest.length > 0) return undefined;
  const isSound = zoom >= 0 && zoom <= 22 && Math.abs(lat) <= 90 && Math.abs(lng) <= 540;
  return isSound ? { center: [lng, lat], zoom } : undefined;
}
