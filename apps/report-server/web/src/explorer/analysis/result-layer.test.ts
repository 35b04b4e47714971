import { beforeAll, expect, test } from '@jest/globals';
import i18next from 'i18next';
import { analysisMessages } from '../../messages/en/analysis.ts';
import type { AnalysisResult } from '../../client.ts';
import { toMap } from './result-layer.ts';

beforeAll(async () => {
  await i18next.init({ lng: 'en', resources: { en: { app: analysisMessages } } });
});

const resultOf = (analysis: string, properties: object[]) =>
  ({
    analysis,
    features: {
      type: 'FeatureCollection',
      features: properties.map((each, at) => ({
        type: 'Feature',
        id: at,
        geometry: { type: 'Point', coordinates: [at, 50] },
        properties: each,
      })),
    },
  }) as unknown as AnalysisResult;
const layerOf = (analysis: string, properties: object[]) => toMap(resultOf(analysis, properties), 'x').layer;

test('hot spots go from cold to hot, with the significance of each class', () => {
  const { colorBy, palette } = layerOf('hot_spots', [{ gi_z: 3, class: 'hot 99 %' }]);
  expect(colorBy).toBe('class');
  expect(palette!.map(({ value }) => value)).toEqual([
    ...['cold 99 %', 'cold 95 %', 'cold 90 %', 'not significant', 'hot 90 %', 'hot 95 %', 'hot 99 %'],
  ]);
});

test('each cluster has a colour of its own, and features in no cluster are named last', () => {
  const points = Array.from({ length: 40 }, (_, at) => ({ cluster: at % 20 }));
  const { palette, legendTitle } = layerOf('dbscan', [...points, { cluster: null }, { cluster: 3 }]);
  expect(legendTitle).toBe('20 clusters');
  expect(new Set(palette!.map(({ light }) => light)).size).toBe(21);
  expect(palette![0]).toMatchObject({ value: '3', label: '3 (3)' });
  expect(palette!.filter(({ label }) => label !== null)).toHaveLength(9);
  expect(palette!.at(-1)).toMatchObject({ value: '', label: 'In no cluster (1)' });
});

test('other results are coloured by what they measure, and have ids that no row has', () => {
  expect(layerOf('hexagon_grid', [{ count: 3, sum: 1.5 }]).colorBy).toBe('sum');
  expect(layerOf('measure', [{ area_m2: null, length_m: 4 }]).colorBy).toBe('length_m');
  const { layer, focus } = toMap(resultOf('buffer', [{}, {}]), 'Buffer');
  expect(layer.colorBy).toBeUndefined();
  expect(layer.data.features.map(({ id }) => id)).toEqual(['analysis:0', 'analysis:1']);
  expect(focus).toEqual({ bounds: [0, 50, 1, 50] });
});
