import { misplaced } from './tokens.ts';
import type { Token } from './tokens.ts';

/** The words of a condition with a place to read from. */
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

/** Throws AppError `bad_request` with `otherwise` when something else stands there. */
export function expectSign(reader: Reader, sign: string, otherwise: string): void {
  if (!takeSign(reader, sign)) throw misplaced(peek(reader).at, otherwise);
}
