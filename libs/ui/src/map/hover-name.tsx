import { useEffect, useRef, useState } from 'react';
import type { Map as MapLibre, MapGeoJSONFeature } from 'maplibre-gl';
import { displayName } from './attributes.ts';
import { ITEMS_SOURCE } from './overlays.ts';
import type { MapLayer } from './types.ts';
import { featuresAround, hitOf } from './use-picking.ts';
import styles from './map.module.css';

interface HoverNameProps {
  map: MapLibre | null;
  layers: MapLayer[];
}

interface Named {
  name: string;
  x: number;
  y: number;
}

/** Names and highlights the feature under the pointer. For pointers only: a click shows all attributes. */
export function HoverName({ map, layers }: HoverNameProps) {
  const named = useHover(map, layers);
  if (!named || !map) return null;
  const { clientWidth, clientHeight } = map.getContainer();
  const across = named.x > clientWidth / 2 ? { right: clientWidth - named.x + 12 } : { left: named.x + 12 };
  const down = named.y > clientHeight / 2 ? { bottom: clientHeight - named.y + 8 } : { top: named.y + 12 };
  return (
    <span className={styles.hover} style={{ ...across, ...down }} aria-hidden>
      {named.name}
    </span>
  );
}

function useHover(map: MapLibre | null, layers: MapLayer[]): Named | null {
  const [named, setNamed] = useState<Named | null>(null);
  const latest = useRef(layers);
  latest.current = layers;

  useEffect(() => {
    if (!map) return undefined;
    let marked: MapGeoJSONFeature | undefined;
    const mark = (next: MapGeoJSONFeature | undefined) => {
      if (marked?.id === next?.id && marked?.source === next?.source) return;
      if (marked?.id !== undefined && map.getSource(marked.source)) map.removeFeatureState(marked, 'hovered');
      if (next?.id !== undefined) map.setFeatureState(next, { hovered: true });
      marked = next;
    };
    const leave = () => {
      mark(undefined);
      setNamed(null);
    };
    const subscriptions = [
      map.on('mousemove', ({ point: { x, y } }) => {
        const [over] = featuresAround(map, x, y);
        map.getCanvas().style.cursor = over ? 'pointer' : '';
        const data = over && over.source !== ITEMS_SOURCE ? over : undefined;
        mark(data);
        const hit = data ? hitOf(data, latest.current) : null;
        setNamed(hit ? { name: displayName(hit.feature, hit.id), x, y } : null);
      }),
      map.on('mouseout', leave),
      map.on('movestart', leave),
    ];
    return () => subscriptions.forEach((subscription) => subscription.unsubscribe());
  }, [map]);

  return named;
}
