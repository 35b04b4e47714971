import { useCallback, useEffect, useRef } from 'react';
import type { Map as MapLibre } from 'maplibre-gl';
import { prefersReducedMotion } from './engine.ts';
import { clampBounds } from './geometry.ts';
import type { Bbox, MapViewState } from './types.ts';

interface Fit {
  extent: Bbox | null;
  /** A new subject is fitted again; the same one with new data keeps the view. */
  subject: string;
  initialView?: MapViewState | undefined;
}

/** Shows all data at first, unless a view was asked for, and returns what the button "Fit to data" does. */
export function useFit(map: MapLibre | null, { extent, subject, initialView }: Fit): () => void {
  const fitted = useRef<string | null>(initialView ? subject : null);
  const began = useRef(false);

  useEffect(() => {
    if (!map || !extent || fitted.current === subject) return;
    fitted.current = subject;
    fitTo(map, extent, began.current);
    began.current = true;
  }, [map, extent, subject]);

  return useCallback(() => {
    if (map && extent) fitTo(map, extent, true);
  }, [map, extent]);
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
