import { parseDatePattern, type DateToken } from '../../format/date-pattern.ts';
import { parseNumberPattern, type NumberPattern } from '../../format/number-pattern.ts';
import { numberSymbols } from '../../format/number-symbols.ts';
import type { SheetValue } from './sheet-value.ts';

const DEFAULTS = { date: 'yyyy-mm-dd', time: 'hh:mm:ss', timestamp: 'yyyy-mm-dd hh:mm:ss' };

/** The number format of Excel for a value with a pattern of the template; `General` where it needs none. */
export function numberFormatOf(value: SheetValue, pattern: string | undefined, locale: string): string {
  switch (value.type) {
    case 'number': {
      const parsed = pattern === undefined ? null : parseNumberPattern(pattern);
      if (parsed) return formatOfNumbers(parsed, locale) ?? 'General';
      return value.scale ? `0.${'0'.repeat(Math.min(value.scale, 30))}` : 'General';
    }
    case 'date':
    case 'time':
    case 'timestamp': {
      if (pattern === undefined || parseNumberPattern(pattern)) return DEFAULTS[value.type];
      return formatOfDates(parseDatePattern(pattern), locale) ?? DEFAULTS[value.type];
    }
    case 'text':
      return '@';
    default:
      return 'General';
  }
}

function formatOfNumbers(pattern: NumberPattern, locale: string): string | null {
  // Excel has no per mille.
  if (pattern.shift === 3) return null;
  const { leastInteger, leastFraction, mostFraction, grouping, exponent } = pattern;
  let whole = '0'.repeat(leastInteger) || '#';
  if (grouping > 0) {
    whole = whole.padStart(grouping + 1, '#');
    whole = `${whole.slice(0, -grouping)},${whole.slice(-grouping)}`;
  }
  const fraction = '0'.repeat(leastFraction) + '#'.repeat(mostFraction - leastFraction);
  const digits = `${whole}${fraction && `.${fraction}`}${exponent > 0 ? `E+${'0'.repeat(exponent)}` : ''}`;
  const write = ({ prefix, suffix }: { prefix: string; suffix: string }) =>
    `${literal(prefix, locale)}${digits}${literal(suffix, locale)}`;
  return pattern.negative ? `${write(pattern.positive)};${write(pattern.negative)}` : write(pattern.positive);
}

/** Quotes all but the per cent sign, which has its meaning in Excel too. */
function literal(text: string, locale: string): string {
  return text
    .replaceAll('¤', () => numberSymbols(locale).currency)
    .replace(/[^%]+/g, (part) => `"${part.replaceAll('"', '')}"`);
}

const DATE_CODES: Record<string, (length: number) => string> = {
  y: (length) => (length === 2 ? 'yy' : 'yyyy'),
  M: (length) => 'm'.repeat(Math.min(length, 4)),
  L: (length) => 'm'.repeat(Math.min(length, 4)),
  d: (length) => 'd'.repeat(Math.min(length, 2)),
  E: (length) => (length > 3 ? 'dddd' : 'ddd'),
  H: (length) => 'h'.repeat(Math.min(length, 2)),
  h: (length) => 'h'.repeat(Math.min(length, 2)),
  m: (length) => 'm'.repeat(Math.min(length, 2)),
  s: (length) => 's'.repeat(Math.min(length, 2)),
  S: (length) => '0'.repeat(Math.min(length, 3)),
  a: () => 'AM/PM',
};

/** Null for a pattern with letters that Excel does not know, such as weeks and zones. */
function formatOfDates(tokens: DateToken[], locale: string): string | null {
  let format = '';
  let hasNames = false;
  for (const token of tokens) {
    if (typeof token === 'string') {
      format += /^[ .,:/-]+$/.test(token)
        ? token.replace(/[,/-]/g, '\\$&')
        : `"${token.replaceAll('"', '')}"`;
      continue;
    }
    const code = DATE_CODES[token.letter]?.(token.length);
    if (code === undefined) return null;
    hasNames ||= token.letter === 'E' || ((token.letter === 'M' || token.letter === 'L') && token.length > 2);
    format += code;
  }
  return hasNames ? `[$-${locale}]${format}` : format;
}
