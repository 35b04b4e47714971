import { useCallback, useEffect, useRef } from 'react';
import type { Feature } from 'geojson';
import type { Map as MapLibre } from 'maplibre-gl';
import { prefersReducedMotion } from './engine.ts';
import { boundsOf, clampBounds } from './geometry.ts';
import type { Bbox, MapViewState } from './types.ts';

interface Fit {
  extent: Bbox | null;
  /** A new subject is fitted again; the same one with new data keeps the view. */
  subject: string;
  initialView?: MapViewState | undefined;
}

/** Shows all data at first, unless a view was asked for, and returns what the button "Fit to data" does. */
export function useFit(map: MapLibre | null, { extent, subject, initialView }: Fit): () => void {
  const fitted = useRef<string | null>(null);
  const keepView = useRef(initialView !== undefined);

  useEffect(() => {
    if (!map || !extent || fitted.current === subject) return;
    const first = fitted.current === null;
    fitted.current = subject;
    if (!(first && keepView.current)) fitTo(map, extent, !first);
  }, [map, extent, subject]);

  return useCallback(() => {
    if (map && extent) fitTo(map, extent, true);
  }, [map, extent]);
}

/** Brings a feature that was picked elsewhere, in a table for instance, into view. */
export function useReveal(map: MapLibre | null, feature: Feature | undefined): void {
  useEffect(() => {
    const box = feature && boundsOf([feature]);
    if (!map || !box) return;
    const view = map.getBounds();
    const [west, south, east, north] = box;
    const apart =
      west > view.getEast() || east < view.getWest() || south > view.getNorth() || north < view.getSouth();
    if (apart) fitTo(map, box, true);
  }, [map, feature]);
}

function fitTo(map: MapLibre, extent: Bbox, moving: boolean): void {
  const { clientWidth, clientHeight } = map.getContainer();
  const padding = Math.round(Math.min(36, clientWidth / 10, clientHeight / 10));
  const animate = moving && !prefersReducedMotion();
  const [west, , east] = extent;
  if (east - west > 300) {
    // The whole world: as wide as the frame, the inhabited part in the middle, rather than twice and tiny.
    map.easeTo({
      center: [(west + east) / 2, 22],
      zoom: Math.log2(clientWidth / 512),
      animate,
      duration: 500,
    });
    return;
  }
  map.fitBounds(clampBounds(extent), { padding, maxZoom: 13, animate, duration: 500 });
}
