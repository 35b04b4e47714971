import { expect, test } from '@jest/globals';
import { isFiltered, readFilters, toQuery } from './filters.ts';

test('filters of the address are asked for, and what is empty or no number is not', () => {
  const filters = readFilters(
    new URLSearchParams('report=sales&status=failed&schedule=abc&run=1&from=2026-11-01&to=2026-11-01'),
  );
  expect(toQuery(filters)).toEqual({
    report: 'sales',
    status: 'failed',
    from: new Date(2026, 10, 1).toISOString(),
    to: new Date(2026, 10, 2).toISOString(),
  });
});

test('a page further down is no filter', () => {
  expect(isFiltered(readFilters(new URLSearchParams('cursor=abc&q=x')))).toBe(false);
  expect(isFiltered(readFilters(new URLSearchParams('schedule=3')))).toBe(true);
});
