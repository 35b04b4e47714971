import { useCallback, useEffect, useRef } from 'react';
import type { Map as MapLibre } from 'maplibre-gl';
import { prefersReducedMotion } from './engine.ts';
import { clampBounds } from './geometry.ts';
import type { Bbox, MapFocus, MapViewState } from './types.ts';

/** From this width on the attributes are shown next to the data; below it, under the data. */
const WIDE_FRAME = 640;
/** What the panel of attributes takes from the frame, its margins included. */
const PANEL_WIDTH = 320;

interface Fit {
  extent: Bbox | null;
  /** A new subject is fitted again; the same one with new data keeps the view. */
  subject: string;
  initialView?: MapViewState | undefined;
  closest?: number | undefined;
}

/** Shows all data at first, unless a view was asked for, and returns what the button "Fit to data" does. */
export function useFit(map: MapLibre | null, { extent, subject, initialView, closest }: Fit): () => void {
  const fitted = useRef<string | null>(null);
  const keepView = useRef(initialView !== undefined);

  useEffect(() => {
    if (!map || !extent || fitted.current === subject) return;
    const first = fitted.current === null;
    fitted.current = subject;
    if (!(first && keepView.current)) fitTo(map, extent, { moving: !first, closest });
  }, [map, extent, subject, closest]);

  return useCallback(() => {
    if (map && extent) fitTo(map, extent, { moving: true, closest });
  }, [map, extent, closest]);
}

/** Brings a feature that was picked into the part of the map that the panel of its attributes leaves free. */
export function useReveal(map: MapLibre | null, box: Bbox | null): void {
  const key = box?.join();
  const latest = useRef(box);
  latest.current = box;

  useEffect(() => {
    const { current: box } = latest;
    if (!map || !box) return;
    const [west, south, east, north] = clampBounds(box);
    const { clientWidth: width, clientHeight: height } = map.getContainer();
    const beside = width >= WIDE_FRAME;
    const free = { right: beside ? width - PANEL_WIDTH : width, bottom: beside ? height : height * 0.45 };
    const { x, y } = map.project([(west + east) / 2, (south + north) / 2]);
    if (x >= 0 && x <= free.right && y >= 0 && y <= free.bottom) return;
    map.easeTo({
      center: [(west + east) / 2, (south + north) / 2],
      offset: [(free.right - width) / 2, (free.bottom - height) / 2],
      animate: !prefersReducedMotion(),
      duration: 500,
    });
  }, [map, key]);
}

/** Looks at a place when it is asked to. */
export function useFocus(map: MapLibre | null, focus: MapFocus | null | undefined): void {
  const seen = useRef<MapFocus | null>(null);
  useEffect(() => {
    if (!map || !focus || seen.current === focus) return;
    seen.current = focus;
    fitTo(map, focus.bounds, { moving: true });
  }, [map, focus]);
}

/** The background has no more details beyond it. */
const CLOSEST = 13;

function fitTo(
  map: MapLibre,
  extent: Bbox,
  { moving, closest = CLOSEST }: { moving: boolean; closest?: number | undefined },
): void {
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
  map.fitBounds(clampBounds(extent), { padding, maxZoom: closest, animate, duration: 500 });
}
