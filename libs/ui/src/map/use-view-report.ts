import { useEffect, useRef } from 'react';
import type { Map as MapLibre } from 'maplibre-gl';
import type { Bbox, MapViewProps } from './types.ts';

/** Reports where the map is, at first and after each move. */
export function useViewReport(map: MapLibre | null, report: MapViewProps['onViewChange']): void {
  const latest = useRef(report);
  latest.current = report;

  useEffect(() => {
    if (!map) return undefined;
    let byPerson = false;
    const send = () => {
      const { lng, lat } = map.getCenter();
      const bounds = map.getBounds();
      const box: Bbox = [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()];
      latest.current?.({ center: [lng, lat], zoom: map.getZoom() }, box, byPerson);
      byPerson = false;
    };
    const notice = (event: object) => {
      byPerson ||= Boolean((event as { originalEvent?: unknown }).originalEvent);
    };
    send();
    const subscriptions = [
      map.on('movestart', notice),
      // The moves that a wheel makes do not name it.
      map.on('wheel', () => {
        byPerson = true;
      }),
      map.on('moveend', (event) => {
        notice(event);
        send();
      }),
    ];
    return () => subscriptions.forEach((subscription) => subscription.unsubscribe());
  }, [map]);
}
