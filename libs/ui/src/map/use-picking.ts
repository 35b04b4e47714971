import { useEffect, useRef } from 'react';
import type { Map as MapLibre, PointLike } from 'maplibre-gl';
import { featureKey } from './geometry.ts';
import { clickableLayers, ITEMS_SOURCE, layerIdOfSource } from './overlays.ts';
import type { FeatureHit, MapItem, MapLayer } from './types.ts';

/** Half the side of the square around a click that counts as a hit, in pixels; fingers need room. */
const REACH = 6;

export interface Picked {
  hit: FeatureHit | null;
  items: MapItem[];
}

interface Picking {
  layers: MapLayer[];
  items: MapItem[];
  onPick: (picked: Picked) => void;
}

/** Picks what is under a click, or under the middle of the map on Enter. */
export function usePicking(map: MapLibre | null, picking: Picking): void {
  const latest = useRef(picking);
  latest.current = picking;

  useEffect(() => {
    if (!map) return undefined;
    const canvas = map.getCanvas();
    const pickAt = (x: number, y: number) => latest.current.onPick(find(map, [x, y], latest.current));
    const onClick = map.on('click', ({ point }) => pickAt(point.x, point.y));
    const onMove = map.on('mousemove', ({ point }) => {
      const layers = clickableLayers(map);
      const over =
        layers.length > 0 && map.queryRenderedFeatures(around(point.x, point.y), { layers }).length > 0;
      canvas.style.cursor = over ? 'pointer' : '';
    });
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Enter') pickAt(canvas.clientWidth / 2, canvas.clientHeight / 2);
      else if (event.key === 'Escape') latest.current.onPick({ hit: null, items: [] });
    };
    canvas.addEventListener('keydown', onKey);
    return () => {
      onClick.unsubscribe();
      onMove.unsubscribe();
      canvas.removeEventListener('keydown', onKey);
    };
  }, [map]);
}

function around(x: number, y: number): [PointLike, PointLike] {
  return [
    [x - REACH, y - REACH],
    [x + REACH, y + REACH],
  ];
}

function find(map: MapLibre, [x, y]: [number, number], { layers, items }: Picking): Picked {
  const clickable = clickableLayers(map);
  if (clickable.length === 0) return { hit: null, items: [] };
  const found = map.queryRenderedFeatures(around(x, y), { layers: clickable });
  const data = found.find((feature) => feature.source !== ITEMS_SOURCE);
  const numbers = new Set(found.filter(({ source }) => source === ITEMS_SOURCE).map(({ id }) => Number(id)));
  // Small boxes first: a dataset of the whole world lies under everything.
  const under = items.filter((_, i) => numbers.has(i)).sort((a, b) => boxSize(a) - boxSize(b));
  const layer = data && layers.find(({ id }) => id === layerIdOfSource(data.source));
  const number = Number(data?.id);
  const feature = layer?.data.features[number];
  if (!layer || !feature) return { hit: null, items: under };
  return { hit: { layerId: layer.id, id: featureKey(feature, number), feature }, items: under };
}

function boxSize({ bbox: [west, south, east, north] }: MapItem): number {
  return (east - west) * (north - south);
}
