import { badRequest } from '@cairn/service';
import type { EditColumn } from './types.ts';

/** Limits of the file format, beside those of the column's type. */
export interface CellLimits {
  /** Maximum length of a text in UTF-8. */
  maxTextBytes?: number;
}

type Check = (column: EditColumn, value: unknown) => unknown;

/**
 * Validates a value for a column and returns it as rows contain it: dates in one spelling, integers beyond 2^53 as digits.
 * @throws {AppError} bad_request with a sentence that names the column
 */
export function validateCell(column: EditColumn, value: unknown, limits: CellLimits = {}): unknown {
  if (value === null) {
    if (!column.nullable) throw bad(column, 'must have a value');
    return null;
  }
  const check = CHECKS[column.type];
  if (!check) throw bad(column, 'cannot be edited');
  const cell = check(column, value);
  const { maxTextBytes } = limits;
  if (typeof cell === 'string' && maxTextBytes !== undefined && Buffer.byteLength(cell) > maxTextBytes)
    throw bad(column, `takes at most ${maxTextBytes} bytes of text`);
  return cell;
}

const CHECKS: Partial<Record<EditColumn['type'], Check>> = {
  boolean: (column, value) => {
    if (value === true || value === 1 || value === 'true') return true;
    if (value === false || value === 0 || value === 'false') return false;
    throw bad(column, 'takes true or false');
  },
  integer: (column, value) => {
    const digits =
      typeof value === 'number' ? wholeDigits(value) : typeof value === 'string' ? value.trim() : '';
    if (digits === null || !/^[-+]?\d{1,20}$/.test(digits)) throw bad(column, 'takes a whole number');
    const number = BigInt(digits.replace('+', ''));
    const bits = integerBits(column.nativeType);
    if (BigInt.asIntN(bits, number) !== number) {
      const limit = 2n ** BigInt(bits - 1);
      throw bad(column, `takes whole numbers from ${-limit} to ${limit - 1n}`);
    }
    return cellOf(number);
  },
  real: (column, value) => {
    const isText = typeof value === 'string' && /^\s*[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?\s*$/i.test(value);
    const number = isText ? Number(value) : value;
    if (typeof number !== 'number' || !Number.isFinite(number)) throw bad(column, 'takes a number');
    return number;
  },
  text: (column, value) => {
    const text = textOf(column, value);
    if (column.width !== undefined && [...text].length > column.width)
      throw bad(column, `takes at most ${column.width} characters; this text has ${[...text].length}`);
    return text;
  },
  date: (column, value) => {
    const text = textOf(column, value).trim();
    if (!isDate(text)) throw bad(column, 'takes a date such as 2024-12-31');
    return text;
  },
  datetime: (column, value) => {
    const moment = parseDateTime(textOf(column, value).trim());
    if (moment === null) throw bad(column, 'takes a date with a time such as 2024-12-31T13:45:00Z');
    return moment;
  },
  time: (column, value) => {
    const text = textOf(column, value).trim();
    if (!/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,6})?)?$/.test(text))
      throw bad(column, 'takes a time such as 13:45:00');
    return text;
  },
};

/** An integer for JSON: a number, or digits beyond 2^53. */
export function cellOf(number: bigint): number | string {
  return BigInt.asIntN(54, number) === number ? Number(number) : number.toString();
}

/** Digits of a whole number; null for fractions and for numbers that JavaScript has rounded. */
function wholeDigits(value: number): string | null {
  return Number.isSafeInteger(value) ? String(value) : null;
}

/** OGC 12-128r18, table 1; everything else holds 64 bits. */
function integerBits(nativeType: string): number {
  const type = nativeType.toUpperCase();
  if (type.startsWith('TINYINT')) return 8;
  if (type.startsWith('SMALLINT')) return 16;
  return type.startsWith('MEDIUMINT') ? 32 : 64;
}

function textOf(column: EditColumn, value: unknown): string {
  if (typeof value !== 'string') throw bad(column, 'takes text');
  if (value.includes('\0') || !value.isWellFormed()) throw bad(column, 'contains invalid characters');
  return value;
}

function isDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  if (year === undefined) return false;
  const date = new Date(`${text}T00:00:00Z`);
  // Date turns 30 February into March.
  return date.getUTCMonth() + 1 === Number(month) && date.getUTCDate() === Number(day);
}

/** A time in UTC, spelled as in a GeoPackage; without a zone it is read as UTC. */
function parseDateTime(text: string): string | null {
  const parts =
    /^(\d{4}-\d{2}-\d{2})[T ](([01]\d|2[0-3]):[0-5]\d)(:[0-5]\d(\.\d{1,9})?)?(Z|[-+]\d{2}:?\d{2})?$/i.exec(
      text,
    );
  if (!parts || !isDate(parts[1] as string)) return null;
  const [, date, time, , seconds = ':00', , zone = 'Z'] = parts;
  const moment = new Date(`${date}T${time}${seconds}${zone.replace(/^([-+]\d{2})(\d{2})$/, '$1:$2')}`);
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString();
}

function bad(column: EditColumn, what: string) {
  return badRequest('vault.bad_value', `The column "${column.name}" ${what}.`);
}
