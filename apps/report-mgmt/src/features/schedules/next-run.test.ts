import { describe, expect, test } from '@jest/globals';
import { nextRun, nextRuns } from './next-run.ts';
import type { ScheduleRule } from './rule.ts';

function runsOf(rule: ScheduleRule, timeZone: string, after: string, count = 2): string[] {
  return nextRuns({ rule, timeZone, after: new Date(after) }, count).map(formatInstant);
}

function formatInstant(date: Date): string {
  return date.toISOString().replace(':00.000Z', 'Z');
}

const daily = (time: string): ScheduleRule => ({ mode: 'daily', time });
const monthly = (day: number): ScheduleRule => ({ mode: 'monthly', day, time: '06:00' });
const custom = (cron: string): ScheduleRule => ({ mode: 'custom', cron });

describe('fixed times at a change of the clock', () => {
  test.each([
    ['02:30', 'Europe/Berlin', '2026-03-28T12:00Z', ['2026-03-29T01:00Z', '2026-03-30T00:30Z']],
    ['02:30', 'Europe/Berlin', '2026-10-24T12:00Z', ['2026-10-25T00:30Z', '2026-10-26T01:30Z']],
    ['02:30', 'America/New_York', '2026-03-08T00:00Z', ['2026-03-08T07:00Z', '2026-03-09T06:30Z']],
    ['01:30', 'America/New_York', '2026-11-01T00:00Z', ['2026-11-01T05:30Z', '2026-11-02T06:30Z']],
    ['02:15', 'Australia/Lord_Howe', '2026-10-03T00:00Z', ['2026-10-03T15:30Z', '2026-10-04T15:15Z']],
    ['00:30', 'America/Santiago', '2026-09-05T12:00Z', ['2026-09-06T04:00Z', '2026-09-07T03:30Z']],
    ['23:30', 'America/Nuuk', '2026-03-28T12:00Z', ['2026-03-29T01:00Z', '2026-03-30T00:30Z']],
  ])('daily %s in %s after %s runs at %j', (time, timeZone, after, runs) => {
    expect(runsOf(daily(time), timeZone, after)).toEqual(runs);
  });

  test('a day that a zone skipped runs at the first instant of the next day, which then has its own run', () => {
    const runs = ['2011-12-29T20:00Z', '2011-12-30T10:00Z', '2011-12-30T20:00Z'];
    expect(runsOf(daily('10:00'), 'Pacific/Apia', '2011-12-29T12:00Z', 3)).toEqual(runs);
    expect(runsOf(custom('0 10 * * *'), 'Pacific/Apia', '2011-12-29T12:00Z', 3)).toEqual(runs);
  });

  test('at midnight the skipped day and the next one are one run', () => {
    expect(runsOf(daily('00:00'), 'Pacific/Apia', '2011-12-29T12:00Z')).toEqual([
      '2011-12-30T10:00Z',
      '2011-12-31T10:00Z',
    ]);
    expect(runsOf(daily('00:00'), 'Pacific/Kwajalein', '1993-08-20T13:00Z')).toEqual([
      '1993-08-21T12:00Z',
      '1993-08-22T12:00Z',
    ]);
  });

  test('a run asked for in the second pass comes on the next day', () => {
    expect(runsOf(daily('02:30'), 'Europe/Berlin', '2026-10-25T01:10Z', 1)).toEqual(['2026-10-26T01:30Z']);
  });

  test('once in a gap runs at its end, in an overlap at the first pass, and with an offset when it says', () => {
    const once = (at: string): ScheduleRule => ({ mode: 'once', at });
    const before = '2026-01-01T00:00Z';
    expect(runsOf(once('2026-03-29T02:30:00'), 'Europe/Berlin', before)).toEqual(['2026-03-29T01:00Z']);
    expect(runsOf(once('2026-10-25T02:30:00'), 'Europe/Berlin', before)).toEqual(['2026-10-25T00:30Z']);
    expect(runsOf(once('2026-10-25T01:30:00Z'), 'Europe/Berlin', before)).toEqual(['2026-10-25T01:30Z']);
    expect(runsOf(once('2026-10-25T01:30:00Z'), 'Europe/Berlin', '2026-10-25T01:30Z')).toEqual([]);
  });
});

