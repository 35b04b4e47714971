import { useEffect, useRef } from 'react';
import type { Map as MapLibre } from 'maplibre-gl';
import type { Bbox, MapViewProps } from './types.ts';

/** Tells the page where the map stands after each move. */
export function useViewReport(map: MapLibre | null, report: MapViewProps['onViewChange']): void {
  const latest = useRef(report);
  latest.current = report;

  useEffect(() => {
    if (!map) return undefined;
    const moved = map.on('moveend', (event) => {
      const { lng, lat } = map.getCenter();
      const bounds = map.getBounds();
      const box: Bbox = [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()];
      const byPerson = Boolean((event as { originalEvent?: unknown }).originalEvent);
      latest.current?.({ center: [lng, lat], zoom: map.getZoom() }, box, byPerson);
    });
    return () => moved.unsubscribe();
  }, [map]);
}
