import { useEffect, useRef } from 'react';
import type { Feature, FeatureCollection, Geometry } from 'geojson';
import type { GeoJSONSource, LayerSpecification, Map as MapLibre } from 'maplibre-gl';
import { signPoint } from './sign-point.ts';
import { COLORS, KINDS, SIGNS, type Difference, type DifferenceKind } from './difference-kinds.ts';

interface Marks {
  side: 'before' | 'after';
  differences: Difference[];
  /** Place of the picked one; -1 for none. */
  selected: number;
  dark: boolean;
  /** Called with the list index of a clicked difference. */
  onPick: (place: number) => void;
}

const SOURCE = 'differences';
/** Kinds differ in their line styles too, for colour-blind users. */
const DASHES: Partial<Record<DifferenceKind, number[]>> = { removed: [2, 1.5], changed: [0.5, 1.5] };
const PICKED = { light: '#1a1a1a', dark: '#ffffff' };

/** Draws what differs on one of the two maps: what it alone has, and what both have but not alike. */
export function useDifferencesOnMap(
  map: MapLibre | null,
  { side, differences, selected, dark, onPick }: Marks,
): void {
  const pick = useRef(onPick);
  pick.current = onPick;

  useEffect(() => {
    const clicked = map?.on('click', ({ point }) => {
      const layers = map.getLayersOrder().filter((id) => id.startsWith(`${SOURCE}:`));
      const [top] = map.queryRenderedFeatures(point, { layers });
      if (top) pick.current(Number(top.properties.place));
    });
    return () => clicked?.unsubscribe();
  }, [map]);

  useEffect(() => {
    if (!map) return;
    const data = collect(differences, side);
    const source = map.getSource<GeoJSONSource>(SOURCE);
    if (source) source.setData(data);
    else map.addSource(SOURCE, { type: 'geojson', data });
  }, [map, differences, side]);

  useEffect(() => {
    if (!map) return;
    for (const layer of layersFor(dark ? 'dark' : 'light', selected)) {
      if (!map.getLayer(layer.id)) map.addLayer(layer);
      for (const [name, value] of Object.entries(layer.paint ?? {}))
        map.setPaintProperty(layer.id, name as never, value as never);
      if ('filter' in layer) map.setFilter(layer.id, layer.filter);
    }
  }, [map, dark, selected, differences]);
}

function collect(differences: Difference[], side: Marks['side']): FeatureCollection {
  const features = differences.flatMap((difference, place): Feature[] => {
    const geometry = shapeOn(side, difference);
    const properties = { kind: difference.kind, place };
    const shape: Feature = { type: 'Feature', geometry: geometry as Geometry, properties };
    const at = geometry && signPoint(geometry);
    if (!at) return [];
    const sign = { ...properties, sign: SIGNS[difference.kind] };
    return [shape, { type: 'Feature', geometry: { type: 'Point', coordinates: at }, properties: sign }];
  });
  return { type: 'FeatureCollection', features };
}

/** A geometry that did not change is sent once. */
function shapeOn(side: Marks['side'], { geometry_before: before, geometry_after: after, kind }: Difference) {
  const shape = side === 'after' ? after : kind === 'changed' && before === undefined ? after : before;
  return (shape ?? null) as Geometry | null;
}

function layersFor(scheme: 'light' | 'dark', selected: number): LayerSpecification[] {
  const colors = COLORS[scheme];
  const color = ['match', ['get', 'kind'], ...KINDS.flatMap((kind) => [kind, colors[kind]]), '#888'] as never;
  const halo = scheme === 'dark' ? '#0b1015' : '#ffffff';
  const isSign = ['has', 'sign'] as never;
  const isPoint = ['all', ['==', ['geometry-type'], 'Point'], ['!', ['has', 'sign']]] as never;
  const isArea = ['==', ['geometry-type'], 'Polygon'] as never;
  const notPoint = ['!=', ['geometry-type'], 'Point'] as never;
  const picked = ['==', ['get', 'place'], selected];
  return [
    {
      id: `${SOURCE}:areas`,
      type: 'fill',
      source: SOURCE,
      filter: isArea,
      paint: { 'fill-color': color, 'fill-opacity': ['case', picked, 0.5, 0.3] as never },
    },
    {
      id: `${SOURCE}:picked`,
      type: 'line',
      source: SOURCE,
      filter: ['all', notPoint, picked] as never,
      paint: { 'line-color': PICKED[scheme], 'line-width': 5, 'line-opacity': 0.85 },
    },
    ...KINDS.map((kind): LayerSpecification => ({
      id: `${SOURCE}:${kind}`,
      type: 'line',
      source: SOURCE,
      filter: ['all', notPoint, ['==', ['get', 'kind'], kind]] as never,
      layout: { 'line-join': 'round' },
      paint: {
        'line-color': colors[kind],
        'line-width': 2.4,
        ...(DASHES[kind] ? { 'line-dasharray': DASHES[kind] } : {}),
      },
    })),
    {
      id: `${SOURCE}:points`,
      type: 'circle',
      source: SOURCE,
      filter: isPoint,
      paint: {
        'circle-color': color,
        'circle-radius': ['case', picked, 11, 8] as never,
        'circle-stroke-color': ['case', picked, PICKED[scheme], halo] as never,
        'circle-stroke-width': ['case', picked, 3, 1.5] as never,
      },
    },
    {
      id: `${SOURCE}:signs`,
      type: 'symbol',
      source: SOURCE,
      filter: isSign,
      layout: {
        'text-field': ['get', 'sign'],
        'text-font': ['Inter Variable', 'sans-serif'],
        'text-size': 15,
        'text-allow-overlap': true,
        'text-ignore-placement': true,
      },
      paint: {
        'text-color': halo,
        'text-halo-color': color,
        'text-halo-width': 2.5,
      },
    },
  ];
}
