import { badRequest } from '@cairn/service/errors';

export interface Token {
  /** A bare word, a "quoted name", a 'text', a number, a sign such as <= or the end. */
  kind: 'word' | 'name' | 'text' | 'number' | 'sign' | 'end';
  /** What it says, without quotes. */
  text: string;
  /** Characters before it. */
  at: number;
}

/** How a language differs from another one that is made of the same tokens. */
export interface Language {
  /** What a text in it is. */
  noun: string;
  /** Code of the errors. */
  code: string;
  /** How a sentence on a place in the text begins. */
  fault: string;
  maxLength: number;
  signs: RegExp;
  /** Signs of other languages, and what to write instead. */
  refused: [RegExp, string][];
}

const PATTERNS: [Exclude<Token['kind'], 'end' | 'sign'>, RegExp][] = [
  ['word', /[\p{L}_][\p{L}\p{N}\p{M}_$]*/uy],
  ['number', /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y],
  ['text', /'(?:[^']|'')*'/y],
  ['name', /"(?:[^"]|"")+"/y],
];
const SPACE = /[ \t\r\n]*/y;
const COMMENT = /--|\/\*/y;

/** What else people and attackers write, and what to do instead. */
const REFUSED: [RegExp, string][] = [
  [/'/y, "a text is not closed; close it with ' and write a ' within it twice"],
  [/"/y, 'a name is not closed; close it with " and write a " within it twice'],
  [/\./y, 'a name with a dot needs double quotes, like "a.b"'],
  [/[`[\]]/y, 'names are quoted with double quotes, like "my field"'],
];

/** A fault at a place in the text; `inLanguage` turns it into a sentence for users. */
export class Misplaced extends Error {
  readonly at: number;

  constructor(at: number, problem: string) {
    super(problem);
    this.at = at;
  }
}

export function misplaced(at: number, problem: string): Misplaced {
  return new Misplaced(at, problem);
}

/** @throws {AppError} bad_request with the place of the fault, for each `Misplaced` that the work throws. */
export function inLanguage<T>({ fault, code }: Language, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Misplaced)) throw error;
    const { at, message } = error;
    const where = at === 0 ? 'at its beginning' : at === 1 ? 'after 1 character' : `after ${at} characters`;
    throw badRequest(code, `${fault} ${where}: ${message}.`);
  }
}

/** The words of a text. @throws {Misplaced} at what does not belong there. @throws {AppError} bad_request when it is too long. */
export function readTokens(source: string, language: Language): Token[] {
  const { noun, code, maxLength } = language;
  if (source.length > maxLength) {
    throw badRequest(code, `The ${noun} has ${source.length} characters. At most ${maxLength} are allowed.`);
  }
  const tokens: Token[] = [];
  for (let at = skip(source, 0); at < source.length;) {
    const token = readToken(source, at, language);
    tokens.push(token.token);
    at = skip(source, token.end);
  }
  return [...tokens, { kind: 'end', text: '', at: source.length }];
}

function readToken(
  source: string,
  at: number,
  { noun, signs, refused }: Language,
): { token: Token; end: number } {
  if (match(COMMENT, source, at)) throw misplaced(at, 'comments are not supported; remove them');
  if (source[at] === ';') throw misplaced(at, `it is one ${noun}; leave the semicolon out`);
  for (const [kind, pattern] of [...PATTERNS, ['sign', signs] as const]) {
    const raw = match(pattern, source, at);
    if (raw === null) continue;
    const end = at + raw.length;
    if (kind === 'number' && match(/[\p{L}\p{N}_.]/uy, source, end) !== null)
      throw misplaced(
        at,
        'a number is followed by other characters; a name that begins with a digit needs double quotes',
      );
    return { token: { kind, text: unquoted(kind, raw), at }, end };
  }
  for (const [pattern, problem] of [...refused, ...REFUSED])
    if (match(pattern, source, at)) throw misplaced(at, problem);
  const character = String.fromCodePoint(source.codePointAt(at) as number);
  throw misplaced(
    at,
    `${/[\p{L}\p{N}\p{P}\p{S}]/u.test(character) ? `"${character}"` : 'this character'} means nothing here`,
  );
}

function unquoted(kind: Token['kind'], raw: string): string {
  if (kind === 'text') return raw.slice(1, -1).replaceAll("''", "'");
  return kind === 'name' ? raw.slice(1, -1).replaceAll('""', '"') : raw;
}

function skip(source: string, at: number): number {
  return at + (match(SPACE, source, at)?.length ?? 0);
}

function match(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
}
