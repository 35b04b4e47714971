import { expect, test } from '@jest/globals';
import { signPoint } from './sign-point.ts';

const square = (x: number, side: number) => [
  [
    [x, 0],
    [x + side, 0],
    [x + side, side],
    [x, side],
    [x, 0],
  ],
];

test('a multi-part shape has one sign, in the middle of its largest part', () => {
  expect(
    signPoint({ type: 'MultiPolygon', coordinates: [square(0, 1), square(10, 4), square(20, 2)] }),
  ).toEqual([12, 2]);
});

test('the sign of an L-shape is placed inside its larger part', () => {
  const ring = [
    [0, 0],
    [6, 0],
    [6, 1],
    [1, 1],
    [1, 6],
    [0, 6],
    [0, 0],
  ];
  const [x = 0, y = 0] = signPoint({ type: 'Polygon', coordinates: [ring] }) ?? [];
  expect(x).toBeCloseTo(1.864, 2);
  expect(y).toBeCloseTo(1.864, 2);
});

test('points, lines and flat rings have a sign position, empty geometries do not', () => {
  expect(signPoint({ type: 'Point', coordinates: [3, 4] })).toEqual([3, 4]);
  expect(
    signPoint({
      type: 'LineString',
      coordinates: [
        [0, 0],
        [1, 1],
        [5, 5],
      ],
    }),
  ).toEqual([1, 1]);
  expect(
    signPoint({
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [2, 0],
          [4, 0],
          [0, 0],
        ],
      ],
    }),
  ).toEqual([2, 0]);
  expect(signPoint({ type: 'GeometryCollection', geometries: [] })).toBeNull();
});
