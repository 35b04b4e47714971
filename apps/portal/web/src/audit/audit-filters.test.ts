import { expect, test } from '@jest/globals';
import { auditQuery } from './audit-filters.ts';

test('auditQuery begins at local midnight and includes the whole last day', () => {
  const { since, until } = auditQuery({ event: '', actor: 'ada', from: '2026-11-21', to: '2026-11-22' });
  expect(since).toBe(new Date(2026, 10, 21).toISOString());
  expect(until).toBe(new Date(2026, 10, 23).toISOString());
});

test('auditQuery leaves out empty filters and invalid days', () => {
  expect(auditQuery({ event: '', actor: '', from: 'yesterday', to: '' })).toEqual({});
});
