import { useEffect } from 'react';
import type { Map as MapLibre } from 'maplibre-gl';
import { layerColor } from './colors.ts';
import { featureKey } from './geometry.ts';
import {
  ITEMS_SOURCE,
  sourceOfLayer,
  syncImages,
  syncItems,
  syncLayers,
  syncRing,
  type DrawnLayer,
} from './overlays.ts';
import { sourceLayerOf } from './layer-source.ts';
import type { Bbox, FeatureId, MapImage, MapItem, MapLayer } from './types.ts';

interface Overlays {
  drawn: DrawnLayer[];
  images: MapImage[];
  opacity: (imageId: string) => number;
  items: MapItem[];
  selectedId: FeatureId | null;
  /** Bounds of the selected feature, when its layer may not draw it. */
  ring: Bbox | null;
  dark: boolean;
}

/** Keeps the layers above the basemap in sync with the props. */
export function useOverlays(map: MapLibre | null, overlays: Overlays): void {
  const { drawn, images, opacity, items, selectedId, ring, dark } = overlays;

  useEffect(() => {
    if (map) syncImages(map, images, opacity);
  }, [map, images, opacity]);

  useEffect(() => {
    if (map) syncLayers(map, drawn, dark);
  }, [map, drawn, dark]);

  useEffect(() => {
    if (map) syncItems(map, items, layerColor(0, dark), dark);
  }, [map, items, dark]);

  useEffect(() => {
    if (map) syncRing(map, ring, dark);
  }, [map, ring, dark]);

  useEffect(() => {
    if (!map || selectedId === null) return undefined;
    const marks = findMarks(drawn, items, selectedId).filter(({ source }) => map.getSource(source));
    for (const mark of marks) map.setFeatureState(mark, { selected: true });
    return () => {
      // The source may have been removed, with the state of its features.
      for (const mark of marks) if (map.style && map.getSource(mark.source)) map.removeFeatureState(mark);
    };
  }, [map, drawn, items, selectedId]);
}

/** Names a feature to the map, for its state. */
interface Mark {
  source: string;
  sourceLayer?: string;
  id: number;
}

function findMarks(drawn: DrawnLayer[], items: MapItem[], featureId: FeatureId): Mark[] {
  const marks: Mark[] = drawn.map(({ layer }) => ({
    source: sourceOfLayer(layer.id),
    ...sourceLayerOf(layer),
    id: numberOf(layer, featureId),
  }));
  marks.push({ source: ITEMS_SOURCE, id: items.findIndex((item) => item.id === String(featureId)) });
  return marks.filter(({ id }) => id >= 0);
}

/** Tiles carry the ids of their features; features of a collection are known by their place in it. */
function numberOf(layer: MapLayer, featureId: FeatureId): number {
  if ('tiles' in layer) return Number.isSafeInteger(Number(featureId)) ? Number(featureId) : -1;
  return layer.data.features.findIndex((feature, i) => String(featureKey(feature, i)) === String(featureId));
}
