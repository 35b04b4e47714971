import type { Family } from '../catalogue/types.ts';
import type { Decoder } from './types.ts';

const MAX_DIGITS = 15;
const NO_NUMBER = new Set(['NaN', 'Infinity', '-Infinity']);

/** How a value of a type is written in answers, from the text that PostgreSQL writes. */
export function decoderOf(family: Family): Decoder {
  switch (family) {
    case 'integer':
      return decodeInteger;
    case 'decimal':
      return decodeDecimal;
    case 'float':
      return (text) => (NO_NUMBER.has(text) ? null : Number(text));
    case 'boolean':
      return (text) => text === 't';
    case 'timestamp':
      return (text) => text.replace(' ', 'T');
    case 'timestamptz':
      return decodeInstant;
    case 'json':
    case 'array':
    case 'geometry':
      return decodeJson;
    default:
      return (text) => text;
  }
}

/** Beyond 2^53 as a text, so that no digit is lost. */
export function decodeInteger(text: string): number | string {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : text;
}

/** Beyond 15 digits as a text; NaN and the infinities are null. */
export function decodeDecimal(text: string): number | string | null {
  if (NO_NUMBER.has(text)) return null;
  const plain = text.includes('.') ? text.replace(/0+$/, '') : text;
  const digits = plain.replace(/[-.]/g, '').replace(/^0+/, '').length;
  return digits <= MAX_DIGITS ? Number(text) : text;
}

/** RFC 3339: with a T, and with minutes in the offset. */
export function decodeInstant(text: string): string {
  return text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00');
}

interface ParseContext {
  source?: string;
}

/** Numbers that would lose digits stay texts. */
export function decodeJson(text: string): unknown {
  const keepDigits = (_key: string, value: unknown, context?: ParseContext) =>
    typeof value === 'number' && context?.source !== undefined && isInexact(context.source)
      ? context.source
      : value;
  return JSON.parse(text, keepDigits);
}

function isInexact(source: string): boolean {
  return source.replace(/[-.]|[eE].*$/g, '').replace(/^0+/, '').length > 17;
}