describe('cron patterns', () => {
  test('a list of fixed times in a gap is one run, in an overlap each runs at the first pass', () => {
    expect(runsOf(custom('0,30 2 * * *'), 'Europe/Berlin', '2026-03-28T12:00Z')).toEqual([
      '2026-03-29T01:00Z',
      '2026-03-30T00:00Z',
    ]);
    expect(runsOf(custom('0,30 2 * * *'), 'Europe/Berlin', '2026-10-24T12:00Z', 3)).toEqual([
      '2026-10-25T00:00Z',
      '2026-10-25T00:30Z',
      '2026-10-26T01:00Z',
    ]);
  });

  test('*/30 runs through both passes of an overlap, and a gap has no runs', () => {
    expect(runsOf(custom('*/30 * * * *'), 'Europe/Berlin', '2026-10-25T00:00Z', 4)).toEqual([
      '2026-10-25T00:30Z',
      '2026-10-25T01:00Z',
      '2026-10-25T01:30Z',
      '2026-10-25T02:00Z',
    ]);
    expect(runsOf(custom('*/30 * * * *'), 'Europe/Berlin', '2026-03-29T00:00Z')).toEqual([
      '2026-03-29T00:30Z',
      '2026-03-29T01:00Z',
    ]);
    expect(runsOf(custom('*/30 2 * * *'), 'Europe/Berlin', '2026-03-28T12:00Z', 1)).toEqual([
      '2026-03-30T00:00Z',
    ]);
  });

  test('a fixed time in a gap that ends on the next day runs then, where croner has none', () => {
    expect(runsOf(custom('30 23 * * 6'), 'America/Nuuk', '2026-03-28T12:00Z')).toEqual([
      '2026-03-29T01:00Z',
      '2026-04-05T00:30Z',
    ]);
  });

  test('day 31 skips shorter months, as cron does', () => {
    expect(runsOf(custom('0 6 31 * *'), 'UTC', '2026-01-31T12:00Z')).toEqual([
      '2026-03-31T06:00Z',
      '2026-05-31T06:00Z',
    ]);
  });

  test('day and weekday are either of them, and both where one begins with *, as cron does', () => {
    expect(runsOf(custom('0 6 13 * 5'), 'UTC', '2026-02-01T00:00Z', 3)).toEqual([
      '2026-02-06T06:00Z',
      '2026-02-13T06:00Z',
      '2026-02-20T06:00Z',
    ]);
    expect(runsOf(custom('0 6 1-7 * */7'), 'UTC', '2026-02-02T00:00Z')).toEqual([
      '2026-03-01T06:00Z',
      '2026-04-05T06:00Z',
    ]);
  });
});

describe('other modes', () => {
  test.each([
    [31, '2026-02-01T00:00Z', ['2026-02-28T06:00Z', '2026-03-31T06:00Z']],
    [31, '2028-02-01T00:00Z', ['2028-02-29T06:00Z', '2028-03-31T06:00Z']],
    [31, '2026-04-01T00:00Z', ['2026-04-30T06:00Z', '2026-05-31T06:00Z']],
    [30, '2026-02-01T00:00Z', ['2026-02-28T06:00Z', '2026-03-30T06:00Z']],
    [29, '2026-12-29T06:00Z', ['2027-01-29T06:00Z', '2027-02-28T06:00Z']],
  ])('monthly on day %d after %s runs at %j', (day, after, runs) => {
    expect(runsOf(monthly(day), 'UTC', after)).toEqual(runs);
  });

  test('weekly on Sunday runs on Sundays of the zone', () => {
    const rule: ScheduleRule = { mode: 'weekly', day: 0, time: '08:00' };
    expect(runsOf(rule, 'Pacific/Auckland', '2026-07-03T00:00Z')).toEqual([
      '2026-07-04T20:00Z',
      '2026-07-11T20:00Z',
    ]);
  });

  test('hourly counts minutes of the zone, 45 minutes off in Kathmandu, and both passes of an overlap', () => {
    const rule: ScheduleRule = { mode: 'hourly', minute: 0 };
    expect(runsOf(rule, 'Asia/Kathmandu', '2026-01-01T00:00Z')).toEqual([
      '2026-01-01T00:15Z',
      '2026-01-01T01:15Z',
    ]);
    expect(runsOf({ mode: 'hourly', minute: 30 }, 'Europe/Berlin', '2026-10-25T00:00Z')).toEqual([
      '2026-10-25T00:30Z',
      '2026-10-25T01:30Z',
    ]);
  });

  test('repeat_minutes counts from the last slot, over a change of the clock too', () => {
    const request = { rule: { mode: 'repeat_minutes', minutes: 90 }, timeZone: 'Europe/Berlin' } as const;
    const lastSlot = new Date('2026-03-28T23:10Z');
    const after = new Date('2026-03-29T03:00Z');
    expect(nextRuns({ ...request, after, lastSlot }, 2).map(formatInstant)).toEqual([
      '2026-03-29T03:40Z',
      '2026-03-29T05:10Z',
    ]);
    expect(nextRun({ ...request, after: new Date('2026-03-29T03:00:41Z') })).toEqual(
      new Date('2026-03-29T04:30Z'),
    );
  });

  test('a slot up to the last one never comes again, even if the clock of the machine was set back', () => {
    const lastSlot = new Date('2026-05-04T06:00Z');
    const after = new Date('2026-05-04T05:00Z');
    expect(nextRun({ rule: daily('06:00'), timeZone: 'UTC', after, lastSlot })).toEqual(
      new Date('2026-05-05T06:00Z'),
    );
  });
});
