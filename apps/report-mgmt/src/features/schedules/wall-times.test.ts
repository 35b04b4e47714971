import { describe, expect, test } from '@jest/globals';
import { Cron } from 'croner';
import { nextRuns } from './next-run.ts';

/** Where croner differs from our rules. If one of these fails after an update, the correction may have become needless. */
describe('croner in a zone, which is why it counts in UTC here', () => {
  const differences = [
    {
      what: 'passes over a fixed time in a gap that ends on the next day',
      ...{ cron: '30 23 * * *', timeZone: 'America/Nuuk', after: '2026-03-28T12:00Z' },
      ...{ croner: '2026-03-30T00:30:00.000Z', ours: '2026-03-29T01:00:00.000Z' },
    },
    {
      what: 'passes over a day that the zone skipped',
      ...{ cron: '0 10 * * *', timeZone: 'Pacific/Apia', after: '2011-12-29T22:00Z' },
      ...{ croner: '2011-12-30T20:00:00.000Z', ours: '2011-12-30T10:00:00.000Z' },
    },
    {
      what: 'takes a list of fixed times for an interval and repeats it in the second pass',
      ...{ cron: '0,30 2 * * *', timeZone: 'Europe/Berlin', after: '2026-10-25T00:30Z' },
      ...{ croner: '2026-10-25T01:00:00.000Z', ours: '2026-10-26T01:00:00.000Z' },
    },
    {
      what: 'takes a weekday with a step for a restriction beside the day of the month',
      ...{ cron: '0 6 1-7 * */7', timeZone: 'UTC', after: '2026-03-01T12:00Z' },
      ...{ croner: '2026-03-02T06:00:00.000Z', ours: '2026-04-05T06:00:00.000Z' },
    },
  ];

  test.each(differences)('$what ($cron in $timeZone)', ({ cron, timeZone, after, croner, ours }) => {
    const theirs = new Cron(cron, { mode: '5-part', timezone: timeZone }).nextRun(new Date(after));
    expect(theirs?.toISOString()).toBe(croner);
    const rule = { mode: 'custom', cron } as const;
    expect(nextRuns({ rule, timeZone, after: new Date(after) }, 1)[0]?.toISOString()).toBe(ours);
  });

  const agreements = [
    ['30 2 * * *', 'Europe/Berlin', '2026-03-28T12:00Z'],
    ['30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00Z'],
    ['*/15 * * * *', 'Europe/Berlin', '2026-03-29T00:40Z'],
    ['*/15 * * * *', 'Europe/Berlin', '2026-10-25T00:40Z'],
    ['30 0 * * *', 'America/Santiago', '2026-09-05T12:00Z'],
    ['15 2 * * *', 'Australia/Lord_Howe', '2026-10-03T00:00Z'],
    ['45 * * * *', 'Australia/Lord_Howe', '2026-04-04T13:00Z'],
    ['0 6 31 * *', 'Asia/Kathmandu', '2026-01-31T12:00Z'],
    ['0 6 13 * 5', 'America/St_Johns', '2026-02-01T00:00Z'],
  ];

  test.each(agreements)('has the same six runs of %s in %s after %s', (cron, timeZone, after) => {
    const theirs = new Cron(cron, { mode: '5-part', timezone: timeZone }).nextRuns(6, new Date(after));
    expect(nextRuns({ rule: { mode: 'custom', cron }, timeZone, after: new Date(after) }, 6)).toEqual(theirs);
  });
});
