import { parseDecimal } from '../values/decimal.ts';
import { ExpressionError, readTokens, type Token } from './tokens.ts';
import { MAX_DEPTH, MAX_LENGTH, MAX_NODES } from './tree.ts';
import type { BinaryOperator, ExpressionNode, ExpressionProblem, Span } from './tree.ts';

/** Binary operators by how tightly they bind, loosest first. */
const LEVELS: BinaryOperator[][] = [
  ['?:'],
  ['||'],
  ['&&'],
  ['==', '!='],
  ['<', '<=', '>', '>='],
  ['+', '-'],
  ['*', '/', '%'],
];

/** Casts that change a number; all other casts are dropped. */
const CASTS: Record<string, 'integer' | 'double'> = {
  int: 'integer',
  long: 'integer',
  short: 'integer',
  double: 'double',
  float: 'double',
};

/** Unqualified names of classes that begin with a capital letter, or names of packages before them. */
const QUALIFIED = /^(?:java|net|org|com)$/;

export type ParseResult =
  { tree: ExpressionNode; problem: null } | { tree: null; problem: ExpressionProblem };

/** Parses an expression to a tree; the problem is the first that stops it. Names are not checked: see `checkExpression`. */
export function parseExpression(source: string): ParseResult {
  try {
    if (source.length > MAX_LENGTH) {
      throw new ExpressionError(`The expression has more than ${MAX_LENGTH} characters.`, {
        start: MAX_LENGTH,
        end: source.length,
      });
    }
    return { tree: createParser(readTokens(source)).parse(), problem: null };
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return { tree: null, problem: error.toProblem() };
  }
}

function createParser(tokens: Token[]): { parse(): ExpressionNode } {
  let position = 0;
  let nodes = 0;
  let depth = 0;

  const peek = (ahead = 0): Token => tokens[Math.min(position + ahead, tokens.length - 1)] as Token;
  const isAt = (text: string, ahead = 0): boolean =>
    peek(ahead).kind === 'operator' && peek(ahead).text === text;

  function take(): Token {
    const token = peek();
    position += 1;
    return token;
  }

  function expect(text: string, why: string): Token {
    if (!isAt(text)) throw unexpected(peek(), why);
    return take();
  }

  function node<T extends ExpressionNode>(content: T): T {
    nodes += 1;
    if (nodes > MAX_NODES)
      throw new ExpressionError(`The expression has more than ${MAX_NODES} parts.`, content);
    return content;
  }

  function parse(): ExpressionNode {
    if (peek().kind === 'end') throw new ExpressionError('The expression is empty.', peek());
    const tree = parseConditional();
    if (peek().kind !== 'end') throw unexpected(peek(), 'an operator or the end is expected here');
    return tree;
  }

  function parseConditional(): ExpressionNode {
    depth += 1;
    if (depth > MAX_DEPTH)
      throw new ExpressionError(`The expression is nested more than ${MAX_DEPTH} levels deep.`, peek());
    const test = parseBinary(0);
    let tree = test;
    if (isAt('?')) {
      take();
      const yes = parseConditional();
      expect(':', 'a colon and the other value are expected here');
      const no = parseConditional();
      tree = node({ kind: 'conditional', test, yes, no, start: test.start, end: no.end });
    }
    depth -= 1;
    return tree;
  }

  function parseBinary(level: number): ExpressionNode {
    const operators = LEVELS[level];
    if (!operators) return parseUnary();
    let left = parseBinary(level + 1);
    for (let token = peek(); isOneOf(token, operators); token = peek()) {
      take();
      const right = parseBinary(level + 1);
      const operator = token.text as BinaryOperator;
      left = node({ kind: 'binary', operator, left, right, start: left.start, end: right.end });
    }
    return left;
  }

  function parseUnary(): ExpressionNode {
    const token = peek();
    if (!isAt('-') && !isAt('!') && !isAt('+')) return parsePostfix(parsePrimary());
    take();
    depth += 1;
    if (depth > MAX_DEPTH)
      throw new ExpressionError(`The expression is nested more than ${MAX_DEPTH} levels deep.`, token);
    const operand = parseUnary();
    depth -= 1;
    if (token.text === '+') return operand;
    return node({
      kind: 'unary',
      operator: token.text as '-' | '!',
      operand,
      start: token.start,
      end: operand.end,
    });
  }

  function parsePostfix(target: ExpressionNode): ExpressionNode {
    let tree = target;
    while (isAt('.')) {
      take();
      const name = take();
      if (name.kind !== 'name') throw unexpected(name, 'the name of a method is expected here');
      const { args, end } = parseArguments(name.text);
      tree = node(toMethod(tree, name.text, args, end));
    }
    return tree;
  }

  function parsePrimary(): ExpressionNode {
    const token = take();
    switch (token.kind) {
      case 'number':
        return node(toNumber(token));
      case 'text':
        return node({ kind: 'literal', value: token.text, type: 'text', start: token.start, end: token.end });
      case 'reference':
        return node({
          kind: 'reference',
          reference: token.reference,
          name: token.text,
          start: token.start,
          end: token.end,
        });
      case 'name':
        return parseName(token);
      default:
        if (token.kind === 'operator' && token.text === '(') return parseBrackets(token);
        throw unexpected(token, 'a value is expected here');
    }
  }

  function parseBrackets(open: Token): ExpressionNode {
    const cast = castAt();
    if (cast) {
      position += cast.tokens;
      const operand = parseUnary();
      const to = CASTS[cast.name];
      return to ? node({ kind: 'cast', to, operand, start: open.start, end: operand.end }) : operand;
    }
    const inner = parseConditional();
    const close = expect(')', 'a closing bracket is expected here');
    return { ...inner, start: open.start, end: close.end };
  }

  /** `java.lang.String)` followed by a value, after the opening bracket. */
  function castAt(): { name: string; tokens: number } | null {
    let length = 0;
    while (peek(length).kind === 'name' && isAt('.', length + 1)) length += 2;
    const name = peek(length);
    if (name.kind !== 'name' || !isAt(')', length + 1)) return null;
    const next = peek(length + 2);
    const beginsValue = next.kind !== 'operator' ? next.kind !== 'end' : next.text === '(';
    return beginsValue ? { name: name.text, tokens: length + 2 } : null;
  }

  function parseName(first: Token): ExpressionNode {
    const { start, end } = first;
    if (first.text === 'true' || first.text === 'false') {
      return node({ kind: 'literal', value: first.text === 'true', type: 'boolean', start, end });
    }
    if (first.text === 'null') return node({ kind: 'literal', value: null, type: 'null', start, end });
    const isNew = first.text === 'new' && peek().kind === 'name';
    const { name, last } = parseQualifiedName(isNew ? take() : first);
    if (isAt('(')) {
      const call = parseArguments(name);
      return node({
        kind: 'call',
        name: isNew ? `new ${name}` : name,
        args: call.args,
        start,
        end: call.end,
      });
    }
    if (isNew) throw unexpected(peek(), `new ${name} needs brackets`);
    return node({ kind: 'call', name, args: [], start, end: last.end });
  }

  /** Reads `java.lang.Math.round` as `Math.round`, and `Math.PI` and `IF` as they are. */
  function parseQualifiedName(first: Token): { name: string; last: Token } {
    const path = [first];
    while (isAt('.') && peek(1).kind === 'name' && isPartOfName(path)) {
      take();
      path.push(take());
    }
    const classAt = path.findIndex(({ text }) => /^[A-Z]/.test(text));
    const last = path.at(-1) ?? first;
    return {
      name: path
        .slice(Math.max(0, classAt))
        .map(({ text }) => text)
        .join('.'),
      last,
    };
  }

  function parseArguments(name: string): { args: ExpressionNode[]; end: number } {
    expect('(', `${name} needs brackets`);
    const args: ExpressionNode[] = [];
    while (!isAt(')')) {
      if (args.length > 0) expect(',', 'a comma or a closing bracket is expected here');
      args.push(parseConditional());
    }
    return { args, end: take().end };
  }

  return { parse };
}

