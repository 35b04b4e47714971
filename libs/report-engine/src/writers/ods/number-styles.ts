import { parseDatePattern } from '../../format/date-pattern.ts';
import { parseNumberPattern, type NumberPattern } from '../../format/number-pattern.ts';
import { numberSymbols } from '../../format/number-symbols.ts';
import type { SheetValue } from '../sheet/sheet-value.ts';
import { xmlText } from '../xml-text.ts';

const DEFAULTS = { date: 'yyyy-MM-dd', time: 'HH:mm:ss', timestamp: 'yyyy-MM-dd HH:mm:ss' };

/** The data style of OpenDocument for a value with a pattern of the template; null where it needs none. */
export function numberStyle(
  value: SheetValue,
  pattern: string | undefined,
  { name, locale }: { name: string; locale: string },
): string | null {
  switch (value.type) {
    case 'number': {
      const parsed = pattern === undefined ? null : parseNumberPattern(pattern);
      if (parsed && parsed.shift < 3) return styleOfNumbers(parsed, { name, locale });
      if (!value.scale) return null;
      return styleOfNumbers(parseNumberPattern(`0.${'0'.repeat(Math.min(value.scale, 30))}`), {
        name,
        locale,
      });
    }
    case 'date':
    case 'time':
    case 'timestamp': {
      const own = pattern === undefined || parseNumberPattern(pattern) ? null : fieldsOf(pattern);
      const kind = value.type === 'time' ? 'time' : 'date';
      return `<number:${kind}-style style:name="${name}">${own ?? fieldsOf(DEFAULTS[value.type])}</number:${kind}-style>`;
    }
    default:
      return null;
  }
}

function styleOfNumbers(
  pattern: NumberPattern | null,
  { name, locale }: { name: string; locale: string },
): string | null {
  if (!pattern) return null;
  const { leastInteger, leastFraction, mostFraction, grouping, exponent, shift } = pattern;
  const kind = shift === 2 ? 'percentage' : 'number';
  const digits =
    `<number:${exponent > 0 ? `scientific-number number:min-exponent-digits="${exponent}"` : 'number'} number:decimal-places="${mostFraction}"` +
    ` number:min-decimal-places="${leastFraction}" number:min-integer-digits="${leastInteger}"${grouping > 0 ? ' number:grouping="true"' : ''}/>`;
  const literal = (text: string): string =>
    text === ''
      ? ''
      : `<number:text>${xmlText(text.replaceAll('¤', numberSymbols(locale).currency))}</number:text>`;
  const write = (
    { prefix, suffix }: { prefix: string; suffix: string },
    styleName: string,
    rest = '',
  ): string =>
    `<number:${kind}-style style:name="${styleName}">${literal(prefix)}${digits}${literal(suffix)}${rest}</number:${kind}-style>`;
  if (!pattern.negative) return write(pattern.positive, name);
  // The style itself is that of negative numbers; all others are sent to the other one.
  const map = `<style:map style:condition="value()&gt;=0" style:apply-style-name="${name}P"/>`;
  return `${write(pattern.positive, `${name}P`)}${write(pattern.negative, name, map)}`;
}

const FIELDS: Record<string, (length: number) => string> = {
  y: (length) => `<number:year${length === 2 ? '' : ' number:style="long"'}/>`,
  M: month,
  L: month,
  d: (length) => `<number:day${long(length > 1)}/>`,
  E: (length) => `<number:day-of-week${long(length > 3)}/>`,
  H: (length) => `<number:hours${long(length > 1)}/>`,
  h: (length) => `<number:hours${long(length > 1)}/>`,
  m: (length) => `<number:minutes${long(length > 1)}/>`,
  s: (length) => `<number:seconds${long(length > 1)}/>`,
  a: () => '<number:am-pm/>',
};

function month(length: number): string {
  return `<number:month${length > 2 ? ' number:textual="true"' : ''}${long(length === 2 || length > 3)}/>`;
}

function long(is: boolean): string {
  return is ? ' number:style="long"' : '';
}

/** Null for a pattern with letters that OpenDocument does not know. */
function fieldsOf(pattern: string): string | null {
  let fields = '';
  for (const token of parseDatePattern(pattern)) {
    if (typeof token === 'string') {
      fields += `<number:text>${xmlText(token)}</number:text>`;
      continue;
    }
    const field = FIELDS[token.letter]?.(token.length);
    if (field === undefined) return null;
    fields += field;
  }
  return fields;
}
