import type { DatabaseSync } from 'node:sqlite';
import { CAIRN } from '../../expression/value-sql.ts';
import { defineFoldCase } from '../geopackage/fold-case.ts';

type SqlNumber = number | bigint | null;

const INT64 = { low: -(2n ** 63n), high: 2n ** 63n - 1n };
/** From here on numbers of JavaScript have no fraction. */
const WHOLE = 2 ** 52;
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

/** Gives SQL the functions that expressions call and SQLite lacks, or has for ASCII alone. */
export function defineValueFunctions(db: DatabaseSync): void {
  const options = { deterministic: true, directOnly: true, useBigIntArguments: true };
  defineFoldCase(db);
  db.function(CAIRN.upper, options, (text) => (typeof text === 'string' ? text.toUpperCase() : null));
  db.function(CAIRN.number, options, (text) => toNumber(text));
  db.function(CAIRN.text, options, (value) => toText(value as SqlNumber));
  db.function(CAIRN.abs, options, (value) => absolute(value as SqlNumber));
  db.function(CAIRN.round, { ...options, varargs: true }, (value, digits) =>
    rounded(value as SqlNumber, Number(digits ?? 0)),
  );
}

/** A whole number that SQLite can store, else the nearest fraction. */
function int64(value: bigint): number | bigint {
  return value >= INT64.low && value <= INT64.high ? value : Number(value);
}

/** Null for a text that is not a number. */
function toNumber(text: unknown): number | null {
  const trimmed = typeof text === 'string' ? text.trim() : '';
  return NUMBER.test(trimmed) ? Number(trimmed) : null;
}

/** The fewest digits that name the number. */
function toText(value: SqlNumber): string | null {
  return value === null || (typeof value === 'number' && !Number.isFinite(value)) ? null : String(value);
}

function absolute(value: SqlNumber): SqlNumber {
  if (typeof value === 'bigint') return value < 0n ? int64(-value) : value;
  return value === null ? null : Math.abs(value);
}

/** To decimal digits, halves away from zero, as the number is written: 2.675 becomes 2.68. */
export function rounded(value: SqlNumber, digits: number): SqlNumber {
  if (value === null) return null;
  if (typeof value === 'bigint') return digits >= 0 ? value : roundedWhole(value, -digits);
  if (!Number.isFinite(value) || (digits >= 0 && Math.abs(value) >= WHOLE)) return value;
  const scaled = Math.round(shifted(Math.abs(value), digits));
  return Math.sign(value) * shifted(scaled, -digits);
}

function roundedWhole(value: bigint, zeros: number): number | bigint {
  const unit = 10n ** BigInt(zeros);
  const size = ((value < 0n ? -value : value) + unit / 2n) / unit;
  return int64((value < 0n ? -size : size) * unit);
}

/** Moves the decimal point of a positive number to the right. */
function shifted(value: number, digits: number): number {
  const [mantissa, exponent = '0'] = String(value).split('e');
  return Number(`${mantissa}e${Number(exponent) + digits}`);
}

/** A number as a column of this type stores it; undefined when it is too large for that. */
export function fitNumber(value: SqlNumber, type: 'integer' | 'real'): SqlNumber | undefined {
  if (value === null) return null;
  if (type === 'real') return Number.isFinite(Number(value)) ? Number(value) : undefined;
  if (typeof value === 'bigint') return value;
  const whole = Number.isFinite(value) ? BigInt(rounded(value, 0) as number) : null;
  return whole !== null && whole >= INT64.low && whole <= INT64.high ? whole : undefined;
}
