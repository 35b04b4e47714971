import { expect, test } from '@jest/globals';
import type { ScheduleRule } from './rule.ts';
import { MAX_COUNTED_SLOTS, resolveDueSlots } from './slots.ts';

const GRACE = 900;

function resolve(rule: ScheduleRule, nextRunAt: string, now: string, graceSeconds = GRACE) {
  return resolveDueSlots({
    ...{ rule, timeZone: 'Europe/Berlin', graceSeconds },
    ...{ nextRunAt: new Date(nextRunAt), now: new Date(now) },
  });
}

const tenMinutes: ScheduleRule = { mode: 'repeat_minutes', minutes: 10 };
const daily: ScheduleRule = { mode: 'daily', time: '12:00' };

test('every 10 minutes after 3 hours without workers: the latest slot runs, 17 are missed in one row', () => {
  expect(resolve(tenMinutes, '2026-05-04T10:00Z', '2026-05-04T12:58Z')).toEqual({
    claimed: new Date('2026-05-04T12:50Z'),
    missed: { count: 17, first: new Date('2026-05-04T10:00Z'), last: new Date('2026-05-04T12:40Z') },
    next: new Date('2026-05-04T13:00Z'),
  });
  const everyTenth = resolve(
    { mode: 'custom', cron: '*/10 * * * *' },
    '2026-05-04T10:00Z',
    '2026-05-04T12:58Z',
  );
  expect(everyTenth).toMatchObject({ claimed: new Date('2026-05-04T12:50Z'), missed: { count: 17 } });
});

test('daily in the middle of 3 hours without workers: one missed, none runs, the next is tomorrow', () => {
  const slot = new Date('2026-05-04T10:00Z');
  expect(resolve(daily, '2026-05-04T10:00Z', '2026-05-04T11:30Z')).toEqual({
    ...{ claimed: null, missed: { count: 1, first: slot, last: slot } },
    next: new Date('2026-05-05T10:00Z'),
  });
});

test('a slot that is late by exactly the grace time runs, one second later it is missed', () => {
  expect(resolve(daily, '2026-05-04T10:00Z', '2026-05-04T10:15:00Z')).toMatchObject({
    ...{ claimed: new Date('2026-05-04T10:00Z'), missed: null },
  });
  expect(resolve(daily, '2026-05-04T10:00Z', '2026-05-04T10:15:01Z')).toMatchObject({
    ...{ claimed: null, missed: { count: 1 } },
  });
});

test('a slot in the future is left alone', () => {
  const next = new Date('2026-05-04T10:00Z');
  expect(resolve(daily, '2026-05-04T10:00Z', '2026-05-04T09:59:59Z')).toEqual({
    ...{ claimed: null, missed: null, next },
  });
});

test('once has no next slot after its claim', () => {
  const rule: ScheduleRule = { mode: 'once', at: '2026-05-04T12:00:00' };
  const claimed = new Date('2026-05-04T10:00Z');
  expect(resolve(rule, '2026-05-04T10:00Z', '2026-05-04T10:00:01Z')).toEqual({
    ...{ claimed, missed: null, next: null },
  });
});

test('a rule of every minute after a year counts so many slots only, and its latest slot runs', () => {
  const { claimed, missed, next } = resolve(
    { mode: 'custom', cron: '* * * * *' },
    '2025-05-04T10:00Z',
    '2026-05-04T10:00:30Z',
  );
  expect(claimed).toEqual(new Date('2026-05-04T10:00Z'));
  expect(missed).toEqual({
    ...{ count: MAX_COUNTED_SLOTS + GRACE / 60 - 1, first: new Date('2025-05-04T10:00Z') },
    last: new Date('2026-05-04T09:59Z'),
  });
  expect(next).toEqual(new Date('2026-05-04T10:01Z'));
});

test('with a grace of nothing, a slot runs at its very second', () => {
  expect(resolve(tenMinutes, '2026-05-04T10:00Z', '2026-05-04T10:10:00Z', 0)).toMatchObject({
    ...{ claimed: new Date('2026-05-04T10:10Z'), missed: { count: 1 } },
  });
});
