import { expect, test } from '@jest/globals';
import { filterText, filterValue, formatFilters, operatorsFor, parseFilters } from './filters.ts';

test('filters round-trip through the URL', () => {
  const filters = [
    { column: 'name', op: 'contains' as const, value: 'o"' },
    { column: 'population', op: '>=' as const, value: 10 },
    { column: 'code', op: 'is_null' as const },
  ];
  expect(parseFilters(formatFilters(filters))).toEqual(filters);
  expect(formatFilters([])).toBe('');
});

test('a malformed URL and unknown operators give no filters', () => {
  for (const text of ['', '{', '7', '"a"', '[1]', '[{"column":"a","op":"; DROP"}]'])
    expect(parseFilters(text)).toEqual([]);
});

test('typed text becomes a value of the column or undefined', () => {
  expect(filterValue('integer', '=', ' 12 ')).toBe(12);
  expect(filterValue('integer', '=', 'twelve')).toBeUndefined();
  expect(filterValue('real', 'in', '1, 2.5')).toEqual([1, 2.5]);
  expect(filterValue('real', 'in', '1, x')).toBeUndefined();
  expect(filterValue('text', '=', ' a ')).toBe(' a ');
  expect(filterValue('boolean', '=', 'false')).toBe(false);
  expect(filterText({ column: 'a', op: 'in', value: [1, 2] })).toBe('1, 2');
});

test('each column type offers its operators', () => {
  expect(operatorsFor('real')).not.toContain('contains');
  expect(operatorsFor('text')[0]).toBe('contains');
  expect(operatorsFor('binary')).toEqual(['is_null', 'not_null']);
});
