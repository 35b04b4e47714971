import { describe, expect, test } from '@jest/globals';
import { readRule, toRuleFields } from './read-rule.ts';
import type { RuleFields } from './read-rule.ts';
import type { ScheduleRule } from './rule.ts';

const now = new Date('2026-03-01T12:00:00Z');
const read = (fields: RuleFields) => readRule(fields, { timeZone: 'Europe/Berlin', now });

const once = (at: string): RuleFields => ({ schedule_mode: 'once', once_datetime: at });
const repeat = (minutes: string): RuleFields => ({
  schedule_mode: 'repeat_minutes',
  repeat_minutes: minutes,
});
const hourly = (minute: string): RuleFields => ({ schedule_mode: 'hourly', hourly_minute: minute });
const daily = (time: string): RuleFields => ({ schedule_mode: 'daily', daily_time: time });
const weekly = (day: string): RuleFields => ({
  ...{ schedule_mode: 'weekly', weekly_day: day, weekly_time: '08:00' },
});
const monthly = (day: string): RuleFields => ({
  ...{ schedule_mode: 'monthly', monthly_day: day, monthly_time: '08:00' },
});
const custom = (cron: string): RuleFields => ({ schedule_mode: 'custom', cron_custom: cron });

describe('rules that the form takes', () => {
  test.each<[RuleFields, ScheduleRule]>([
    [once('2026-03-29T02:30'), { mode: 'once', at: '2026-03-29T02:30:00' }],
    [once('2026-03-29 02:30:15'), { mode: 'once', at: '2026-03-29T02:30:15' }],
    [once('2026-03-29T02:30+02:00'), { mode: 'once', at: '2026-03-29T00:30:00Z' }],
    [once('2026-03-29T02:30:15Z'), { mode: 'once', at: '2026-03-29T02:30:15Z' }],
    [once('2026-03-01T13:01'), { mode: 'once', at: '2026-03-01T13:01:00' }],
    [repeat('1'), { mode: 'repeat_minutes', minutes: 1 }],
    [repeat('1440'), { mode: 'repeat_minutes', minutes: 1440 }],
    [hourly('0'), { mode: 'hourly', minute: 0 }],
    [hourly('07'), { mode: 'hourly', minute: 7 }],
    [daily('23:59'), { mode: 'daily', time: '23:59' }],
    [weekly('0'), { mode: 'weekly', day: 0, time: '08:00' }],
    [weekly('7'), { mode: 'weekly', day: 0, time: '08:00' }],
    [weekly('wed'), { mode: 'weekly', day: 3, time: '08:00' }],
    [weekly('SATURDAY'), { mode: 'weekly', day: 6, time: '08:00' }],
    [monthly('31'), { mode: 'monthly', day: 31, time: '08:00' }],
    [custom(' 0  6 * jan-mar mon-SUN '), { mode: 'custom', cron: '0 6 * 1-3 1-7' }],
    [custom('*/15 8-17/3,20 1,15 * 0-7'), { mode: 'custom', cron: '*/15 8-17/3,20 1,15 * 0-7' }],
    [
      { ...daily('06:30'), hourly_minute: '', once_datetime: '1999' },
      { mode: 'daily', time: '06:30' },
    ],
  ])('%j is %j', (fields, rule) => {
    expect(read(fields)).toEqual(rule);
    expect(read(toRuleFields(rule))).toEqual(rule);
  });
});

