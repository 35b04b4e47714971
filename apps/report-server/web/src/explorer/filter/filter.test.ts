import { expect, test } from '@jest/globals';
import { addClause, areasOf, formatFilter, fromTree, parseFilter, toTree, type Filter } from './filter.ts';

const box = {
  type: 'Polygon' as const,
  coordinates: [
    [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 0],
    ],
  ],
};
const filter: Filter = [
  { anyOf: [{ column: 'population', op: 'gt', value: 1000 }] },
  {
    anyOf: [
      { column: 'name', op: 'eq', value: 'a&"b' },
      { column: 'name', op: 'is_null' },
    ],
  },
  { anyOf: [{ geometry: 'geom', op: 'intersects', value: box }] },
];

test('a filter round-trips through the address', () => {
  expect(parseFilter(formatFilter(filter))).toEqual(filter);
  expect(formatFilter([])).toBe('');
});

test('one condition needs no list around it, several are joined by and, alternatives by or', () => {
  expect(toTree([])).toBeUndefined();
  expect(toTree(filter.slice(0, 1))).toEqual({ column: 'population', op: 'gt', value: 1000 });
  expect(toTree(filter)).toHaveProperty('and.1.or');
});

test('an unreadable filter of an address is no filter', () => {
  for (const text of ['', '{', '7', '[]', 'null']) expect(parseFilter(text)).toEqual([]);
});

test('a tree of another shape is kept whole', () => {
  const tree = { not: { column: 'a', op: 'eq', value: 1 } };
  expect(toTree(fromTree(tree))).toEqual(tree);
  expect(fromTree({ column: 'a', op: 'ilike', value: 'x%' })).toEqual([
    { tree: { column: 'a', op: 'ilike', value: 'x%' } },
  ]);
});

test('the same clause is added once', () => {
  const clause = { column: 'population', op: 'gt' as const, value: 1000 };
  expect(addClause(filter, clause)).toBe(filter);
  expect(addClause(filter, { ...clause, value: 2 })).toHaveLength(4);
});

test('areas are found with their place', () => {
  expect(areasOf(filter).map(({ at }) => at)).toEqual([2]);
});
