import type { Decimal } from './types.ts';

const POWERS = Array.from({ length: 64 }, (_, exponent) => 10n ** BigInt(exponent));
const FORM = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/;
/** Digits that a quotient has at least, as PostgreSQL's numeric. */
const QUOTIENT_DIGITS = 16;
/** Exponents beyond this are no amounts of anything; they would only make a number of megabytes. */
const MAX_EXPONENT = 10_000;

/** 10 to the power of `exponent`, which is 0 or more. */
export function powerOfTen(exponent: number): bigint {
  return POWERS[exponent] ?? 10n ** BigInt(exponent);
}

/** The decimal `digits` × 10^-`scale`. */
export function decimal(digits: bigint, scale = 0): Decimal {
  return { type: 'decimal', digits, scale };
}

/**
 * Reads a decimal such as `-12.50`, `1e3` or `.5`, with a point whatever the locale; the scale is that of the text (`1.50` has 2).
 * @returns null where the text is not a number.
 */
export function parseDecimal(text: string): Decimal | null {
  const match = FORM.exec(text);
  if (!match) return null;
  const [, sign, whole = '', fraction = '', exponentText = '0'] = match;
  const exponent = Number(exponentText);
  if (whole + fraction === '' || Math.abs(exponent) > MAX_EXPONENT) return null;
  const digits = BigInt(whole + fraction) * (sign === '-' ? -1n : 1n);
  const scale = fraction.length - exponent;
  return scale >= 0 ? decimal(digits, scale) : decimal(digits * powerOfTen(-scale));
}

/** The decimal that a double is written as in its shortest form: 1.005 is exactly 1.005. NaN and infinities are refused. */
export function decimalOfNumber(number: number): Decimal {
  if (Number.isSafeInteger(number)) return decimal(BigInt(number));
  const parsed = parseDecimal(String(number));
  if (!parsed) throw new RangeError(`${number} is not a finite number`);
  return parsed;
}

/** The double that is nearest to the decimal. */
export function numberOfDecimal(value: Decimal): number {
  return Number(writeDecimal(value));
}

/** The decimal with a point and all digits of its scale: `1.50`. */
export function writeDecimal({ digits, scale }: Decimal): string {
  if (scale === 0) return digits.toString();
  const negative = digits < 0n;
  const text = (negative ? -digits : digits).toString().padStart(scale + 1, '0');
  return `${negative ? '-' : ''}${text.slice(0, -scale)}.${text.slice(-scale)}`;
}

/** The digits of `value` at a scale that is not smaller than its own. */
export function digitsAtScale(value: Decimal, scale: number): bigint {
  return value.scale === scale ? value.digits : value.digits * powerOfTen(scale - value.scale);
}

export function addDecimals(a: Decimal, b: Decimal): Decimal {
  if (a.scale === b.scale) return decimal(a.digits + b.digits, a.scale);
  const scale = Math.max(a.scale, b.scale);
  return decimal(digitsAtScale(a, scale) + digitsAtScale(b, scale), scale);
}

export function negateDecimal(value: Decimal): Decimal {
  return decimal(-value.digits, value.scale);
}

export function subtractDecimals(a: Decimal, b: Decimal): Decimal {
  return addDecimals(a, negateDecimal(b));
}

export function multiplyDecimals(a: Decimal, b: Decimal): Decimal {
  return decimal(a.digits * b.digits, a.scale + b.scale);
}

/**
 * The quotient, exact where it ends, otherwise rounded to 16 or more significant digits and at least the scales of both.
 * @returns null for a divisor of zero.
 */
export function divideDecimals(a: Decimal, b: Decimal): Decimal | null {
  if (b.digits === 0n) return null;
  const leastScale = Math.max(a.scale, b.scale);
  const leadingZeros = Math.max(0, length(b.digits) - b.scale - (length(a.digits) - a.scale));
  const scale = Math.max(leastScale, QUOTIENT_DIGITS) + leadingZeros;
  const numerator = a.digits * powerOfTen(scale + b.scale);
  const quotient = decimal(divideRounded(numerator, b.digits * powerOfTen(a.scale)), scale);
  return trimDecimal(quotient, leastScale);
}

/** The remainder with the sign of `a`, as Java's `%`; null for a divisor of zero. */
export function remainderOfDecimals(a: Decimal, b: Decimal): Decimal | null {
  if (b.digits === 0n) return null;
  const scale = Math.max(a.scale, b.scale);
  return decimal(digitsAtScale(a, scale) % digitsAtScale(b, scale), scale);
}

/** −1, 0 or 1; 1.0 and 1.00 are equal. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  const scale = Math.max(a.scale, b.scale);
  const left = digitsAtScale(a, scale);
  const right = digitsAtScale(b, scale);
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Rounds to `scale` digits after the point, halves away from zero: 0.125 to 2 digits is 0.13, −0.125 is −0.13. */
export function roundDecimal(value: Decimal, scale: number): Decimal {
  if (value.scale <= scale) return decimal(digitsAtScale(value, scale), scale);
  return decimal(divideRounded(value.digits, powerOfTen(value.scale - scale)), scale);
}

/** Cuts to whole numbers: `floor` towards −∞, `ceil` towards ∞, `trunc` towards zero. */
export function integerPart(value: Decimal, way: 'floor' | 'ceil' | 'trunc'): Decimal {
  const unit = powerOfTen(value.scale);
  const whole = value.digits / unit;
  const inexact = value.digits % unit !== 0n;
  if (way === 'floor' && inexact && value.digits < 0n) return decimal(whole - 1n);
  if (way === 'ceil' && inexact && value.digits > 0n) return decimal(whole + 1n);
  return decimal(whole);
}

/** Drops zeros at the end, down to `leastScale` digits after the point. */
export function trimDecimal(value: Decimal, leastScale = 0): Decimal {
  let { digits, scale } = value;
  while (scale > leastScale && digits % 10n === 0n) {
    digits /= 10n;
    scale -= 1;
  }
  return decimal(digits, scale);
}

function divideRounded(numerator: bigint, denominator: bigint): bigint {
  const negative = numerator < 0n !== denominator < 0n;
  const top = numerator < 0n ? -numerator : numerator;
  const bottom = denominator < 0n ? -denominator : denominator;
  const rounded = (2n * top + bottom) / (2n * bottom);
  return negative ? -rounded : rounded;
}

function length(digits: bigint): number {
  return (digits < 0n ? -digits : digits).toString().length;
}
