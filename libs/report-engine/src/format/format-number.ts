import { compareDecimals, decimal, decimalOfNumber, digitsAtScale, powerOfTen } from '../values/decimal.ts';
import { roundDecimal, trimDecimal, writeDecimal } from '../values/decimal.ts';
import type { Decimal } from '../values/types.ts';
import { parseNumberPattern, type NumberPattern } from './number-pattern.ts';
import { numberSymbols, type NumberSymbols } from './number-symbols.ts';

/**
 * Writes a number by a pattern of DecimalFormat with the symbols of the locale. Halves are rounded away from zero on the decimal
 * digits, so that 1.005 with two decimals is 1.01, also where the number is a double. Without a pattern, or by one that has no
 * digits, it is written with all its digits and without groups.
 */
export function formatNumber(number: number | Decimal, pattern: string | undefined, locale: string): string {
  const value = typeof number === 'number' ? decimalOfNumber(number) : number;
  const parsed = pattern === undefined || pattern === '' ? null : parseNumberPattern(pattern);
  const symbols = numberSymbols(locale);
  if (!parsed) return localize(writeDecimal(value), symbols);
  if (parsed.exponent > 0)
    return withAffixes(writeExponent(value, parsed, symbols), value.digits < 0n, parsed, symbols);
  const shifted = parsed.shift === 0 ? value : shift(value, parsed.shift);
  const rounded = roundDecimal(shifted, parsed.mostFraction);
  const digits = writeDigits(trimDecimal(rounded, parsed.leastFraction), parsed, symbols);
  // −0.001 with two decimals is 0.00, as zero has no sign.
  return withAffixes(digits, rounded.digits < 0n, parsed, symbols);
}

function withAffixes(
  digits: string,
  negative: boolean,
  pattern: NumberPattern,
  symbols: NumberSymbols,
): string {
  const { prefix, suffix } = negative && pattern.negative ? pattern.negative : pattern.positive;
  const sign = negative && !pattern.negative ? symbols.minus : '';
  return `${sign}${writeAffix(prefix, symbols)}${digits}${writeAffix(suffix, symbols)}`;
}

function shift({ digits, scale }: Decimal, places: number): Decimal {
  return scale >= places ? decimal(digits, scale - places) : decimal(digits * powerOfTen(places - scale));
}

function writeDigits(value: Decimal, pattern: NumberPattern, symbols: NumberSymbols): string {
  const [whole = '', fraction = ''] = writeDecimal(value).replace('-', '').split('.');
  let integer = whole === '0' && pattern.leastInteger === 0 && fraction !== '' ? '' : whole;
  integer = integer.padStart(pattern.leastInteger, '0');
  const grouped = group(integer, pattern, symbols.group);
  const text = fraction === '' ? grouped : `${grouped}${symbols.decimal}${fraction}`;
  return replaceDigits(text, symbols);
}

function group(integer: string, { grouping, outerGrouping }: NumberPattern, separator: string): string {
  if (grouping === 0 || integer.length <= grouping) return integer;
  const groups = [integer.slice(-grouping)];
  for (let end = integer.length - grouping; end > 0; end -= outerGrouping) {
    groups.unshift(integer.slice(Math.max(0, end - outerGrouping), end));
  }
  return groups.join(separator);
}

/** `0.00E0`: one digit, or as many as the pattern asks for, before the point. */
function writeExponent(value: Decimal, pattern: NumberPattern, symbols: NumberSymbols): string {
  const magnitude = value.digits < 0n ? -value.digits : value.digits;
  const integerDigits = Math.max(1, pattern.leastInteger);
  let exponent = magnitude === 0n ? 0 : magnitude.toString().length - value.scale - integerDigits;
  let mantissa = scaleDown(decimal(magnitude, value.scale), exponent, pattern.mostFraction);
  if (compareDecimals(mantissa, decimal(powerOfTen(integerDigits))) >= 0) {
    exponent += 1;
    mantissa = scaleDown(decimal(magnitude, value.scale), exponent, pattern.mostFraction);
  }
  const digits = writeDigits(
    trimDecimal(mantissa, pattern.leastFraction),
    { ...pattern, grouping: 0 },
    symbols,
  );
  const sign = exponent < 0 ? symbols.minus : '';
  return `${digits}E${sign}${replaceDigits(String(Math.abs(exponent)).padStart(pattern.exponent, '0'), symbols)}`;
}

function scaleDown(value: Decimal, exponent: number, fraction: number): Decimal {
  const scale = value.scale + exponent;
  const scaled =
    scale >= 0 ? decimal(value.digits, scale) : decimal(digitsAtScale(value, value.scale - scale));
  return roundDecimal(scaled, fraction);
}

function writeAffix(affix: string, symbols: NumberSymbols): string {
  if (affix === '') return affix;
  return affix.replaceAll('¤', symbols.currency).replaceAll('%', symbols.percent);
}

function localize(text: string, symbols: NumberSymbols): string {
  return replaceDigits(text.replace('-', symbols.minus).replace('.', symbols.decimal), symbols);
}

function replaceDigits(text: string, { digits }: NumberSymbols): string {
  return digits ? text.replace(/\d/g, (digit) => digits[Number(digit)] ?? digit) : text;
}
