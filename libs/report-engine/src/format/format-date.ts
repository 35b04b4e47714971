import { daysOfDate, localDate, localDateTime, localTime, partsOfTime } from '../values/calendar.ts';
import {
  instantOfLocalTime,
  localTimeOfInstant,
  millisecondsOfInstant,
  zoneOffset,
} from '../values/time-zone.ts';
import type { LocalDate, LocalDateTime } from '../values/types.ts';
import { parseDatePattern } from './date-pattern.ts';
import { dateNames, zoneName, type DateNames } from './date-names.ts';
import type { DateFormat, DateValue } from './types.ts';

interface Moment {
  local: LocalDateTime;
  names: DateNames;
  format: DateFormat;
  value: DateValue;
}

/**
 * Writes a date or time by a pattern of SimpleDateFormat. A date has the time 00:00, a time the day 1970-01-01.
 * Letters that SimpleDateFormat does not know are written as they are.
 */
export function formatDate(value: DateValue, pattern: string, format: DateFormat): string {
  const moment = { local: toLocal(value, format.timeZone), names: dateNames(format.locale), format, value };
  let text = '';
  for (const token of parseDatePattern(pattern)) {
    text += typeof token === 'string' ? token : writeField(token.letter, token.length, moment);
  }
  return text;
}

/** What a clock and a calendar in the zone show. */
export function toLocal(value: DateValue, timeZone: string): LocalDateTime {
  switch (value.type) {
    case 'date':
      return localDateTime(value, localTime(0));
    case 'time':
      return localDateTime(localDate(1970, 1, 1), value);
    case 'timestamp':
      return value;
    case 'instant':
      return localTimeOfInstant(value, timeZone);
  }
}

function writeField(letter: string, length: number, { local, names, format, value }: Moment): string {
  const { date, time } = local;
  const { hour, minute, second, fraction } = partsOfTime(time.microseconds);
  const pad = (number: number): string => String(number).padStart(length, '0');
  switch (letter) {
    case 'G':
      return names.eras[date.year > 0 ? 1 : 0];
    case 'y':
    case 'u':
      return letter === 'u' && length < 4 ? String(isoWeekday(date)) : writeYear(date.year, length);
    case 'Y':
      return writeYear(isoWeek(date).year, length);
    case 'M':
      return length > 2
        ? (names.months[length > 3 ? 'long' : 'short'][date.month - 1] ?? '')
        : pad(date.month);
    case 'L':
      return length > 2
        ? (names.aloneMonths[length > 3 ? 'long' : 'short'][date.month - 1] ?? '')
        : pad(date.month);
    case 'Q':
      return pad(Math.ceil(date.month / 3));
    case 'w':
      return pad(isoWeek(date).week);
    case 'd':
      return pad(date.day);
    case 'D':
      return pad(daysOfDate(date) - daysOfDate(localDate(date.year, 1, 1)) + 1);
    case 'E':
      return names.weekdays[length > 3 ? 'long' : 'short'][isoWeekday(date) % 7] ?? '';
    case 'a':
      return names.dayPeriods[hour < 12 ? 0 : 1];
    case 'H':
      return pad(hour);
    case 'k':
      return pad(hour === 0 ? 24 : hour);
    case 'K':
      return pad(hour % 12);
    case 'h':
      return pad(hour % 12 === 0 ? 12 : hour % 12);
    case 'm':
      return pad(minute);
    case 's':
      return pad(second);
    case 'S':
      return String(fraction).padStart(6, '0').slice(0, length).padEnd(length, '0');
    case 'z':
      return zoneName(momentMs(value, local, format), format, length > 3);
    case 'Z':
    case 'X':
      return writeOffset(zoneOffset(momentMs(value, local, format), format.timeZone), letter, length);
    default:
      return letter.repeat(length);
  }
}

function momentMs(value: DateValue, local: LocalDateTime, { timeZone }: DateFormat): number {
  return millisecondsOfInstant(value.type === 'instant' ? value : instantOfLocalTime(local, timeZone));
}

function writeYear(year: number, length: number): string {
  const ofEra = year > 0 ? year : 1 - year;
  return length === 2 ? String(ofEra % 100).padStart(2, '0') : String(ofEra).padStart(length, '0');
}

/** 1 is Monday, 7 is Sunday. */
function isoWeekday(date: LocalDate): number {
  return ((((daysOfDate(date) + 3) % 7) + 7) % 7) + 1;
}

/** Week and year of ISO 8601: week 1 is that of the first Thursday. */
function isoWeek(date: LocalDate): { year: number; week: number } {
  const thursday = daysOfDate(date) - isoWeekday(date) + 4;
  const year = new Date(thursday * 86_400_000).getUTCFullYear();
  return { year, week: Math.floor((thursday - daysOfDate(localDate(year, 1, 1))) / 7) + 1 };
}

function writeOffset(ms: number, letter: string, length: number): string {
  if (letter === 'X' && ms === 0) return 'Z';
  const minutes = Math.round(Math.abs(ms) / 60_000);
  const hours = String(Math.floor(minutes / 60)).padStart(2, '0');
  const rest = String(minutes % 60).padStart(2, '0');
  const sign = ms < 0 ? '-' : '+';
  if (letter === 'X' && length === 1) return `${sign}${hours}`;
  return `${sign}${hours}${letter === 'X' && length > 2 ? ':' : ''}${rest}`;
}
