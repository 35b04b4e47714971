import { memoize } from '../memoize.ts';

/** A pattern of Java's DecimalFormat, taken apart. */
export interface NumberPattern {
  positive: Affixes;
  /** Null where the pattern has no part for negative numbers: the minus sign goes before the positive prefix. */
  negative: Affixes | null;
  leastInteger: number;
  leastFraction: number;
  mostFraction: number;
  /** Digits of the last group; 0 for none. */
  grouping: number;
  /** Digits of the groups before the last. */
  outerGrouping: number;
  /** Powers of ten that the number is multiplied by: 2 for per cent, 3 for per mille. */
  shift: number;
  /** Digits of the exponent; 0 for none. */
  exponent: number;
}

/** Texts around the digits. A `¤` is the currency's sign. */
interface Affixes {
  prefix: string;
  suffix: string;
}

/**
 * Parses a pattern such as `#,##0.00;(#)`, `0.0 %` or `¤ #,##0`. Quoted texts (`'#'`) are literal.
 * @returns null for a pattern without digits, which is not a pattern for numbers.
 */
export const parseNumberPattern = memoize(1_000, readPattern);

function readPattern(pattern: string): NumberPattern | null {
  const [first = '', second] = splitUnquoted(pattern);
  const positive = takeApart(first);
  if (!positive) return null;
  const negative = second === undefined ? null : takeApart(second);
  const [mantissa = '', exponent = ''] = positive.digits.split('E');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const groups = whole.split(',').slice(1);
  const grouping = groups.at(-1)?.length ?? 0;
  return {
    positive: positive.affixes,
    negative: negative ? negative.affixes : null,
    leastInteger: count(whole, '0'),
    leastFraction: count(fraction, '0'),
    mostFraction: fraction.length,
    grouping,
    outerGrouping: groups.at(-2)?.length ?? grouping,
    shift: positive.marks.includes('%') ? 2 : positive.marks.includes('‰') ? 3 : 0,
    exponent: exponent.length,
  };
}

/** Splits the parts for positive and negative numbers at a semicolon that is not quoted. */
function splitUnquoted(pattern: string): string[] {
  let quoted = false;
  for (let i = 0; i < pattern.length; i += 1) {
    if (pattern[i] === "'") quoted = !quoted;
    else if (pattern[i] === ';' && !quoted) return [pattern.slice(0, i), pattern.slice(i + 1)];
  }
  return [pattern];
}

function takeApart(part: string): { affixes: Affixes; digits: string; marks: string } | null {
  const affixes = { prefix: '', suffix: '' };
  let digits = '';
  let marks = '';
  for (let i = 0; i < part.length; i += 1) {
    const char = part[i] ?? '';
    const side = digits === '' ? 'prefix' : 'suffix';
    if (char === "'") {
      // Two quotes are one, within a quoted text and outside.
      const text = /^'((?:[^']|'')*)'?/.exec(part.slice(i)) ?? [char, ''];
      affixes[side] += text[0] === "''" ? "'" : (text[1] ?? '').replaceAll("''", "'");
      i += text[0].length - 1;
    } else if (affixes.suffix === '' && isDigitChar(char, digits, part[i + 1])) {
      digits += char;
    } else {
      affixes[side] += char;
      marks += char;
    }
  }
  return digits === '' ? null : { affixes, digits, marks };
}

function isDigitChar(char: string, digits: string, next: string | undefined): boolean {
  if (char === '#' || char === '0') return true;
  if (char === 'E') return digits !== '' && next === '0';
  if (char === '.') return digits !== '' || next === '#' || next === '0';
  return char === ',' && digits !== '';
}

function count(text: string, char: string): number {
  return text.split(char).length - 1;
}
