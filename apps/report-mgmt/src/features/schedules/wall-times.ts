import { Cron } from 'croner';
import { Temporal } from 'temporal-polyfill';
import { bothDaysCount, isInterval } from './cron-pattern.ts';
import type { ScheduleRule } from './rule.ts';
import { DAY, HOUR, MINUTE, toPlain, toWallTime } from './wall-clock.ts';
import type { WallTime } from './wall-clock.ts';

/** The wall times that a rule names, before any zone. */
export interface WallTimes {
  /** The first one after `wall`, or null where no more comes. */
  after: (wall: WallTime) => WallTime | null;
  /**
   * Intervals (`*` and steps in minutes or hours) follow the clock: both passes of an overlap, nothing for a gap.
   * Fixed times run once each, whatever the clock does.
   */
  interval: boolean;
}

export type WallClockRule = Exclude<ScheduleRule, { mode: 'once' | 'repeat_minutes' }>;

export function wallTimesOf(rule: WallClockRule): WallTimes {
  switch (rule.mode) {
    case 'hourly':
      return { after: every(HOUR, rule.minute * MINUTE), interval: true };
    case 'daily':
      return { after: every(DAY, timeOfDay(rule.time)), interval: false };
    case 'weekly':
      return { after: every(7 * DAY, daysFromEpoch(rule.day) * DAY + timeOfDay(rule.time)), interval: false };
    case 'monthly':
      return { after: monthly(rule.day, rule.time), interval: false };
    case 'custom':
      return { after: cronTimes(rule.cron), interval: isInterval(rule.cron) };
  }
}

function every(period: number, phase: number): WallTimes['after'] {
  return (wall) => phase + (Math.floor((wall - phase) / period) + 1) * period;
}

function timeOfDay(time: string): number {
  const [hours, minutes] = time.split(':').map(Number) as [number, number];
  return hours * HOUR + minutes * MINUTE;
}

/** 1970 began on a Thursday. */
function daysFromEpoch(weekday: number): number {
  return (weekday + 3) % 7;
}

function monthly(day: number, time: string): WallTimes['after'] {
  const inMonth = ({ year, month }: Temporal.PlainYearMonth): WallTime =>
    toWallTime(
      Temporal.PlainDate.from({ year, month, day }, { overflow: 'constrain' }).toPlainDateTime(time),
    );
  return (wall) => {
    const month = toPlain(wall).toPlainDate().toPlainYearMonth();
    const candidate = inMonth(month);
    return candidate > wall ? candidate : inMonth(month.add({ months: 1 }));
  };
}

/**
 * croner counts in UTC here, so that it knows no changes of the clock: in zones it passes over fixed times in a gap
 * that ends on another day (23:30 in Nuuk in spring), and over days that a zone skipped.
 */
function cronTimes(pattern: string): WallTimes['after'] {
  const cron = new Cron(pattern, { mode: '5-part', utcOffset: 0, domAndDow: bothDaysCount(pattern) });
  return (wall) => cron.nextRun(new Date(wall))?.getTime() ?? null;
}
