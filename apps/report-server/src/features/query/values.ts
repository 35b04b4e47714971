import type { Column } from '../catalogue/types.ts';
import { suggestionOf } from '../catalogue/find-table.ts';
import { badValue } from './errors.ts';

const INTEGER = /^[+-]?\d{1,20}$/;
const DECIMAL = /^[+-]?(\d{1,1000}(\.\d{0,1000})?|\.\d{1,1000})([eE][+-]?\d{1,4})?$/;
const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;
const TIME = /^(\d\d):(\d\d)(:(\d\d)(\.\d{1,9})?)?$/;
const INSTANT = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?))?(Z|[+-]\d\d(?::?\d\d)?)?$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const MAX_TEXT = 10_000;

/**
 * A value of a request as text that PostgreSQL reads as the column's type.
 * @throws {AppError} bad_request, naming the place, when it does not fit
 */
export function toText(value: unknown, column: Column, place: string): string {
  if (value === null || value === undefined) {
    throw badValue(place, 'null equals nothing. Use is_null or is_not_null.');
  }
  const text =
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : null;
  if (text === null || text.length > MAX_TEXT || text.includes('\0')) throw doesNotFit(value, column, place);
  if (!fits(text, value, column)) throw doesNotFit(value, column, place);
  return text;
}

function fits(text: string, value: unknown, column: Column): boolean {
  switch (column.family) {
    case 'integer':
      return INTEGER.test(text) && isInRange(BigInt(text), column.range);
    case 'decimal':
    case 'float':
      return DECIMAL.test(text);
    case 'boolean':
      return text === 'true' || text === 'false';
    case 'date':
      return isDate(text);
    case 'time':
      return isTime(text);
    case 'timestamp':
      return isInstant(text, { withZone: false });
    case 'timestamptz':
      return isInstant(text, { withZone: true });
    case 'uuid':
      return UUID.test(text);
    case 'enum':
      return column.labels?.includes(text) ?? false;
    default:
      return typeof value === 'string';
  }
}

function isInRange(value: bigint, range: Column['range']): boolean {
  return range === null || (value >= range[0] && value <= range[1]);
}

function isDate(text: string): boolean {
  const parts = DATE.exec(text);
  if (!parts) return false;
  const [year, month, day] = parts.slice(1).map(Number) as [number, number, number];
  if (year < 1 || month < 1 || month > 12) return false;
  const lengths = [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  return day >= 1 && day <= lengths[month - 1]!;
}

function isLeap(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

function isTime(text: string): boolean {
  const parts = TIME.exec(text);
  return parts !== null && Number(parts[1]) < 24 && Number(parts[2]) < 60 && Number(parts[4] ?? 0) < 60;
}

/** Without a zone PostgreSQL would drop an offset in silence. */
function isInstant(text: string, { withZone }: { withZone: boolean }): boolean {
  const parts = INSTANT.exec(text);
  if (!parts) return false;
  const [, date, time, offset] = parts;
  if (offset !== undefined && (!withZone || time === undefined)) return false;
  return isDate(date!) && (time === undefined || isTime(time));
}

const EXAMPLES: Partial<Record<Column['family'], string>> = {
  integer: 'a whole number',
  decimal: 'a number',
  float: 'a number',
  boolean: 'true or false',
  date: 'a date such as 2024-04-16',
  time: 'a time such as 06:30:00',
  timestamp: 'a date and time without offset, such as 2024-04-16T06:30:00',
  timestamptz: 'a date and time such as 2024-04-16T06:30:00Z',
  uuid: 'a UUID',
};

function doesNotFit(value: unknown, column: Column, place: string) {
  const written = JSON.stringify(value)?.slice(0, 60) ?? 'nothing';
  const range = column.range ? ` from ${column.range[0]} to ${column.range[1]}` : '';
  const wanted =
    column.family === 'enum'
      ? `one of its values. ${suggestionOf(String(value), column.labels ?? [])}`
      : `${EXAMPLES[column.family] ?? 'a text'}${range}.`;
  return badValue(place, `${written} does not fit the column "${column.name}", which takes ${wanted}`);
}
