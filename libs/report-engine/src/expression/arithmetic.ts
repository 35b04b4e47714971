import { addDecimals, decimal, divideDecimals, integerPart, multiplyDecimals } from '../values/decimal.ts';
import {
  numberOfDecimal,
  powerOfTen,
  remainderOfDecimals,
  roundDecimal,
  subtractDecimals,
} from '../values/decimal.ts';
import { compareValues, toDecimal } from '../values/compare.ts';
import type { Decimal, Value } from '../values/types.ts';

export type NumberValue = number | Decimal;

const ZERO = decimal(0n);
const MAX_SCALE = 100;
const LARGEST = powerOfTen(1_000 + MAX_SCALE);

export function isNumber(value: Value): value is NumberValue {
  return (
    typeof value === 'number' ||
    (value !== null && typeof value === 'object' && 'type' in value && value.type === 'decimal')
  );
}

/**
 * Sum, difference or product. Integers stay integers, also beyond 2^53; a double makes the result a double; all else is exact.
 * @returns null where a double overflows, or a decimal has more than 1,000 digits before the point.
 */
export function calculate(operator: '+' | '-' | '*', a: NumberValue, b: NumberValue): NumberValue | null {
  if (typeof a === 'number' && typeof b === 'number') {
    const result = operator === '+' ? a + b : operator === '-' ? a - b : a * b;
    if (!Number.isInteger(a) || !Number.isInteger(b) || Number.isSafeInteger(result)) return finite(result);
  } else if (isDouble(a) || isDouble(b)) {
    return calculate(operator, toNumber(a), toNumber(b));
  }
  const left = toDecimal(a) ?? ZERO;
  const right = toDecimal(b) ?? ZERO;
  if (operator === '+') return bounded(addDecimals(left, right));
  return bounded(operator === '-' ? subtractDecimals(left, right) : multiplyDecimals(left, right));
}

/** The quotient; null for a divisor of zero. `whole` cuts it towards zero, as Java divides integers. */
export function divide(a: NumberValue, b: NumberValue, whole: boolean): NumberValue | null {
  if (toNumber(b) === 0) return null;
  if (whole) {
    const quotient = divideDecimals(toDecimal(a) ?? ZERO, toDecimal(b) ?? ZERO);
    return typeof a === 'number' && typeof b === 'number'
      ? Math.trunc(a / b)
      : quotient && integer(integerPart(quotient, 'trunc'));
  }
  if (isDouble(a) || isDouble(b)) return finite(toNumber(a) / toNumber(b));
  return divideDecimals(toDecimal(a) ?? ZERO, toDecimal(b) ?? ZERO);
}

/** The remainder with the sign of `a`; null for a divisor of zero. */
export function remainder(a: NumberValue, b: NumberValue): NumberValue | null {
  if (typeof a === 'number' && typeof b === 'number') return b === 0 ? null : a % b;
  return remainderOfDecimals(toDecimal(a) ?? ZERO, toDecimal(b) ?? ZERO);
}

/** Rounds to digits after the point, halves away from zero; a result without them is an integer. */
export function round(value: NumberValue, scale: number): NumberValue {
  const rounded = roundDecimal(toDecimal(value) ?? ZERO, Math.max(0, scale));
  return scale <= 0 ? integer(rounded) : typeof value === 'number' ? numberOfDecimal(rounded) : rounded;
}

/** Cuts to a whole number. */
export function toWhole(value: NumberValue, way: 'floor' | 'ceil' | 'trunc'): NumberValue {
  return integer(integerPart(toDecimal(value) ?? ZERO, way));
}

export function toNumber(value: NumberValue): number {
  return typeof value === 'number' ? value : numberOfDecimal(value);
}

/** The smaller or the larger of two; null among them is ignored. */
export function extreme(a: Value, b: Value, way: 'min' | 'max'): Value {
  if (a === null || b === null) return a ?? b;
  const order = compareValues(a, b) ?? 0;
  return (way === 'min' ? order <= 0 : order >= 0) ? a : b;
}

/** A variable that multiplies itself for each row would soon have millions of digits. */
function bounded(value: Decimal): Decimal | null {
  const short = value.scale > MAX_SCALE ? roundDecimal(value, MAX_SCALE) : value;
  return short.digits < LARGEST && short.digits > -LARGEST ? short : null;
}

function integer(value: Decimal): NumberValue {
  const number = Number(value.digits);
  return Number.isSafeInteger(number) ? number : value;
}

function isDouble(value: NumberValue): boolean {
  return typeof value === 'number' && !Number.isSafeInteger(value);
}

function finite(number: number): number | null {
  return Number.isFinite(number) ? number : null;
}
