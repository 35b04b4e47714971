import { compareDecimals, decimalOfNumber, writeDecimal } from './decimal.ts';
import {
  daysOfDate,
  microsecondsOfDateTime,
  writeLocalDate,
  writeLocalDateTime,
  writeLocalTime,
} from './calendar.ts';
import { writeInstant } from './time-zone.ts';
import type { Decimal, Value, ValueType } from './types.ts';

/** The type of a value that is not null. Numbers are integers where they have no fraction. */
export function typeOfValue(value: Exclude<Value, null>): ValueType {
  if (typeof value === 'string') return 'text';
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'number') return Number.isSafeInteger(value) ? 'integer' : 'double';
  if (value instanceof Uint8Array) return 'bytes';
  return isList(value) ? 'list' : value.type;
}

/**
 * Compares two values of like types: numbers of any kind exactly, texts by code units, dates and timestamps with one another.
 * @returns negative, 0 or positive; null where one is null or the types do not compare.
 */
export function compareValues(a: Value, b: Value): number | null {
  if (a === null || b === null) return null;
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : a > b ? 1 : 0;
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b);
  const decimals = [toDecimal(a), toDecimal(b)] as const;
  if (decimals[0] && decimals[1]) return compareDecimals(decimals[0], decimals[1]);
  const [left, right] = [toMicroseconds(a), toMicroseconds(b)];
  if (left && right && left.clock === right.clock) {
    return left.value < right.value ? -1 : left.value > right.value ? 1 : 0;
  }
  return null;
}

/** Whether two values are the same; two nulls are. 1.0 is 1.00 and the integer 1. */
export function equalValues(a: Value, b: Value): boolean {
  if (a === b) return true;
  if (a === null || b === null) return false;
  const order = compareValues(a, b);
  return order === null ? valueKey(a) === valueKey(b) : order === 0;
}

/** A text that two values share only where `equalValues` says so: for sets and maps. */
export function valueKey(value: Value): string {
  if (value === null) return 'null';
  if (typeof value === 'string') return `"${value}`;
  if (typeof value === 'boolean') return String(value);
  const number = toDecimal(value);
  if (number)
    return `#${writeDecimal(number)
      .replace(/(\.\d*?)0+$/, '$1')
      .replace(/\.$/, '')}`;
  if (typeof value === 'number') return 'NaN';
  if (value instanceof Uint8Array) return `b${String(value)}`;
  if (isList(value)) return JSON.stringify(value.map(valueKey));
  return `${value.type}:${writePlainText(value)}`;
}

/** A value as text that depends on no locale and zone: ISO 8601, a point in numbers, JSON for lists and geometry. */
export function writePlainText(value: Value): string {
  if (value === null) return '';
  if (typeof value !== 'object') return String(value);
  if (value instanceof Uint8Array) return `(${value.length} bytes)`;
  if (isList(value)) return value.map(writePlainText).join(', ');
  switch (value.type) {
    case 'decimal':
      return writeDecimal(value);
    case 'date':
      return writeLocalDate(value);
    case 'time':
      return writeLocalTime(value);
    case 'timestamp':
      return writeLocalDateTime(value);
    case 'instant':
      return writeInstant(value);
    case 'geometry':
      return JSON.stringify(value.geojson);
  }
}

/** The number as a decimal; null for anything else. */
export function toDecimal(value: Value): Decimal | null {
  if (typeof value === 'number') return Number.isFinite(value) ? decimalOfNumber(value) : null;
  return value !== null && typeof value === 'object' && 'type' in value && value.type === 'decimal'
    ? value
    : null;
}

function toMicroseconds(
  value: Exclude<Value, null>,
): { clock: 'local' | 'zone' | 'day'; value: bigint } | null {
  if (typeof value !== 'object' || !('type' in value)) return null;
  switch (value.type) {
    case 'date':
      return { clock: 'local', value: BigInt(daysOfDate(value)) * 86_400_000_000n };
    case 'timestamp':
      return { clock: 'local', value: microsecondsOfDateTime(value) };
    case 'instant':
      return { clock: 'zone', value: value.microseconds };
    case 'time':
      return { clock: 'day', value: BigInt(value.microseconds) };
    default:
      return null;
  }
}

/** Narrows an object among values to a list; `Array.isArray` does not know read-only arrays. */
export function isList(value: object): value is readonly Value[] {
  return Array.isArray(value);
}
