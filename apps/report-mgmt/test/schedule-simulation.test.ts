import { expect, test } from '@jest/globals';
import { nextRun, runsAfter } from '../src/features/schedules/next-run.ts';
import type { ScheduleRule } from '../src/features/schedules/rule.ts';
import { readOffsets, walkMinutes } from './minute-walk.ts';
import type { OffsetChange, WalkedRule, WallDay } from './minute-walk.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Each with the first of two years: whole hours, 30 and 45 minutes, both hemispheres, skipped days, no changes. */
const ZONES: [timeZone: string, year: number][] = [
  ['Europe/Berlin', 2026],
  ['Europe/Dublin', 2026],
  ['Atlantic/Azores', 2026],
  ['America/New_York', 2026],
  ['America/St_Johns', 2026],
  ['America/Havana', 2026],
  ['America/Santiago', 2026],
  ['America/Asuncion', 2024],
  ['America/Nuuk', 2026],
  ['America/Scoresbysund', 2023],
  ['Africa/Cairo', 2026],
  ['Africa/Casablanca', 2026],
  ['Asia/Beirut', 2026],
  ['Asia/Tehran', 2021],
  ['Asia/Kolkata', 2026],
  ['Asia/Kathmandu', 2026],
  ['Asia/Tokyo', 2026],
  ['Australia/Adelaide', 2026],
  ['Australia/Lord_Howe', 2026],
  ['Pacific/Auckland', 2026],
  ['Pacific/Chatham', 2026],
  ['Pacific/Apia', 2011],
  ['Pacific/Kwajalein', 1993],
  ['Antarctica/Troll', 2026],
  ['UTC', 2026],
];

