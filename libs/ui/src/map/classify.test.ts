import { expect, test } from '@jest/globals';
import type { Feature } from 'geojson';
import { colorLayer, quantileBreaks } from './classify.ts';

const features = (values: unknown[]): Feature[] =>
  values.map((value) => ({
    type: 'Feature',
    properties: { value },
    geometry: { type: 'Point', coordinates: [0, 0] },
  }));

const input = (values: unknown[], attribute?: string) => ({
  features: features(values),
  attribute,
  layerIndex: 0,
  dark: false,
  formatNumber: String,
  otherLabel: 'other',
});

test('a layer without a colour attribute has one colour and a legend without words', () => {
  const { color, legend } = colorLayer(input([1, 2]));
  expect(legend).toEqual([{ color, label: null }]);
});

test('numbers fall into five classes that hold about equally many values', () => {
  const values = Array.from({ length: 100 }, (_, i) => i + 1);
  expect(quantileBreaks(values, 5)).toEqual([21, 41, 61, 81]);
  const { legend } = colorLayer(input(values, 'value'));
  expect(legend.map(({ label }) => label)).toEqual(['1 – 21', '21 – 41', '41 – 61', '61 – 81', '81 – 100']);
});

test('classes with equal edges collapse instead of standing empty', () => {
  expect(quantileBreaks([5, 5, 5, 5], 5)).toEqual([]);
  expect(colorLayer(input([5, 5], 'value')).legend).toHaveLength(1);
});

test('missing numbers get a colour and a line of the legend of their own', () => {
  const { legend } = colorLayer(input([1, 2, null], 'value'));
  expect(legend.at(-1)?.label).toBe('other');
});

test('texts are coloured by their most frequent values and the rest as other', () => {
  const { legend } = colorLayer(input(['a', 'a', 'b', ...'cdefghij'], 'value'));
  expect(legend[0]?.label).toBe('a');
  expect(legend).toHaveLength(8);
  expect(legend.at(-1)?.label).toBe('other');
});
