import { toLocal } from '../../format/format-date.ts';
import type { DateValue } from '../../format/types.ts';
import { daysOfDate } from '../../values/calendar.ts';
import { trimDecimal, writeDecimal } from '../../values/decimal.ts';
import { readPostgresText } from '../../values/postgres-text.ts';
import type { Decimal, LocalDateTime } from '../../values/types.ts';
import type { SheetCell } from './types.ts';

/** What a cell holds, as spreadsheets know it. */
export type SheetValue =
  | { type: 'empty' }
  | { type: 'text'; text: string }
  | { type: 'boolean'; value: boolean }
  /** `scale` is the number of digits after the point that a decimal has. */
  | { type: 'number'; digits: string; scale?: number }
  | { type: 'date' | 'time' | 'timestamp'; local: LocalDateTime };

/** Spreadsheets keep 15 digits of a number and make zeros of the others. */
const MOST_DIGITS = 15;
const MOST_INTEGER = 1e15;
/** 1900-03-01, before which Excel counts a 29 February that never was. */
const FIRST_DAY = -25_508;
/** 9999-12-31. */
const LAST_DAY = 2_932_896;

const EMPTY: SheetValue = { type: 'empty' };

/** Numbers and days that spreadsheets would change are texts. Moments are what a clock in the zone shows. */
export function sheetValueOf(
  { value, text }: Pick<SheetCell, 'value' | 'text'>,
  timeZone: string,
): SheetValue {
  if (typeof value === 'boolean') return { type: 'boolean', value };
  if (typeof value === 'number') {
    if (Number.isInteger(value) && Math.abs(value) >= MOST_INTEGER)
      return { type: 'text', text: String(value) };
    return { type: 'number', digits: String(value) };
  }
  if (value === null || typeof value === 'string' || value instanceof Uint8Array || !('type' in value))
    return text === '' ? EMPTY : { type: 'text', text };
  switch (value.type) {
    case 'decimal':
      return isShort(value)
        ? { type: 'number', digits: writeDecimal(value), scale: value.scale }
        : { type: 'text', text: writeDecimal(value) };
    case 'geometry':
      return { type: 'text', text };
    default:
      return dateOf(value, text, timeZone);
  }
}

function isShort(value: Decimal): boolean {
  const digits = value.digits < 0n ? -value.digits : value.digits;
  return (
    digits < 1_000_000_000_000_000n || String(trimDecimal({ ...value, digits }).digits).length <= MOST_DIGITS
  );
}

function dateOf(value: DateValue, text: string, timeZone: string): SheetValue {
  const local = toLocal(value, timeZone);
  if (value.type === 'time') return { type: 'time', local };
  const days = daysOfDate(local.date);
  if (days < FIRST_DAY || days > LAST_DAY) return { type: 'text', text };
  return { type: value.type === 'date' ? 'date' : 'timestamp', local };
}

/** Days since 1899-12-30, with the time as a fraction, as Excel counts them; a time alone is a fraction of a day. */
export function serialNumber(type: 'date' | 'time' | 'timestamp', { date, time }: LocalDateTime): number {
  const fraction = time.microseconds / 86_400_000_000;
  if (type === 'time') return fraction;
  const days = daysOfDate(date) + 25_569;
  return type === 'date' ? days : days + fraction;
}

const TYPES = { date: 'date', moment: 'timestamp', time: 'time' } as const;

/**
 * The serial number of PostgreSQL's text of a date, a moment or a time; null where spreadsheets have none, such as for dates before
 * March 1900. An offset is left out: the text is local already.
 */
export function serialOfPostgresText(text: string, kind: 'date' | 'moment' | 'time'): number | null {
  const value = sheetValueOf({ value: readPostgresText(text, TYPES[kind]), text }, 'UTC');
  return 'local' in value ? serialNumber(value.type, value.local) : null;
}