/** `new DecimalFormat(p).format(x)` is one function of both arguments, so that formatters are no values. */
function toMethod(target: ExpressionNode, name: string, args: ExpressionNode[], end: number): ExpressionNode {
  const { start } = target;
  if (target.kind === 'call' && name === 'format' && /^new (?:SimpleDate|Decimal)Format$/.test(target.name)) {
    return { kind: 'call', name: `${target.name}.format`, args: [...args, ...target.args], start, end };
  }
  return { kind: 'method', target, name, args, start, end };
}

/** Whether what follows the dot belongs to the name: packages, a class after them, and one member of the class. */
function isPartOfName(path: Token[]): boolean {
  const last = path.at(-1)?.text ?? '';
  return QUALIFIED.test(path[0]?.text ?? '')
    ? path.filter(({ text }) => /^[A-Z]/.test(text)).length === 0 || /^[A-Z]/.test(last)
    : path.length === 1 && /^[A-Z]/.test(last);
}

function isOneOf(token: Token, operators: BinaryOperator[]): boolean {
  return token.kind === 'operator' && operators.some((operator) => operator === token.text);
}

function toNumber({ text, start, end }: Token): ExpressionNode {
  const suffix = /[lLfFdDgG]$/.test(text) ? text.slice(-1).toLowerCase() : '';
  const digits = suffix === '' ? text : text.slice(0, -1);
  const number = Number(digits);
  if (!Number.isFinite(number)) throw new ExpressionError(`${text} is too large a number.`, { start, end });
  const isWhole = /^\d+$/.test(digits) && suffix !== 'd' && suffix !== 'f';
  if (isWhole && Number.isSafeInteger(number))
    return { kind: 'literal', value: number, type: 'integer', start, end };
  // 1.19 is exactly 1.19 here, so that money times a rate stays exact.
  const value = parseDecimal(digits);
  if (!value) throw new ExpressionError(`${text} is not a number.`, { start, end });
  return { kind: 'literal', value, type: isWhole ? 'integer' : 'decimal', start, end };
}

function unexpected(token: Token, why: string): ExpressionError {
  const span: Span = { start: token.start, end: token.end };
  if (token.kind === 'end') return new ExpressionError(`The expression ends too early: ${why}.`, span);
  const words =
    token.kind === 'text' ? 'The text' : token.kind === 'reference' ? 'The reference' : token.text;
  return new ExpressionError(`${words} does not fit: ${why}.`, span);
}
