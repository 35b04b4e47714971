import { expect, test } from '@jest/globals';
import { chooseUnit, fillPeriods, nextPeriod, periodName } from './periods.ts';

test('the unit fits the span', () => {
  expect(chooseUnit('2000-01-01', '2026-01-01', true)).toBe('year');
  expect(chooseUnit('2025-01-01', '2026-01-01', true)).toBe('month');
  expect(chooseUnit('2026-01-01', '2026-01-20', true)).toBe('day');
  expect(chooseUnit('2026-01-01', '2026-01-02', true)).toBe('day');
  expect(chooseUnit('2026-01-01T00:00:00', '2026-01-02T00:00:00', false)).toBe('hour');
});

test('periods without rows are filled in', () => {
  expect(fillPeriods('2025-11-01', '2026-02-01', 'month')).toEqual([
    '2025-11-01',
    '2025-12-01',
    '2026-01-01',
    '2026-02-01',
  ]);
});

test('the next period follows the calendar, whatever the clocks do', () => {
  expect(nextPeriod('2026-03-29T00:00:00', 'day')).toBe('2026-03-30T00:00:00');
  expect(nextPeriod('2024-01-01', 'quarter')).toBe('2024-04-01');
  expect(nextPeriod('2024-12-30', 'week')).toBe('2025-01-06');
});

test('periods have names', () => {
  expect(periodName('2024-04-01', 'quarter')).toBe('Q2 2024');
  expect(periodName('2024-04-01', 'month', 'en-GB')).toBe('Apr 2024');
  expect(periodName('2024-04-01', 'year')).toBe('2024');
});
