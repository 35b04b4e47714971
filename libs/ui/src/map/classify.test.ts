import { expect, test } from '@jest/globals';
import type { Feature } from 'geojson';
import { classesOf, colorLayer, quantileBreaks } from './classify.ts';

const features = (values: unknown[]): Feature[] =>
  values.map((value) => ({
    type: 'Feature',
    properties: { value },
    geometry: { type: 'Point', coordinates: [0, 0] },
  }));

const look = { attribute: 'value', layerIndex: 0, dark: false, formatNumber: String, otherLabel: 'other' };
const labels = (values: unknown[]) =>
  colorLayer({ ...look, classes: classesOf(features(values), 'value') }).legend.map(({ label }) => label);

test('a layer without a colour attribute has one colour and no legend text', () => {
  const { color, legend } = colorLayer({ ...look, attribute: undefined, classes: null });
  expect(legend).toEqual([{ color, label: null }]);
});

test('an attribute without values leaves the layer in its own colour', () => {
  expect(classesOf(features([null, '']), 'value')).toBeNull();
  expect(labels([null, ''])).toEqual([null]);
});

test('numbers fall into five classes that hold about equally many values', () => {
  const values = Array.from({ length: 100 }, (_, i) => i + 1);
  expect(quantileBreaks(values, 5)).toEqual([21, 41, 61, 81]);
  expect(labels(values)).toEqual(['1 – 21', '21 – 41', '41 – 61', '61 – 81', '81 – 100']);
});

test('classes with equal edges collapse', () => {
  expect(quantileBreaks([5, 5, 5, 5], 5)).toEqual([]);
  expect(labels([5, 5])).toHaveLength(1);
});

test('missing numbers get their own colour and legend entry', () => {
  expect(labels([1, 2, null]).at(-1)).toBe('other');
});

test('texts are coloured by their most frequent values and the rest as other', () => {
  const matches = labels(['a', 'a', 'b', ...'cdefghij']);
  expect(matches[0]).toBe('a');
  expect(matches).toHaveLength(8);
  expect(matches.at(-1)).toBe('other');
});

test('given classes colour a layer whose features are not loaded', () => {
  const { legend } = colorLayer({
    ...look,
    classes: { kind: 'numbers', edges: [0, 10, 100], others: false },
  });
  expect(legend.map(({ label }) => label)).toEqual(['0 – 10', '10 – 100']);
});

test('a palette colours its values, and the legend leaves out those without a label', () => {
  const palette = [
    { value: 'hot', label: 'Hot', light: '#b2182b', dark: '#ef8a62' },
    { value: '', label: null, light: '#cccccc', dark: '#555555' },
  ];
  const { color, legend } = colorLayer({ ...look, classes: null, palette, dark: true });
  expect(legend).toEqual([{ color: '#ef8a62', label: 'Hot' }]);
  expect(color).toEqual(expect.arrayContaining(['hot', '#ef8a62', '', '#555555']));
});
