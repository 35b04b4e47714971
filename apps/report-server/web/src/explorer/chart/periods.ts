import type { TimeUnit } from './spec.ts';

const DAY_MS = 86_400_000;
const LONGER_THAN: [number, TimeUnit][] = [
  [12 * 366, 'year'],
  [4 * 366, 'quarter'],
  [120, 'month'],
  [3, 'day'],
];
const MAX_PERIODS = 5000;

/** The unit that shows a span in some ten to a hundred periods. */
export function chooseUnit(from: string, to: string, isDate: boolean): TimeUnit {
  const days = (readLocal(to) - readLocal(from)) / DAY_MS;
  return LONGER_THAN.find(([least]) => days > least)?.[1] ?? (isDate ? 'day' : 'hour');
}

/** Starts of all periods from one to another, those without rows too, as local times like those of the server. */
export function fillPeriods(first: string, last: string, unit: TimeUnit): string[] {
  const starts: string[] = [];
  const end = readLocal(last);
  for (let at = first; readLocal(at) <= end && starts.length < MAX_PERIODS; at = nextPeriod(at, unit))
    starts.push(at);
  return starts;
}

/** Where the next period begins. Local times have no zone: adding to them is adding to the clock on the wall. */
export function nextPeriod(start: string, unit: TimeUnit): string {
  const date = new Date(readLocal(start));
  if (unit === 'hour') date.setUTCHours(date.getUTCHours() + 1);
  else if (unit === 'day' || unit === 'week') date.setUTCDate(date.getUTCDate() + (unit === 'day' ? 1 : 7));
  else date.setUTCMonth(date.getUTCMonth() + { month: 1, quarter: 3, year: 12 }[unit]);
  const text = date.toISOString().slice(0, 19);
  return start.length <= 10 ? text.slice(0, 10) : text;
}

/** A period as people name it. */
export function periodName(start: string, unit: TimeUnit, language?: string): string {
  const date = new Date(readLocal(start));
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).format(date);
  if (unit === 'year') return String(date.getUTCFullYear());
  if (unit === 'quarter') return `Q${Math.floor(date.getUTCMonth() / 3) + 1} ${date.getUTCFullYear()}`;
  if (unit === 'month') return format({ year: 'numeric', month: 'short' });
  if (unit === 'hour') return format({ dateStyle: 'medium', timeStyle: 'short' });
  return format({ dateStyle: 'medium' });
}

/** A local time as if it were one of UTC, in milliseconds. */
function readLocal(text: string): number {
  const local = text.slice(0, 19).replace(' ', 'T');
  return Date.parse(local.length <= 10 ? `${local}T00:00:00Z` : `${local}Z`);
}
