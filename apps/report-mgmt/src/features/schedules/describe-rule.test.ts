import { describe, expect, test } from '@jest/globals';
import { describeNextRuns, describeRule } from './describe-rule.ts';
import type { ScheduleRule } from './rule.ts';

test.each<[string, ScheduleRule]>([
  ['Once, on 29 March 2026 at 02:30', { mode: 'once', at: '2026-03-29T02:30:00' }],
  ['Once, on 29 March 2026 at 04:30:15', { mode: 'once', at: '2026-03-29T02:30:15Z' }],
  ['Every minute', { mode: 'repeat_minutes', minutes: 1 }],
  ['Every 90 minutes', { mode: 'repeat_minutes', minutes: 90 }],
  ['Every hour at minute 7', { mode: 'hourly', minute: 7 }],
  ['Every day at 06:30', { mode: 'daily', time: '06:30' }],
  ['Every Sunday at 06:30', { mode: 'weekly', day: 0, time: '06:30' }],
  ['On day 1 of every month at 06:30', { mode: 'monthly', day: 1, time: '06:30' }],
  [
    'On day 31 of every month at 06:30, in shorter months on the last day',
    { mode: 'monthly', day: 31, time: '06:30' },
  ],
])('a rule is described as "%s"', (sentence, rule) => {
  expect(describeRule(rule, 'Europe/Berlin')).toBe(sentence);
});

test.each([
  ['30 6 * * 1-5', 'Every weekday at 06:30'],
  ['0 7,12 * 1 1,2,3-5', 'Every weekday at 07:00 and 12:00 in January'],
  ['30 6 * * 1-4', 'At 06:30 on Monday to Thursday'],
  ['*/15 8-17 * * 1-5', 'Every 15 minutes from 08:00 to 17:59 on Monday to Friday'],
  ['0 6,18 * 1,7 *', 'At 06:00 and 18:00 in January and July'],
  ['0 22-23,1 * * *', 'Every day at 01:00, 22:00 and 23:00'],
  ['* * * * *', 'Every minute'],
  ['*/15 * * * *', 'Every 15 minutes'],
  ['*/15 8-17 * * 0,7', 'Every 15 minutes from 08:00 to 17:59 on Sunday'],
  ['*/5 */2 1-7/2 * *', 'Every 5 minutes of every 2nd hour on days 1, 3, 5 and 7 of the month'],
  ['*/7 * * * *', 'At every 7th minute of every hour'],
  ['0,30 8-17 * * *', 'At minutes 0 and 30 of hours 08 to 17'],
  ['0 */3 * * *', 'At minute 0 of every 3rd hour'],
  ['0 6 */2 * *', 'At 06:00 on every 2nd day of the month'],
  ['0 6 13 * 5', 'At 06:00 on day 13 of the month and also on Friday'],
  ['0 6 1-7 * */7', 'At 06:00 on days 1 to 7 of the month if it is also Sunday'],
  ['0 0 1 */3 *', 'At 00:00 on day 1 of the month in January, April, July and October'],
])('cron %s is described as "%s"', (cron, sentence) => {
  expect(describeRule({ mode: 'custom', cron }, 'UTC')).toBe(sentence);
});

describe('next runs', () => {
  test.each<[ScheduleRule, string, string, (string | null)[]]>([
    [
      { mode: 'daily', time: '02:30' },
      'Europe/Berlin',
      '2026-03-28T12:00Z',
      ['2026-03-29T03:00:00', 'moved', 'Moved from 02:30 to 03:00: the clock skips the time between'],
    ],
    [
      { mode: 'daily', time: '23:30' },
      'America/Nuuk',
      '2026-03-28T12:00Z',
      [
        ...['2026-03-29T00:00:00', 'moved'],
        'Moved from 23:30 on 28 March 2026 to 00:00 on 29 March 2026: the clock skips the time between',
      ],
    ],
    [
      { mode: 'daily', time: '02:30' },
      'Europe/Berlin',
      '2026-10-24T12:00Z',
      ['2026-10-25T02:30:00', 'first_of_two', 'First of two: the clock shows 02:30 twice'],
    ],
    [
      { mode: 'hourly', minute: 30 },
      'Europe/Berlin',
      '2026-10-25T00:30Z',
      ['2026-10-25T02:30:00', 'second_of_two', 'Second of two: the clock shows 02:30 twice'],
    ],
    [
      { mode: 'once', at: '2026-03-29T02:15:30' },
      'Europe/Berlin',
      '2026-03-28T12:00Z',
      ['2026-03-29T03:00:00', 'moved', 'Moved from 02:15:30 to 03:00: the clock skips the time between'],
    ],
    [{ mode: 'daily', time: '02:30' }, 'UTC', '2026-03-28T12:00Z', ['2026-03-29T02:30:00', null, null]],
  ])('%j in %s after %s says %j', (rule, timeZone, after, expected) => {
    const [run] = describeNextRuns({ rule, timeZone, after: new Date(after) }, 1);
    expect([run?.local, run?.change, run?.note]).toEqual(expected);
  });

  test('are as many as the rule has', () => {
    const rule: ScheduleRule = { mode: 'once', at: '2026-03-29T02:30:00' };
    const after = new Date('2026-03-28T12:00Z');
    expect(describeNextRuns({ rule, timeZone: 'UTC', after }, 5)).toHaveLength(1);
    expect(
      describeNextRuns({ rule: { mode: 'daily', time: '02:30' }, timeZone: 'UTC', after }, 5),
    ).toHaveLength(5);
  });
});
