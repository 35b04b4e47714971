import { useEffect, useState } from 'react';
import type { Map as MapLibre } from 'maplibre-gl';
import { tui } from '../i18n.ts';
import { ATTRIBUTION_URL } from './basemap.ts';
import { formatPosition } from './position.ts';
import styles from './map.module.css';

interface StatusBarProps {
  map: MapLibre | null;
}

/** Below the map: where the pointer is and whose shapes these are. */
export function StatusBar({ map }: StatusBarProps) {
  const position = usePosition(map);
  const title = tui(position?.pointed ? 'map.pointer' : 'map.centre');
  return (
    <div className={styles.status}>
      <span className={styles.position} title={title}>
        <span className={styles.unseen}>{title} </span>
        {position ? formatPosition(position.lngLat) : '–'}
      </span>
      <a className={styles.credit} href={ATTRIBUTION_URL} target="_blank" rel="noreferrer noopener">
        {tui('map.credit')}
      </a>
    </div>
  );
}

interface Position {
  lngLat: [number, number];
  pointed: boolean;
}

function usePosition(map: MapLibre | null): Position | null {
  const [position, setPosition] = useState<Position | null>(null);
  useEffect(() => {
    if (!map) return undefined;
    const atCentre = () => {
      const { lng, lat } = map.getCenter().wrap();
      setPosition({ lngLat: [lng, lat], pointed: false });
    };
    atCentre();
    const subscriptions = [
      map.on('mousemove', ({ lngLat }) => {
        const { lng, lat } = lngLat.wrap();
        setPosition({ lngLat: [lng, lat], pointed: true });
      }),
      map.on('mouseout', atCentre),
      map.on('moveend', atCentre),
    ];
    return () => subscriptions.forEach((subscription) => subscription.unsubscribe());
  }, [map]);
  return position;
}
