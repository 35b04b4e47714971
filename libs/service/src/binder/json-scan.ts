import { badRequest } from '../errors.ts';

const MAX_DEPTH = 64;
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);

/** Escapes of NUL and of surrogates; unescaped surrogates cannot occur in UTF-8. */
const UNSTORABLE = /\\u(0000|d[89a-f])/i;

const QUOTE = 34;
const BACKSLASH = 92;

/**
 * Parses untrusted JSON. Besides bad syntax, 400 is returned for objects deeper than 64 levels, a duplicate name in an
 * object, the names __proto__, constructor and prototype, and what PostgreSQL cannot store: NUL characters and lone
 * surrogates.
 * The scan is one loop, so depth costs no stack.
 */
export function parseJson(text: string): unknown {
  scan(text);
  try {
    return JSON.parse(text);
  } catch {
    throw badRequest(
      'request.bad_json',
      'The request body is not valid JSON; check quotes, commas and brackets.',
    );
  }
}

function scan(text: string): void {
  // One entry per level: the names seen in an object, null for an array.
  const names: (Set<string> | null)[] = [];
  for (let i = 0; i < text.length; i++) {
    switch (text.charCodeAt(i)) {
      case QUOTE: {
        const end = endOfString(text, i);
        const seen = names.at(-1);
        const raw = text.slice(i + 1, end);
        if (UNSTORABLE.test(raw)) refuseUnstorable(raw);
        if (seen && isName(text, end + 1)) checkName(raw, seen);
        i = end;
        break;
      }
      case 123: // {
        push(names, new Set());
        break;
      case 91: // [
        push(names, null);
        break;
      case 125: // }
      case 93: // ]
        names.pop();
        break;
    }
  }
}

function push(names: (Set<string> | null)[], level: Set<string> | null): void {
  if (names.length >= MAX_DEPTH) {
    throw badRequest(
      'request.json_too_deep',
      `The request body nests deeper than ${MAX_DEPTH} levels; flatten it.`,
    );
  }
  names.push(level);
}

function endOfString(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === BACKSLASH) i++;
    else if (code === QUOTE) return i;
  }
  return text.length;
}

/** A string is a name when a colon follows it. */
function isName(text: string, from: number): boolean {
  for (let i = from; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 58) return true;
    if (code !== 32 && code !== 9 && code !== 10 && code !== 13) return false;
  }
  return false;
}

function checkName(raw: string, seen: Set<string>): void {
  const name = raw.includes('\\') ? unescape(raw) : raw;
  if (FORBIDDEN.has(name)) {
    throw badRequest(
      'request.forbidden_name',
      `The request body must not use the field name "${name}"; rename it.`,
    );
  }
  if (seen.has(name)) {
    throw badRequest('request.duplicate_name', 'The request body names a field twice; send each field once.');
  }
  seen.add(name);
}

function unescape(raw: string): string {
  try {
    return JSON.parse(`"${raw}"`) as string;
  } catch {
    return raw;
  }
}

function refuseUnstorable(raw: string): void {
  const text = unescape(raw);
  if (text.includes('\0')) {
    throw badRequest('request.nul_character', 'The request body contains a NUL character; remove it.');
  }
  if (!text.isWellFormed()) {
    throw badRequest(
      'request.half_character',
      'The request body contains half a character (a lone surrogate); remove it.',
    );
  }
}
