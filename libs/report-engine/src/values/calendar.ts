import type { LocalDate, LocalDateTime, LocalTime } from './types.ts';

export const MICROSECONDS_PER_DAY = 86_400_000_000;
const MS_PER_DAY = 86_400_000;

const DATE = /^(\d{4,6})-(\d\d)-(\d\d)$/;
const TIME = /^(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,6}))?)?$/;

/** A day of the calendar; `month` is 1 to 12. The day is not checked. */
export function localDate(year: number, month: number, day: number): LocalDate {
  return { type: 'date', year, month, day };
}

export function localTime(microseconds: number): LocalTime {
  return { type: 'time', microseconds };
}

export function localDateTime(date: LocalDate, time: LocalTime): LocalDateTime {
  return { type: 'timestamp', date, time };
}

/** Days since 1970-01-01, in the Gregorian calendar also before it was introduced. */
export function daysOfDate({ year, month, day }: LocalDate): number {
  // Date.UTC takes years 0 to 99 for 1900 to 1999.
  return new Date(0).setUTCFullYear(year, month - 1, day) / MS_PER_DAY;
}

export function dateOfDays(days: number): LocalDate {
  const date = new Date(days * MS_PER_DAY);
  return localDate(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate());
}

/** Microseconds since 1970-01-01T00:00 of the same clock. */
export function microsecondsOfDateTime({ date, time }: LocalDateTime): bigint {
  return BigInt(daysOfDate(date)) * BigInt(MICROSECONDS_PER_DAY) + BigInt(time.microseconds);
}

export function dateTimeOfMicroseconds(microseconds: bigint): LocalDateTime {
  const day = BigInt(MICROSECONDS_PER_DAY);
  let days = microseconds / day;
  if (microseconds % day < 0n) days -= 1n;
  return localDateTime(dateOfDays(Number(days)), localTime(Number(microseconds - days * day)));
}

/** Reads `2024-04-16`; null for a day that does not exist. */
export function parseLocalDate(text: string): LocalDate | null {
  const match = DATE.exec(text);
  if (!match) return null;
  const date = localDate(Number(match[1]), Number(match[2]), Number(match[3]));
  if (date.month < 1 || date.month > 12 || date.day < 1) return null;
  return dateOfDays(daysOfDate(date)).day === date.day ? date : null;
}

/** Reads `06:00`, `06:00:30` or `06:00:30.25`; 24:00 is the end of the day. Null for anything else. */
export function parseLocalTime(text: string): LocalTime | null {
  const match = TIME.exec(text);
  if (!match) return null;
  const [, hours, minutes, seconds = '0', fraction = ''] = match;
  if (Number(minutes) > 59 || Number(seconds) > 59) return null;
  const wholeSeconds = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  const microseconds = wholeSeconds * 1_000_000 + Number(fraction.padEnd(6, '0'));
  return microseconds <= MICROSECONDS_PER_DAY ? localTime(microseconds) : null;
}

/** Reads a date and a time with `T` or a blank between them; null for anything else. */
export function parseLocalDateTime(text: string): LocalDateTime | null {
  const match = /^([^T ]+)[T ](.+)$/.exec(text);
  const date = match && parseLocalDate(match[1] ?? '');
  const time = match && parseLocalTime(match[2] ?? '');
  return date && time ? localDateTime(date, time) : null;
}

/** `2024-04-16`; years before 1 and above 9999 with sign and six digits, as ISO 8601 wants them. */
export function writeLocalDate({ year, month, day }: LocalDate): string {
  const yearText =
    year >= 0 && year <= 9999
      ? String(year).padStart(4, '0')
      : `${year < 0 ? '-' : '+'}${String(Math.abs(year)).padStart(6, '0')}`;
  return `${yearText}-${twoDigits(month)}-${twoDigits(day)}`;
}

/** `06:00:00`, with fractions of a second only where there are any. */
export function writeLocalTime({ microseconds }: LocalTime): string {
  const { hour, minute, second, fraction } = partsOfTime(microseconds);
  const tail = fraction === 0 ? '' : `.${String(fraction).padStart(6, '0').replace(/0+$/, '')}`;
  return `${twoDigits(hour)}:${twoDigits(minute)}:${twoDigits(second)}${tail}`;
}

/** `2024-04-16T06:00:00`. */
export function writeLocalDateTime({ date, time }: LocalDateTime): string {
  return `${writeLocalDate(date)}T${writeLocalTime(time)}`;
}

/** Hour, minute, second and the microseconds within the second. */
export function partsOfTime(microseconds: number): {
  hour: number;
  minute: number;
  second: number;
  fraction: number;
} {
  const seconds = Math.floor(microseconds / 1_000_000);
  return {
    hour: Math.floor(seconds / 3600),
    minute: Math.floor(seconds / 60) % 60,
    second: seconds % 60,
    fraction: microseconds % 1_000_000,
  };
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}
