import { expect, test } from '@jest/globals';
import { readJsonPage, tableColumns, toEwkb } from '../src/index.ts';
import { groupRings } from '../src/feature-service/group-rings.ts';

const flat = (points: number[][]) => points.flat();
const box = (x: number, y: number, size: number) => [
  [x, y],
  [x, y + size],
  [x + size, y + size],
  [x + size, y],
  [x, y],
];
const reversed = (points: number[][]) => points.toReversed();

test('rings are grouped by orientation: each hole goes to the smallest shell around it, wherever it is in the list', () => {
  const outer = flat(box(0, 0, 100));
  const island = flat(box(40, 40, 20));
  const lake = flat(reversed(box(30, 30, 40)));
  const pond = flat(reversed(box(45, 45, 5)));
  const other = flat(box(200, 0, 10));
  expect(groupRings([pond, lake, other, outer, island], 2)).toEqual([[other], [outer, lake], [island, pond]]);
});

test('a hole outside of all shells becomes a polygon, open rings are closed, and rings without an area are left out', () => {
  const hole = flat(reversed(box(0, 0, 1)));
  const open = flat(box(5, 5, 1).slice(0, -1));
  const line = flat([
    [0, 0],
    [1, 1],
    [0, 0],
    [0, 0],
  ]);
  expect(groupRings([hole, open, line], 2)).toEqual([[flat(box(5, 5, 1))], [hole]]);
});

test('a hole that touches its shell stays its hole', () => {
  const shell = flat(box(0, 0, 10));
  const touching = flat([
    [0, 0],
    [5, 1],
    [1, 5],
    [0, 0],
  ]);
  expect(groupRings([shell, touching], 2)).toEqual([[shell, touching]]);
});

const options = { kind: 'point' as const, hasZ: false, hasM: false, exact: false };
const page = (geometry: unknown, more = {}) =>
  JSON.stringify({ features: [{ attributes: {}, geometry }], ...more });

test.each([
  ['null', null],
  ['an object without coordinates', {}],
  ['"NaN"', { x: 'NaN', y: 'NaN' }],
  ['null coordinates', { x: null, y: null }],
])('a point of %s is empty', (_what, geometry) => {
  expect(readJsonPage(page(geometry), options).features[0]?.geometry).toBeNull();
});

test('z and m are read where they are sent, and are NaN where the page has none', () => {
  const wanted = { ...options, hasZ: true, hasM: true };
  const read = (geometry: object, more = {}) =>
    readJsonPage(page(geometry, more), wanted).features[0]?.geometry;
  expect(read({ x: 1, y: 2, z: 3, m: 4 })).toEqual({ kind: 'point', paths: [[1, 2, 3, 4]] });
  expect(read({ x: 1, y: 2, m: 4 }, { hasZ: false })).toEqual({
    kind: 'point',
    paths: [[1, 2, Number.NaN, 4]],
  });
  expect(read({ x: 1, y: 2, z: 3, m: 'NaN' })).toEqual({ kind: 'point', paths: [[1, 2, 3, Number.NaN]] });
});

test('true curves are refused', () => {
  const curve = {
    curvePaths: [
      [
        [0, 0],
        {
          c: [
            [3, 3],
            [1, 4],
          ],
        },
      ],
    ],
  };
  expect(() => readJsonPage(page(curve), { ...options, kind: 'polyline' })).toThrow(/true curves/);
});

test('lines of one position and polygons without an area become null', () => {
  const dimensions = { hasZ: false, hasM: false };
  expect(toEwkb({ kind: 'polyline', paths: [[1, 1]] }, dimensions, 4326)).toBeNull();
  expect(toEwkb({ kind: 'polygon', paths: [[1, 1, 2, 2, 1, 1, 1, 1]] }, dimensions, 4326)).toBeNull();
});

test('numbers beyond 2^53 are exact where that is requested', () => {
  const text = '{"features":[{"attributes":{"big":9007199254740993,"real":1e300,"small":7}}]}';
  const [feature] = readJsonPage(text, { ...options, exact: true }).features;
  expect(feature?.attributes).toEqual({ big: 9007199254740993n, real: 1e300, small: 7 });
});

test('columns get names that PostgreSQL takes, each once, and a description beside a coded value', () => {
  const domain = { type: 'codedValue', codedValues: [{ code: 1, name: 'paved' }] };
  const { key, geometry, columns } = tableColumns(
    [
      { name: 'OBJECTID', type: 'esriFieldTypeOID' },
      { name: 'Geom', type: 'esriFieldTypeString' },
      { name: 'Road type', alias: 'Type of road', type: 'esriFieldTypeSmallInteger', domain },
      { name: 'road_type', type: 'esriFieldTypeInteger' },
      { name: 'Shape', type: 'esriFieldTypeGeometry' },
    ],
    { objectIdField: 'OBJECTID', hasGeometry: true },
  );
  expect([key, geometry]).toEqual(['objectid', 'geom']);
  expect(columns).toEqual([
    { source: 'Geom', name: 'geom_2', encoding: 'text' },
    { source: 'Road type', name: 'road_type', encoding: 'int2', alias: 'Type of road' },
    { source: 'Road type', name: 'road_type_description', encoding: 'text', descriptions: { 1: 'paved' } },
    { source: 'road_type', name: 'road_type_2', encoding: 'int4' },
  ]);
});
