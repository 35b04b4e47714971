import { useEffect } from 'react';
import type { Feature } from 'geojson';
import type { GeoJSONSource, Map as MapLibre } from 'maplibre-gl';

const SOURCE = 'clip-box';

/** Outlines the box that is given by its sides. */
export function useBoxOnMap(map: MapLibre | null, box: [number, number, number, number] | null): void {
  const key = box?.join() ?? '';
  useEffect(() => {
    if (!map) return;
    const data = {
      type: 'FeatureCollection' as const,
      features: key === '' ? [] : [outline(key.split(',').map(Number))],
    };
    const source = map.getSource<GeoJSONSource>(SOURCE);
    if (source) {
      source.setData(data);
      return;
    }
    map.addSource(SOURCE, { type: 'geojson', data });
    const paint = { 'line-color': '#2f6fde', 'line-width': 2, 'line-dasharray': [3, 2] };
    map.addLayer({ id: `${SOURCE}:line`, type: 'line', source: SOURCE, paint });
  }, [map, key]);
}

/** West beyond east goes on across the antimeridian. */
function outline([west = 0, south = 0, east = 0, north = 0]: number[]): Feature {
  const right = west > east ? east + 360 : east;
  const ring = [
    [west, south],
    [right, south],
    [right, north],
    [west, north],
    [west, south],
  ];
  return { type: 'Feature', properties: null, geometry: { type: 'LineString', coordinates: ring } };
}
