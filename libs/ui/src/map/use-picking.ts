import { useEffect, useRef } from 'react';
import type { Map as MapLibre, MapGeoJSONFeature, PointLike } from 'maplibre-gl';
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
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Enter') pickAt(canvas.clientWidth / 2, canvas.clientHeight / 2);
      else if (event.key === 'Escape') latest.current.onPick({ hit: null, items: [] });
    };
    canvas.addEventListener('keydown', onKey);
    return () => {
      onClick.unsubscribe();
      canvas.removeEventListener('keydown', onKey);
    };
  }, [map]);
}

/** What is drawn within reach of a point of the screen, topmost first. */
export function featuresAround(map: MapLibre, x: number, y: number): MapGeoJSONFeature[] {
  const layers = clickableLayers(map);
  if (layers.length === 0) return [];
  const reach: [PointLike, PointLike] = [
    [x - REACH, y - REACH],
    [x + REACH, y + REACH],
  ];
  return map.queryRenderedFeatures(reach, { layers });
}

/** The feature of the page's data that a drawn feature stands for. */
export function hitOf(drawn: MapGeoJSONFeature, layers: MapLayer[]): FeatureHit | null {
  const layer = layers.find(({ id }) => id === layerIdOfSource(drawn.source));
  if (!layer || drawn.id === undefined) return null;
  if ('tiles' in layer) {
    // Its geometry is cut at the edges of the tile, so it does not give the feature's bounds.
    const feature = { type: 'Feature', id: drawn.id, geometry: null, properties: drawn.properties } as never;
    return { layerId: layer.id, id: drawn.id, feature };
  }
  const number = Number(drawn.id);
  const feature = layer.data.features[number];
  return feature ? { layerId: layer.id, id: featureKey(feature, number), feature } : null;
}

function find(map: MapLibre, [x, y]: [number, number], { layers, items }: Picking): Picked {
  const found = featuresAround(map, x, y);
  const data = found.find((feature) => feature.source !== ITEMS_SOURCE);
  const numbers = new Set(found.filter(({ source }) => source === ITEMS_SOURCE).map(({ id }) => Number(id)));
  // Small boxes first: a dataset of the whole world covers everything.
  const under = items.filter((_, i) => numbers.has(i)).sort((a, b) => boxSize(a) - boxSize(b));
  return { hit: data ? hitOf(data, layers) : null, items: under };
}

function boxSize({ bbox: [west, south, east, north] }: MapItem): number {
  return (east - west) * (north - south);
}
