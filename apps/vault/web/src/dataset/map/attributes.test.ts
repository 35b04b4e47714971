import { expect, test } from '@jest/globals';
import type { Feature } from 'geojson';
import { attributeNames, colorableAttributes } from './attributes.ts';

const features: Feature[] = Array.from({ length: 30 }, (_, i) => ({
  type: 'Feature',
  geometry: null as never,
  properties: {
    name: `Town ${i}`,
    population: i * 1000,
    kind: i % 2 ? 'city' : 'village',
    empty: null,
    same: 1,
  },
}));

test('attributes are listed in the order of the file, those of later features too', () => {
  const more = { ...features[0], properties: { extra: 1 } } as Feature;
  expect(attributeNames([...features, more])).toEqual([
    'name',
    'population',
    'kind',
    'empty',
    'same',
    'extra',
  ]);
});

test('only attributes with distinguishable values are offered for colouring', () => {
  expect(colorableAttributes(features)).toEqual(['population', 'kind']);
});
