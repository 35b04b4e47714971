import { expect, test } from '@jest/globals';
import type { Map as MapLibre } from 'maplibre-gl';
import { syncSource } from './layer-source.ts';
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
