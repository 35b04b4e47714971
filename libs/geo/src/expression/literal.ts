import { readDate, readMoment } from './moments.ts';
import { peek, takeSign } from './token-reader.ts';
import type { Reader } from './token-reader.ts';
import { misplaced } from './tokens.ts';
import type { Token } from './tokens.ts';
import type { Value } from './tree.ts';

const INT64 = { low: -(2n ** 63n), high: 2n ** 63n - 1n };

/** Whether a value begins here, and not a field. */
export function startsLiteral(reader: Reader): boolean {
  const { kind, text } = peek(reader);
  if (kind === 'text' || kind === 'number') return true;
  if (kind === 'sign') return text === '-' || text === '+';
  return kind === 'word' && (/^(TRUE|FALSE|NULL)$/i.test(text) || isTyped(reader));
}

/** @throws {Misplaced} when the next word is not a value. */
export function parseLiteral(reader: Reader): Value {
  const token = peek(reader);
  const negative = takeSign(reader, '-');
  if (negative || takeSign(reader, '+')) {
    const number = peek(reader);
    if (number.kind !== 'number') throw misplaced(number.at, 'after a sign comes a number');
    reader.next += 1;
    return parseNumber(number, negative);
  }
  if (isTyped(reader)) return parseTyped(reader);
  if (token.kind === 'text' || token.kind === 'number' || /^(TRUE|FALSE)$/i.test(token.text))
    reader.next += 1;
  if (token.kind === 'text') return token.text;
  if (token.kind === 'number') return parseNumber(token, false);
  if (token.kind === 'word' && /^(TRUE|FALSE)$/i.test(token.text)) return /^TRUE$/i.test(token.text);
  throw misplaced(token.at, missingValue(token));
}

/** @throws {Misplaced} for a number that is not finite. */
export function parseNumber({ text, at }: Token, negative: boolean): number | bigint {
  if (/^\d+$/.test(text)) {
    const whole = BigInt(text) * (negative ? -1n : 1n);
    if (Number.isSafeInteger(Number(whole))) return Number(whole);
    if (whole >= INT64.low && whole <= INT64.high) return whole;
  }
  const number = Number(text);
  if (!Number.isFinite(number)) throw misplaced(at, 'the number is too large');
  return number === 0 ? 0 : negative ? -number : number;
}

/** DATE and TIMESTAMP are fields by these names unless a text follows. */
function isTyped({ tokens, next }: Reader): boolean {
  const [word, text] = [tokens[next], tokens[next + 1]];
  return word?.kind === 'word' && /^(DATE|TIMESTAMP)$/i.test(word.text) && text?.kind === 'text';
}

function parseTyped(reader: Reader): string {
  const [word, { text, at }] = [peek(reader), reader.tokens[reader.next + 1] as Token];
  const isDate = /^DATE$/i.test(word.text);
  if ((isDate ? readDate(text) : readMoment(text)) === null) {
    const example = isDate ? "DATE '2026-01-31'" : "TIMESTAMP '2026-01-31 12:00:00'";
    throw misplaced(
      at,
      `"${text.slice(0, 40)}" is not a ${isDate ? 'date' : 'time'}; write it like ${example}`,
    );
  }
  reader.next += 2;
  return text;
}

function missingValue({ kind, text }: Token): string {
  if (kind === 'end') return 'it is incomplete; a value is missing';
  if (kind === 'word' && /^NULL$/i.test(text)) return 'nothing equals NULL; write IS NULL or IS NOT NULL';
  return kind === 'word' || kind === 'name'
    ? `a value is expected; write text in single quotes, like '${text.slice(0, 40)}', and a field cannot be compared with another field`
    : 'a value is expected';
}
