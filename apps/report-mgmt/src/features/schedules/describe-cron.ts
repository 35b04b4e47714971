import { bothDaysCount, cronFields } from './cron-pattern.ts';
import type { CronItem } from './cron-pattern.ts';
import { WEEKDAYS } from './rule.ts';

const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July'],
  ...['August', 'September', 'October', 'November', 'December'],
];

/** More values than these read better as `every 2nd hour` than one by one. */
const MAX_LISTED = 6;

/** A pattern as a sentence without a full stop: `At 06:30 on Monday to Thursday`. */
export function describeCron(pattern: string): string {
  const [minute, hour, day, month, weekday] = cronFields(pattern);
  const times = listTimes(minute, hour);
  const time = times ? `at ${joinWords(times)}` : describeInterval(minute, hour);
  const months = isEvery(month) ? null : `in ${describeItems(month, 'month', nameMonth)}`;
  if (times && isEvery(day) && isMondayToFriday(weekday))
    return [`Every weekday ${time}`, months].filter((part) => part !== null).join(' ');
  const days = describeDays({ day, weekday, both: bothDaysCount(pattern) });
  const parts = [time, days, months].filter((part) => part !== null);
  return capitalise(times && parts.length === 1 ? `every day ${time}` : parts.join(' '));
}

/** Times of day, if they are a few. */
function listTimes(minute: CronItem[], hour: CronItem[]): string[] | null {
  const [minutes, hours] = [listValues(minute), listValues(hour)];
  if (!minutes || !hours || minutes.length * hours.length > MAX_LISTED) return null;
  return hours.flatMap((h) => minutes.map((m) => `${twoDigits(h)}:${twoDigits(m)}`)).toSorted();
}

function describeInterval(minute: CronItem[], hour: CronItem[]): string {
  const range = hour.length === 1 && hour[0]!.step === null ? hour[0]! : null;
  const hours = describeItems(hour, 'hour', twoDigits);
  const step = minute.length === 1 && minute[0]!.any ? (minute[0]!.step ?? 1) : null;
  if (step === null || 60 % step !== 0) return `at ${describeItems(minute, 'minute', String)} of ${hours}`;
  const every = step === 1 ? 'every minute' : `every ${step} minutes`;
  if (isEvery(hour)) return every;
  return range
    ? `${every} from ${twoDigits(range.from)}:00 to ${twoDigits(range.to)}:59`
    : `${every} of ${hours}`;
}

function describeDays(days: { day: CronItem[]; weekday: CronItem[]; both: boolean }): string | null {
  const day = isEvery(days.day) ? null : `on ${describeItems(days.day, 'day', String)} of the month`;
  const weekday = isEvery(days.weekday) ? null : `on ${describeItems(days.weekday, 'weekday', nameWeekday)}`;
  if (day === null || weekday === null) return day ?? weekday;
  return days.both ? `${day} if it is also ${weekday.slice('on '.length)}` : `${day} and also ${weekday}`;
}

type Unit = 'minute' | 'hour' | 'day' | 'month' | 'weekday';

/** A field in words: `minutes 0 and 30`, `hours 08 to 17`, `every 2nd day`, `Monday to Friday`. */
function describeItems(items: CronItem[], unit: Unit, name: (value: number) => string): string {
  if (isEvery(items)) return `every ${unit}`;
  const [item] = items;
  if (items.length === 1 && item!.step !== null && !listValues(items))
    return `every ${ordinal(item!.step)} ${unit}${item!.any ? '' : ` from ${name(item!.from)} to ${name(item!.to)}`}`;
  const names = items.flatMap((part) => {
    const isRange = part.step === null && part.to - part.from > 1;
    return isRange ? [`${name(part.from)} to ${name(part.to)}`] : valuesOf(part).map(name);
  });
  // As weekdays, 0 and 7 have one name.
  const words = [...new Set(names)];
  const plural = words.length > 1 || words[0]!.includes(' to ') ? 's' : '';
  return `${unit === 'month' || unit === 'weekday' ? '' : `${unit}${plural} `}${joinWords(words)}`;
}

/** The values of a field in order, if they are a few. */
function listValues(items: CronItem[]): number[] | null {
  const values = [...new Set(items.flatMap(valuesOf))].toSorted((a, b) => a - b);
  return values.length <= MAX_LISTED ? values : null;
}

function valuesOf({ from, to, step }: CronItem): number[] {
  const distance = step ?? 1;
  return Array.from(
    { length: Math.floor((to - from) / distance) + 1 },
    (_, index) => from + index * distance,
  );
}

function isEvery(items: CronItem[]): boolean {
  return items.some(({ any, step }) => any && (step === null || step === 1));
}

function isMondayToFriday(weekday: CronItem[]): boolean {
  return listValues(weekday)?.join('') === '12345';
}

function nameMonth(value: number): string {
  return MONTHS[value - 1]!;
}

function nameWeekday(value: number): string {
  return WEEKDAYS[value % 7]!;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

function joinWords(words: string[]): string {
  return words.length === 1 ? words[0]! : `${words.slice(0, -1).join(', ')} and ${words[words.length - 1]}`;
}

/** 2nd, 3rd, 4th, 11th, 21st. */
function ordinal(value: number): string {
  const isTeen = value > 10 && value < 14;
  return `${value}${isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][value % 10] ?? 'th')}`;
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
