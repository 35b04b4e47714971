import type { ExpressionProblem, ReferenceKind, Span } from './tree.ts';

export type Token = Span &
  (
    | { kind: 'number'; text: string }
    | { kind: 'text'; text: string }
    | { kind: 'reference'; reference: ReferenceKind; text: string }
    | { kind: 'name'; text: string }
    | { kind: 'operator'; text: string }
    | { kind: 'end'; text: '' }
  );

/** Thrown within this folder only; callers get a list of problems. */
export class ExpressionError extends Error {
  readonly span: Span;

  constructor(message: string, span: Span) {
    super(message);
    this.span = span;
  }

  toProblem(): ExpressionProblem {
    return { message: this.message, start: this.span.start, end: this.span.end };
  }
}

const REFERENCES: Record<string, ReferenceKind> = {
  F: 'field',
  P: 'parameter',
  V: 'variable',
  R: 'resource',
};

const TOKEN =
  /(?<blank>\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)|\$(?<letter>[FPVR])\{(?<reference>[^{}\n]*)\}|(?<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?[lLfFdDgG]?(?![\w$]))|(?<name>[A-Za-z_]\w*)|(?<text>"(?:[^"\\\n]|\\[^\n])*"|'(?:[^'\\\n]|\\[^\n])*')|(?<operator>\?:|[=!<>]=|&&|\|\||[-+*/%<>!?:(),.])/y;

const ESCAPES: Record<string, string> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', '0': '\0' };

/** Splits an expression into tokens with their places. @throws {ExpressionError} for a character that starts none. */
export function readTokens(source: string): Token[] {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < source.length) {
    const start = TOKEN.lastIndex;
    const groups = TOKEN.exec(source)?.groups;
    if (!groups) throw unreadable(source, start);
    const token = toToken(groups, { start, end: TOKEN.lastIndex });
    if (token) tokens.push(token);
  }
  tokens.push({ kind: 'end', text: '', start: source.length, end: source.length });
  return tokens;
}

function toToken(groups: Record<string, string | undefined>, span: Span): Token | null {
  const { letter, reference, number, name, text, operator } = groups;
  if (letter !== undefined && reference !== undefined) {
    return { kind: 'reference', reference: REFERENCES[letter] ?? 'field', text: reference, ...span };
  }
  if (number !== undefined) return { kind: 'number', text: number, ...span };
  if (name !== undefined) return { kind: 'name', text: name, ...span };
  if (text !== undefined) return { kind: 'text', text: unescape(text.slice(1, -1)), ...span };
  return operator === undefined ? null : { kind: 'operator', text: operator, ...span };
}

function unescape(text: string): string {
  return text.replace(/\\(?:u([\dA-Fa-f]{4})|(.))/g, (_, code: string | undefined, char: string) =>
    code === undefined ? (ESCAPES[char] ?? char) : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

function unreadable(source: string, start: number): ExpressionError {
  const char = source[start] ?? '';
  const rest = source.length;
  if (char === '"' || char === "'")
    return new ExpressionError('The text has no closing quote.', { start, end: rest });
  if (/^\$[FPVR]\{/.test(source.slice(start, start + 3))) {
    return new ExpressionError(`${source.slice(start, start + 3)} has no closing brace.`, {
      start,
      end: rest,
    });
  }
  if (char === '=') return new ExpressionError('Use == to compare.', { start, end: start + 1 });
  return new ExpressionError(`${char} cannot be used in an expression.`, { start, end: start + 1 });
}
