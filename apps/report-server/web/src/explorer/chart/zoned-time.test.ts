import { expect, test } from '@jest/globals';
import { toInstant } from './zoned-time.ts';

test.each([
  ['2026-01-01T00:00:00', 'Europe/Berlin', '2025-12-31T23:00:00Z'],
  ['2026-07-01', 'Europe/Berlin', '2026-06-30T22:00:00Z'],
  ['2026-03-30T00:00:00', 'Europe/Berlin', '2026-03-29T22:00:00Z'],
  ['2026-10-25T02:30:00', 'Europe/Berlin', '2026-10-25T00:30:00Z'],
  ['2026-03-29T02:30:00', 'Europe/Berlin', '2026-03-29T01:30:00Z'],
  ['2026-01-01T00:00:00', 'America/New_York', '2026-01-01T05:00:00Z'],
  ['2026-01-01T00:00:00', 'UTC', '2026-01-01T00:00:00Z'],
])('%s in %s is %s', (local, zone, instant) => {
  expect(toInstant(local, zone)).toBe(instant);
});
