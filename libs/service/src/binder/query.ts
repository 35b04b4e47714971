import { badRequest } from '../errors.ts';

const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);
const BRACKET = /[[\]]/;
const MAX_PAIRS = 1000;

/** Where the pairs come from, and which names the operation declares there. */
export interface PairSource {
  place: 'query' | 'form';
  /** Names with brackets must be declared; other names may be anything. */
  declares(name: string): boolean;
}

/** Every value of every name, in order. Prototype names and undeclared names with brackets are refused with 400. */
export function parsePairs(text: string, source: PairSource): Map<string, string[]> {
  const pairs = new Map<string, string[]>();
  if (text === '') return pairs;
  const { place } = source;
  const add = collectPairs(pairs, source);
  for (const part of text.split('&')) {
    if (part === '') continue;
    const at = part.indexOf('=');
    const name = decode(at < 0 ? part : part.slice(0, at), place);
    const value = at < 0 ? '' : decode(part.slice(at + 1), place);
    add(name, value);
  }
  return pairs;
}

/**
 * Adds values to those of their names.
 * @throws {AppError} 400 for prototype names, also within brackets, undeclared names with brackets, NUL characters and more than
 *   1,000 values
 */
export function collectPairs(
  pairs: Map<string, string[]>,
  { place, declares }: PairSource,
): (name: string, value: string) => void {
  let count = 0;
  return (name, value) => {
    if (++count > MAX_PAIRS)
      throw badRequest('request.too_many_fields', `The ${place} has too many fields; send fewer.`);
    if (isForbidden(name) || (BRACKET.test(name) && !declares(name))) {
      throw badRequest(
        'request.forbidden_name',
        `The ${place} contains a field name that is not allowed; use plain names.`,
      );
    }
    refuseNul(name, place);
    refuseNul(value, place);
    const known = pairs.get(name);
    if (known) known.push(value);
    else pairs.set(name, [value]);
  };
}

/** `columns[__proto__]` as well: code that reads brackets as paths must never get such a part. */
function isForbidden(name: string): boolean {
  return BRACKET.test(name) ? name.split(BRACKET).some((part) => FORBIDDEN.has(part)) : FORBIDDEN.has(name);
}

function decode(text: string, place: string): string {
  try {
    return decodeURIComponent(text.includes('+') ? text.replaceAll('+', ' ') : text);
  } catch {
    throw badRequest('request.bad_encoding', `The ${place} is badly percent-encoded; encode it as UTF-8.`);
  }
}

function refuseNul(value: string, place: string): void {
  if (value.includes('\0')) {
    throw badRequest('request.nul_character', `The ${place} contains a NUL character; remove it.`);
  }
}