const everyDay = () => true;
const at = (time: string) => (hour: number, minute: number) =>
  time === `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;

const daily = (time: string): [ScheduleRule, WalkedRule] => [
  { mode: 'daily', time },
  { kind: 'fixed', onDay: everyDay, atMinute: at(time) },
];

const CASES: [ScheduleRule, WalkedRule][] = [
  [
    { mode: 'hourly', minute: 20 },
    { kind: 'interval', onDay: everyDay, atMinute: (_, minute) => minute === 20 },
  ],
  daily('00:30'),
  daily('02:30'),
  daily('23:30'),
  [
    { mode: 'weekly', day: 0, time: '02:15' },
    { kind: 'fixed', onDay: ({ weekday }) => weekday === 0, atMinute: at('02:15') },
  ],
  ...[29, 31].map((chosen): [ScheduleRule, WalkedRule] => [
    { mode: 'monthly', day: chosen, time: '00:15' },
    {
      kind: 'fixed',
      onDay: ({ day, daysInMonth }) => day === Math.min(chosen, daysInMonth),
      atMinute: at('00:15'),
    },
  ]),
  [
    { mode: 'custom', cron: '*/20 0-2,23 * * *' },
    {
      kind: 'interval',
      onDay: everyDay,
      atMinute: (hour, minute) => minute % 20 === 0 && (hour < 3 || hour > 22),
    },
  ],
  [
    { mode: 'custom', cron: '10 */2 29-31 * *' },
    {
      kind: 'interval',
      onDay: ({ day }) => day >= 29,
      atMinute: (hour, minute) => minute === 10 && hour % 2 === 0,
    },
  ],
  [
    { mode: 'custom', cron: '0,40 0-3 * 3,4,9-11 0,6' },
    {
      kind: 'fixed',
      onDay: ({ weekday, month }) => [0, 6].includes(weekday) && [3, 4, 9, 10, 11].includes(month),
      atMinute: (hour, minute) => hour <= 3 && [0, 40].includes(minute),
    },
  ],
  [
    { mode: 'custom', cron: '45 23 1,31 * 5' },
    {
      kind: 'fixed',
      onDay: ({ day, weekday }) => [1, 31].includes(day) || weekday === 5,
      atMinute: at('23:45'),
    },
  ],
];

const zones = ZONES.map(([timeZone, year]) => {
  const [from, to] = [Date.UTC(year, 0), Date.UTC(year + 2, 0)];
  return { timeZone, year, from, to, offsets: readOffsets(timeZone, from, to) };
});

function slotsOf(rule: ScheduleRule, timeZone: string, { from, to }: { from: number; to: number }): number[] {
  const slots: number[] = [];
  for (const run of runsAfter({ rule, timeZone, after: new Date(from - 1) })) {
    if (run.at.getTime() >= to) break;
    slots.push(run.at.getTime());
  }
  return slots;
}

/** What is wrong with the slots: times that are missing, come twice, or should not be. */
function compare(slots: number[], expected: number[]): string[] {
  const [have, want] = [new Set(slots), new Set(expected)];
  return [
    ...expected.filter((slot) => !have.has(slot)).map((slot) => `missing ${formatInstant(slot)}`),
    ...slots.filter((slot) => !want.has(slot)).map((slot) => `wrong ${formatInstant(slot)}`),
    ...slots
      .filter((slot, index) => slot <= (slots[index - 1] ?? 0))
      .map((slot) => `twice ${formatInstant(slot)}`),
  ];
}

function formatInstant(instant: number): string {
  return new Date(instant).toISOString();
}

/** Instants around the changes of a clock, so also within gaps, first and second passes. */
function instantsAround(changes: OffsetChange[]): number[] {
  return changes.flatMap(({ at: change }) =>
    [-26, -3, -1.2, -0.6, -0.2, 0, 0.1, 0.7, 1.1, 25].map((hours) => change + hours * HOUR),
  );
}

test.each(zones.map((zone) => ({ ...zone, changes: zone.offsets.length - 1, rules: CASES.length })))(
  '$rules rules in $timeZone have the slots of a walk over every minute of two years from $year, $changes changes of the clock included',
  ({ timeZone, from, to, offsets }) => {
    const problems: string[] = [];
    let count = 0;
    for (const [rule, walked] of CASES) {
      const expected = walkMinutes(walked, offsets, to);
      count += expected.length;
      const title = JSON.stringify(rule);
      problems.push(
        ...compare(slotsOf(rule, timeZone, { from, to }), expected).map((text) => `${title}: ${text}`),
      );
      for (const after of instantsAround(offsets.slice(1))) {
        const wanted = expected.find((slot) => slot > after);
        const next = nextRun({ rule, timeZone, after: new Date(after) })?.getTime();
        if (wanted !== undefined && next !== wanted)
          problems.push(`${title}: after ${formatInstant(after)} comes ${next && formatInstant(next)}`);
      }
    }
    expect({ timeZone, count, problems: problems.slice(0, 20) }).toEqual({ timeZone, count, problems: [] });
    expect(count).toBeGreaterThan(29_000);
  },
);

/** The walk of five days around a change: from the offset before it. */
function aroundChange(offsets: OffsetChange[], index: number): { window: OffsetChange[]; to: number } {
  const { at: change } = offsets[index]!;
  const start = { at: change - 60 * HOUR, offset: offsets[index - 1]!.offset };
  return { window: [start, offsets[index]!], to: change + 60 * HOUR };
}

/** Wall times before, in and after the gap or overlap of a change. */
function onceAround(offsets: OffsetChange[], index: number): [ScheduleRule, WalkedRule][] {
  const lower = Math.min(offsets[index - 1]!.offset, offsets[index]!.offset);
  return [-70, -30, -10, 0, 10, 20, 45, 70].map((minutes) => {
    const wall = new Date(offsets[index]!.at + (lower + minutes) * MINUTE).toISOString();
    const onDay = ({ month, day }: WallDay) =>
      Number(wall.slice(5, 7)) === month && Number(wall.slice(8, 10)) === day;
    return [
      { mode: 'once', at: wall.slice(0, 19) },
      { kind: 'fixed', onDay, atMinute: at(wall.slice(11, 16)) },
    ];
  });
}

test(`once near a change of the clock runs when a walk over every minute first passes its time, in ${zones.length} zones`, () => {
  let count = 0;
  for (const { timeZone, offsets } of zones)
    for (let index = 1; index < offsets.length; index += 1) {
      const { window, to } = aroundChange(offsets, index);
      for (const [rule, walked] of onceAround(offsets, index)) {
        const slots = slotsOf(rule, timeZone, { from: window[0]!.at, to });
        expect({ timeZone, rule, slots }).toEqual({ timeZone, rule, slots: walkMinutes(walked, window, to) });
        count += slots.length;
      }
    }
  expect(count).toBeGreaterThan(500);
});

test(`repeat_minutes 45 keeps its distance over two years in ${zones.length} zones, whatever the clock does`, () => {
  const rule: ScheduleRule = { mode: 'repeat_minutes', minutes: 45 };
  for (const { timeZone, from, to } of zones) {
    const expected: number[] = [];
    for (let slot = from + 45 * MINUTE; slot < to; slot += 45 * MINUTE) expected.push(slot);
    const problems = compare(slotsOf(rule, timeZone, { from: from + 1, to }), expected);
    expect({ timeZone, count: expected.length, problems }).toEqual({
      ...{ timeZone, problems: [], count: Math.floor((to - from - 1) / (45 * MINUTE)) },
    });
  }
});
