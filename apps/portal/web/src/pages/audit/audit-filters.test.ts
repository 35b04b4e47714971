import { expect, test } from '@jest/globals';
import { auditQuery } from './audit-filters.ts';

test('a range of days begins at local midnight and includes all of its last day', () => {
  const { since, until } = auditQuery({ event: '', actor: 'ada', from: '2026-11-21', to: '2026-11-22' });
  expect(since).toBe(new Date(2026, 10, 21).toISOString());
  expect(until).toBe(new Date(2026, 10, 23).toISOString());
});

test('empty filters and days that are not dates are left out', () => {
  expect(auditQuery({ event: '', actor: '', from: 'yesterday', to: '' })).toEqual({});
});