describe('fields that the form refuses', () => {
  test.each<[RuleFields, string, string]>([
    [{}, 'schedule_mode', 'Choose one of once,'],
    [{ schedule_mode: 'yearly' }, 'schedule_mode', 'Choose one of once,'],
    [{ schedule_mode: 'once' }, 'once_datetime', 'once_datetime is missing. Enter a date and time'],
    [once('2026-03-01T12:59'), 'once_datetime', 'in the past'],
    [once('2026-03-01T12:00Z'), 'once_datetime', 'in the past'],
    [once('2027-02-30T06:00'), 'once_datetime', 'Enter a date and time'],
    [once('2027-02-03T24:00'), 'once_datetime', 'Enter a date and time'],
    [once('2027-02-03T06:00+99:00'), 'once_datetime', 'Enter a date and time'],
    [once('2027-02-03T06:00[Europe/Berlin]'), 'once_datetime', 'Enter a date and time'],
    [once('tomorrow'), 'once_datetime', 'Enter a date and time'],
    [{ schedule_mode: 'repeat_minutes' }, 'repeat_minutes', 'repeat_minutes is missing.'],
    [repeat('0'), 'repeat_minutes', 'Enter a whole number from 1 to 1440.'],
    [repeat('1441'), 'repeat_minutes', 'Enter a whole number from 1 to 1440.'],
    [repeat('1e2'), 'repeat_minutes', 'Enter a whole number'],
    [repeat('1.5'), 'repeat_minutes', 'Enter a whole number'],
    [repeat(' '), 'repeat_minutes', 'Enter a whole number'],
    [repeat('-5'), 'repeat_minutes', 'Enter a whole number'],
    [repeat('٥'), 'repeat_minutes', 'Enter a whole number'],
    [hourly('60'), 'hourly_minute', 'from 0 to 59'],
    [hourly(''), 'hourly_minute', 'hourly_minute is missing.'],
    [daily('24:00'), 'daily_time', 'from 00:00 to 23:59'],
    [daily('6:30'), 'daily_time', 'HH:MM'],
    [daily('06:30\n'), 'daily_time', 'HH:MM'],
    [{ schedule_mode: 'daily' }, 'daily_time', 'daily_time is missing.'],
    [weekly('8'), 'weekly_day', '0 and 7 are Sunday'],
    [weekly('moonday'), 'weekly_day', '0 and 7 are Sunday'],
    [{ ...weekly('1'), weekly_time: undefined }, 'weekly_time', 'weekly_time is missing.'],
    [{ ...weekly('1'), weekly_day: undefined }, 'weekly_day', 'weekly_day is missing.'],
    [monthly('32'), 'monthly_day', 'from 1 to 31'],
    [monthly('0'), 'monthly_day', 'from 1 to 31'],
    [{ ...monthly('1'), monthly_time: '' }, 'monthly_time', 'monthly_time is missing.'],
    [{ schedule_mode: 'custom' }, 'cron_custom', 'cron_custom is missing. Enter five fields'],
    [custom('0 0 6 * * *'), 'cron_custom', 'needs five fields'],
    [custom('0 6 * *'), 'cron_custom', 'needs five fields'],
    [custom('@daily'), 'cron_custom', 'no names such as @daily'],
    [custom('0 6 L * *'), 'cron_custom', 'day of the month that cannot be read: L.'],
    [custom('0 6 15W * *'), 'cron_custom', 'day of the month that cannot be read: 15W.'],
    [custom('0 6 * * 5#2'), 'cron_custom', 'weekday that cannot be read: 5#2.'],
    [custom('0 6 ? * 1'), 'cron_custom', 'day of the month that cannot be read: ?.'],
    [custom('0 6 * * 1;id'), 'cron_custom', 'weekday that cannot be read: 1;id.'],
    [custom('0 6 * *\t1'), 'cron_custom', 'plain characters'],
    [custom('0 6 * * 1\u0000'), 'cron_custom', 'plain characters'],
    [custom(`0 6 * * ${'1,'.repeat(100)}1`), 'cron_custom', 'at most 200'],
    [custom('60 6 * * *'), 'cron_custom', 'minute that cannot be read: 60. Use *, numbers from 0 to 59'],
    [custom('0 24 * * *'), 'cron_custom', 'numbers from 0 to 23'],
    [custom('0 6 * 13 *'), 'cron_custom', 'numbers from 1 to 12 or names (JAN, FEB, …)'],
    [custom('0 17-8 * * *'), 'cron_custom', 'ends before it begins: 17-8.'],
    [custom('5/15 * * * *'), 'cron_custom', 'Use */15 or a range such as 5-59/15'],
    [custom('*/0 * * * *'), 'cron_custom', 'Enter one from 1 to 59'],
    [custom('*/x * * * *'), 'cron_custom', 'Enter one from 1 to 59'],
    [custom('1,,2 * * * *'), 'cron_custom', 'cannot be read: empty.'],
    [custom('0 0 31 2 *'), 'cron_custom', 'never comes'],
    [custom('0 0 30,31 feb */2'), 'cron_custom', 'never comes'],
  ])('%j is refused for %s: %s', (fields, field, sentence) => {
    let error: unknown;
    try {
      read(fields);
    } catch (caught) {
      error = caught;
    }
    expect(error).toMatchObject({ kind: 'bad_request', details: { field } });
    expect((error as Error).message).toContain(sentence);
    expect((error as Error).message).toMatch(new RegExp(`^${field} .*\\.$`));
  });
});
