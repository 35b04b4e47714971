import { badRequest } from '../errors.ts';

const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);
const MAX_PAIRS = 1000;

/** Every value of every name, in order. Bracketed and prototype names are refused with 400. */
export function parsePairs(text: string, place: 'query' | 'form'): Map<string, string[]> {
  const pairs = new Map<string, string[]>();
  if (text === '') return pairs;
  const add = collectPairs(pairs, place);
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
 * @throws {AppError} 400 for bracketed and prototype names, NUL characters and more than 1,000 values
 */
export function collectPairs(
  pairs: Map<string, string[]>,
  place: 'query' | 'form',
): (name: string, value: string) => void {
  let count = 0;
  return (name, value) => {
    if (++count > MAX_PAIRS)
      throw badRequest('request.too_many_fields', `The ${place} has too many fields; send fewer.`);
    if (FORBIDDEN.has(name) || name.includes('[') || name.includes(']')) {
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
