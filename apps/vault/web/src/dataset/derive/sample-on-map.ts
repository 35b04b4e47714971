import { useEffect } from 'react';
import type { FeatureCollection } from 'geojson';
import type { GeoJSONSource, LayerSpecification, Map as MapLibre } from 'maplibre-gl';

const SOURCE = 'sample';
const MARK = { light: '#a8005c', dark: '#ffb0d8' };
const HALO = { light: '#ffffff', dark: '#0b1015' };
const NOTHING: FeatureCollection = { type: 'FeatureCollection', features: [] };

/** Marks the features that a derivation would keep. */
export function useSampleOnMap(
  map: MapLibre | null,
  sample: FeatureCollection | undefined,
  dark: boolean,
): void {
  useEffect(() => {
    if (!map) return;
    const data = sample ?? NOTHING;
    const source = map.getSource<GeoJSONSource>(SOURCE);
    if (source) source.setData(data);
    else map.addSource(SOURCE, { type: 'geojson', data });
    for (const layer of layersFor(dark ? 'dark' : 'light')) {
      if (!map.getLayer(layer.id)) map.addLayer(layer);
      for (const [name, value] of Object.entries(layer.paint ?? {}))
        map.setPaintProperty(layer.id, name as never, value as never);
    }
  }, [map, sample, dark]);
}

function layersFor(scheme: 'light' | 'dark'): LayerSpecification[] {
  const color = MARK[scheme];
  const of = (type: string) => ['==', ['geometry-type'], type] as never;
  return [
    {
      id: `${SOURCE}:areas`,
      type: 'fill',
      source: SOURCE,
      filter: of('Polygon'),
      paint: { 'fill-color': color, 'fill-opacity': 0.45 },
    },
    {
      id: `${SOURCE}:lines`,
      type: 'line',
      source: SOURCE,
      filter: ['!=', ['geometry-type'], 'Point'],
      paint: { 'line-color': color, 'line-width': 2 },
    },
    {
      id: `${SOURCE}:points`,
      type: 'circle',
      source: SOURCE,
      filter: of('Point'),
      paint: {
        'circle-color': color,
        'circle-radius': ['interpolate', ['linear'], ['zoom'], 0, 4, 8, 7],
        'circle-stroke-color': HALO[scheme],
        'circle-stroke-width': 1.2,
      },
    },
  ];
}
