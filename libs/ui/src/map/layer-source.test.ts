import { expect, test } from '@jest/globals';
import type { Map as MapLibre } from 'maplibre-gl';
import { dataLayers, syncSource } from './layer-source.ts';
import type { MapLayer } from './types.ts';

/** The sources of a map that has loaded none of them: MapLibre sets `tiles` of a source only after that. */
function loadingMap(): MapLibre {
  const sources = new Map<string, { type: string }>();
  return {
    getSource: (id: string) => sources.get(id),
    addSource: (id: string, { type }: { type: string }) => sources.set(id, { type }),
  } as unknown as MapLibre;
}

const coloredBy = (field: string): MapLayer => ({
  id: 'stations',
  title: 'Stations',
  tiles: {
    urls: [`https://cairn.example/tiles/{z}/{x}/{y}?fields=${field}`],
    sourceLayer: 'stations',
    minZoom: 0,
    maxZoom: 14,
    kinds: { points: true, lines: false, areas: false },
  },
});

test('a source of tiles is replaced when its address changes, also before the map has loaded it', () => {
  const map = loadingMap();
  expect(syncSource(map, 'data:stations', coloredBy('height'))).toBe(true);
  expect(syncSource(map, 'data:stations', coloredBy('height'))).toBe(true);
  expect(syncSource(map, 'data:stations', coloredBy('kind'))).toBe(false);
});

test('a layer of outlines has rings, dashed lines and empty areas', () => {
  const shape = (geometry: object) => ({
    type: 'Feature' as const,
    properties: {},
    geometry: geometry as never,
  });
  const ring = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 0],
  ];
  const features = [
    shape({ type: 'Point', coordinates: [0, 0] }),
    shape({ type: 'Polygon', coordinates: [ring] }),
  ];
  const data = { type: 'FeatureCollection' as const, features };
  const layer: MapLayer = { id: 'before', title: 'Before', outlined: true, data };
  const paints = dataLayers('data:before', layer, { color: '#d95f02', legend: [] }, false).map(
    ({ type, paint }) => [type, paint],
  );
  expect(paints).toMatchObject([
    ['fill', { 'fill-opacity': 0 }],
    ['line', { 'line-dasharray': [2, 1.5] }],
    ['circle', { 'circle-opacity': 0 }],
  ]);
});
