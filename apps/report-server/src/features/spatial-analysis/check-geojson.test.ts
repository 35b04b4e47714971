import { expect, test } from '@jest/globals';
import { checkGeojson } from './check-geojson.ts';

const check = (geometry: unknown) => () => checkGeojson(geometry, { isGeographic: true });

test.each([
  [
    'a longitude beyond 180°',
    { type: 'Point', coordinates: [200, 10] },
    'geometry.coordinates has a longitude beyond 180°.',
  ],
  [
    'a latitude beyond 90°',
    {
      type: 'MultiPoint',
      coordinates: [
        [0, 0],
        [3, 95],
      ],
    },
    'geometry.coordinates[1] has a latitude beyond 90°.',
  ],
  [
    'a ring of 2 positions',
    {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [1, 1],
        ],
      ],
    },
    'geometry.coordinates[0] is a ring of fewer than 4 positions.',
  ],
  [
    'an open ring',
    {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [1, 1],
          [1, 0],
          [0, 1],
        ],
      ],
    },
    'geometry.coordinates[0] is a ring whose last position is not its first.',
  ],
  ['no type', {}, 'geometry.type is not a type of GeoJSON geometry.'],
  [
    'a text as a number',
    { type: 'Point', coordinates: ['1', 2] },
    'geometry.coordinates is not a position of two or three numbers.',
  ],
  ['a wrong depth', { type: 'LineString', coordinates: [1, 2] }, 'geometry.coordinates[0] is not an array.'],
  [
    'a member of a collection',
    { type: 'GeometryCollection', geometries: [{ type: 'Point' }] },
    'geometry.geometries[0].coordinates is not an array.',
  ],
])('%s is refused with its place', (_name, geometry, message) => {
  expect(check(geometry)).toThrow(message);
});

test('valid geometries pass, and so do metres in a projected system', () => {
  expect(
    check({
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [1, 1],
          [1, 0],
          [0, 0],
        ],
      ],
    }),
  ).not.toThrow();
  const metres = { type: 'Point', coordinates: [392_000, 5_820_000] };
  expect(() => checkGeojson(metres, { isGeographic: false })).not.toThrow();
});
