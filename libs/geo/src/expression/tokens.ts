import { badRequest } from '@cairn/service/errors';

export interface Token {
  /** A bare word, a "quoted name", a 'text', a number, a sign such as <= or the end. */
  kind: 'word' | 'name' | 'text' | 'number' | 'sign' | 'end';
  /** What it says, without quotes. */
  text: string;
  /** Characters before it. */
  at: number;
}

export const MAX_LENGTH = 20_000;

const PATTERNS: [Exclude<Token['kind'], 'end'>, RegExp][] = [
  ['word', /[\p{L}_][\p{L}\p{N}\p{M}_$]*/uy],
  ['number', /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y],
  ['text', /'(?:[^']|'')*'/y],
  ['name', /"(?:[^"]|"")+"/y],
  ['sign', /<=|>=|<>|!=|[=<>(),+-]/y],
];
const SPACE = /[ \t\r\n]*/y;

/** What else people and attackers write, and what to do instead. */
const REFUSED: [RegExp, string][] = [
  [/--|\/\*/y, 'comments do not exist here; leave them out'],
  [/;/y, 'it is one condition; leave the semicolon out'],
  [/'/y, "a text begins that does not end; close it with ' and write a ' within it twice"],
  [/"/y, 'a name begins that does not end; close it with " and write a " within it twice'],
  [/[*/%^|&~]/y, 'one cannot calculate here; compare a field with a value'],
  [/\./y, 'a name with a dot needs double quotes, like "a.b"'],
  [/[`[\]]/y, 'names are quoted with double quotes, like "my field"'],
];

/** The words of a condition. Throws AppError `bad_request` with the place of what does not belong there. */
export function readTokens(condition: string): Token[] {
  if (condition.length > MAX_LENGTH) {
    throw badRequest(
      'vault.bad_condition',
      `The condition has ${condition.length} characters; ${MAX_LENGTH} is the most.`,
    );
  }
  const tokens: Token[] = [];
  for (let at = skip(condition, 0); at < condition.length;) {
    const token = readToken(condition, at);
    tokens.push(token.token);
    at = skip(condition, token.end);
  }
  return [...tokens, { kind: 'end', text: '', at: condition.length }];
}

/** The error for what stands after so many characters. */
export function misplaced(at: number, problem: string) {
  const where = at === 0 ? 'at its beginning' : at === 1 ? 'after 1 character' : `after ${at} characters`;
  return badRequest('vault.bad_condition', `The condition cannot be read ${where}: ${problem}.`);
}

function readToken(condition: string, at: number): { token: Token; end: number } {
  for (const [pattern, problem] of REFUSED.slice(0, 1))
    if (match(pattern, condition, at)) throw misplaced(at, problem);
  for (const [kind, pattern] of PATTERNS) {
    const raw = match(pattern, condition, at);
    if (raw === null) continue;
    const end = at + raw.length;
    if (kind === 'number' && match(/[\p{L}\p{N}_.]/uy, condition, end) !== null)
      throw misplaced(
        at,
        'a number goes over into other characters; a name that begins with a digit needs double quotes',
      );
    return { token: { kind, text: unquoted(kind, raw), at }, end };
  }
  for (const [pattern, problem] of REFUSED) if (match(pattern, condition, at)) throw misplaced(at, problem);
  const character = String.fromCodePoint(condition.codePointAt(at) as number);
  throw misplaced(
    at,
    `${/[\p{L}\p{N}\p{P}\p{S}]/u.test(character) ? `"${character}"` : 'this character'} means nothing here`,
  );
}

function unquoted(kind: Token['kind'], raw: string): string {
  if (kind === 'text') return raw.slice(1, -1).replaceAll("''", "'");
  return kind === 'name' ? raw.slice(1, -1).replaceAll('""', '"') : raw;
}

function skip(condition: string, at: number): number {
  return at + (match(SPACE, condition, at)?.length ?? 0);
}

function match(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
}
