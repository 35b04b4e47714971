import { badRequest } from '../errors.ts';

const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);
const MAX_PAIRS = 1000;

/** Every value of every name, in order. Bracketed and prototype names are refused with 400. */
export function parsePairs(text: string, place: 'query' | 'form'): Map<string, string[]> {
  const pairs = new Map<string, string[]>();
  if (text === '') return pairs;
  let count = 0;
  for (const part of text.split('&')) {
    if (part === '') continue;
    if (++count > MAX_PAIRS)
      throw badRequest('request.too_many_fields', `The ${place} has too many fields; send fewer.`);
    const at = part.indexOf('=');
    const name = decode(at < 0 ? part : part.slice(0, at), place);
    const value = at < 0 ? '' : decode(part.slice(at + 1), place);
    if (FORBIDDEN.has(name) || name.includes('[') || name.includes(']')) {
      throw badRequest(
        'request.forbidden_name',
        `The ${place} contains a field name that is not allowed; use plain names.`,
      );
    }
    const known = pairs.get(name);
    if (known) known.push(value);
    else pairs.set(name, [value]);
  }
  return pairs;
}

function decode(text: string, place: string): string {
  let value: string;
  try {
    value = decodeURIComponent(text.includes('+') ? text.replaceAll('+', ' ') : text);
  } catch {
    throw badRequest('request.bad_encoding', `The ${place} is badly percent-encoded; encode it as UTF-8.`);
  }
  if (value.includes('\0')) {
    throw badRequest('request.nul_character', `The ${place} contains a NUL character; remove it.`);
  }
  return value;
}
