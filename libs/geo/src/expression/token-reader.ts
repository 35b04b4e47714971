import { misplaced } from './tokens.ts';
import type { Token } from './tokens.ts';

/** How many parentheses and calls may be open at once. */
const MAX_DEPTH = 50;

/** The words of a text with a place to read from. */
export interface Reader {
  tokens: Token[];
  next: number;
  depth: number;
}

export function peek({ tokens, next }: Reader): Token {
  return tokens[next] as Token;
}

export function isSign(reader: Reader, sign: string): boolean {
  const { kind, text } = peek(reader);
  return kind === 'sign' && text === sign;
}

export function takeSign(reader: Reader, sign: string): boolean {
  const found = isSign(reader, sign);
  if (found) reader.next += 1;
  return found;
}

export function takeWord(reader: Reader, word: string): boolean {
  const { kind, text } = peek(reader);
  const found = kind === 'word' && text.toUpperCase() === word;
  if (found) reader.next += 1;
  return found;
}

/** @throws {Misplaced} with `otherwise` at another word. */
export function expectSign(reader: Reader, sign: string, otherwise: string): void {
  if (!takeSign(reader, sign)) throw misplaced(peek(reader).at, otherwise);
}

/** Reads what is nested, which begins after so many characters. @throws {Misplaced} when it is nested too deeply. */
export function deeper<T>(reader: Reader, at: number, read: () => T): T {
  reader.depth += 1;
  if (reader.depth > MAX_DEPTH)
    throw misplaced(at, `it is nested more than ${MAX_DEPTH} levels deep; write it more simply`);
  const result = read();
  reader.depth -= 1;
  return result;
}
