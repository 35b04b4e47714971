import { memoize } from '../memoize.ts';
import type { DateFormat } from './types.ts';

interface Names {
  short: string[];
  long: string[];
}

/** Names of months, days and eras in a locale. */
export interface DateNames {
  /** As they are written with a day beside them: in some languages another case than alone. */
  months: Names;
  aloneMonths: Names;
  /** Sunday first. */
  weekdays: Names;
  /** Before and after noon. */
  dayPeriods: [string, string];
  /** Before and after the year 1. */
  eras: [string, string];
}

type Options = Intl.DateTimeFormatOptions;

/** The names of a locale such as `de-DE`. @throws {RangeError} for a text that is no BCP 47 tag. */
export const dateNames = memoize(200, readNames);

const zoneFormat = memoize(200, (key) => {
  const [locale, timeZone, timeZoneName] = key.split(' ');
  return new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: timeZoneName as 'short' | 'long' });
});

/** The name of a zone at a moment: `CEST`, or the long `Central European Summer Time`. */
export function zoneName(ms: number, { locale, timeZone }: DateFormat, long: boolean): string {
  const parts = zoneFormat(`${locale} ${timeZone} ${long ? 'long' : 'short'}`).formatToParts(ms);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

function readNames(locale: string): DateNames {
  const reader = (options: Options, part: string): ((date: Date) => string) => {
    const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC', calendar: 'gregory' });
    return (date) => format.formatToParts(date).find(({ type }) => type === part)?.value ?? '';
  };
  const months = (options: Options): string[] => {
    const read = reader(options, 'month');
    return Array.from({ length: 12 }, (_, month) => read(new Date(Date.UTC(2024, month, 1))));
  };
  const weekdays = (weekday: 'short' | 'long'): string[] => {
    const read = reader({ weekday }, 'weekday');
    // 2024-09-01 is a Sunday.
    return Array.from({ length: 7 }, (_, day) => read(new Date(Date.UTC(2024, 8, 1 + day))));
  };
  const period = reader({ hour: 'numeric', hourCycle: 'h12' }, 'dayPeriod');
  const era = reader({ era: 'short', year: 'numeric' }, 'era');
  return {
    months: {
      short: months({ month: 'short', day: 'numeric' }),
      long: months({ month: 'long', day: 'numeric' }),
    },
    aloneMonths: { short: months({ month: 'short' }), long: months({ month: 'long' }) },
    weekdays: { short: weekdays('short'), long: weekdays('long') },
    dayPeriods: [period(new Date(Date.UTC(2024, 0, 1, 9))), period(new Date(Date.UTC(2024, 0, 1, 15)))],
    eras: [era(new Date(Date.UTC(-10, 0, 1))), era(new Date(Date.UTC(2024, 0, 1)))],
  };
}
