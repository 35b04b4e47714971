import { closestNames } from './closest-names.ts';
import { parseNumber } from './literal.ts';
import { deeper, expectSign, isSign, peek, takeSign } from './token-reader.ts';
import type { Reader } from './token-reader.ts';
import { inLanguage, misplaced, readTokens } from './tokens.ts';
import type { Language, Token } from './tokens.ts';
import { FUNCTIONS, functionNamed } from './value-functions.ts';
import type { FunctionName } from './value-functions.ts';
import { nodesOf } from './value-tree.ts';
import type { ArithmeticOperator, ValueTree } from './value-tree.ts';

export const VALUES: Language = {
  noun: 'expression',
  code: 'vault.bad_expression',
  fault: 'The expression is wrong',
  maxLength: 5_000,
  signs: /\|\||[(),+\-*/]/y,
  refused: [
    [/[=<>!]/y, 'an expression gives a value and compares nothing; use + - * / or || and functions'],
    [/\|/y, 'texts are joined with two lines, like name || code'],
    [/[%^&~]/y, 'there is no such operator; use + - * / or ||'],
  ],
};
/** Operators, functions, fields and values together. SQLite goes 1,000 levels deep, and each is a few levels. */
const MAX_NODES = 200;

/**
 * Reads an expression: fields by bare or "quoted" names, numbers, 'texts', + - * / || with parentheses, and the functions of
 * value-functions.ts. There is nothing else.
 * @throws {AppError} bad_request with a sentence that names the place.
 */
export function parseValue(expression: string): ValueTree {
  return inLanguage(VALUES, () => {
    const reader: Reader = { tokens: readTokens(expression, VALUES), next: 0, depth: 0 };
    if (peek(reader).kind === 'end')
      throw misplaced(0, 'it is empty; write something like population / area');
    const tree = parseJoin(reader);
    const rest = peek(reader);
    if (rest.kind !== 'end') throw misplaced(rest.at, afterwards(rest));
    if (nodesOf(tree).length > MAX_NODES)
      throw misplaced(0, `it has more than ${MAX_NODES} parts; calculate it in several steps`);
    return tree;
  });
}

/** As in PostgreSQL, + and * bind tighter than ||. */
function parseJoin(reader: Reader): ValueTree {
  const { at } = peek(reader);
  const parts = [parseChain(reader, '+-')];
  while (takeSign(reader, '||')) parts.push(parseChain(reader, '+-'));
  return parts.length === 1 ? (parts[0] as ValueTree) : { kind: 'join', parts, at };
}

function parseChain(reader: Reader, operators: '+-' | '*/'): ValueTree {
  const part = () => (operators === '+-' ? parseChain(reader, '*/') : parseSigned(reader));
  let left = part();
  for (;;) {
    const { kind, text, at } = peek(reader);
    if (kind !== 'sign' || !operators.includes(text)) return left;
    reader.next += 1;
    left = { kind: 'arithmetic', op: text as ArithmeticOperator, left, right: part(), at };
  }
}

function parseSigned(reader: Reader): ValueTree {
  const { at } = peek(reader);
  if (takeSign(reader, '+')) return deeper(reader, at, () => parseSigned(reader));
  if (!takeSign(reader, '-')) return parsePart(reader);
  const next = peek(reader);
  if (next.kind === 'number') {
    reader.next += 1;
    return { kind: 'literal', value: parseNumber(next, true), at };
  }
  return { kind: 'negate', part: deeper(reader, at, () => parseSigned(reader)), at };
}

function parsePart(reader: Reader): ValueTree {
  const token = peek(reader);
  const { kind, text, at } = token;
  if (takeSign(reader, '(')) {
    return deeper(reader, at, () => {
      const inner = parseJoin(reader);
      expectSign(reader, ')', 'a parenthesis is not closed; close it with )');
      return inner;
    });
  }
  if (kind === 'sign' || kind === 'end') throw misplaced(at, missingPart(token));
  reader.next += 1;
  if (kind === 'number') return { kind: 'literal', value: parseNumber(token, false), at };
  if (kind === 'text') return { kind: 'literal', value: text, at };
  if (kind === 'word' && isSign(reader, '(')) return parseCall(reader, token);
  return { kind: 'field', column: text, at };
}

function parseCall(reader: Reader, { text, at }: Token): ValueTree {
  const name = functionNamed(text);
  if (!name) throw misplaced(at, unknownFunction(text));
  const parts: ValueTree[] = [];
  reader.next += 1;
  return deeper(reader, at, () => {
    if (!takeSign(reader, ')')) {
      do parts.push(parseJoin(reader));
      while (takeSign(reader, ','));
      expectSign(reader, ')', 'the values of a function end with )');
    }
    const problem = wrongCount(name, parts.length);
    if (problem) throw misplaced(at, problem);
    return { kind: 'call', name, parts, at };
  });
}

function wrongCount(name: FunctionName, count: number): string | null {
  const { count: allowed, example } = FUNCTIONS[name];
  const [least, most] = allowed;
  if (count >= least && count <= most) return null;
  const needs = least === most ? `${least}` : `${least} to ${most}`;
  return `${name} takes ${needs} ${most === 1 ? 'value' : 'values'} in parentheses, like ${example}`;
}

function unknownFunction(name: string): string {
  const close = closestNames(name, Object.keys(FUNCTIONS));
  return close.length > 0
    ? `there is no function ${name.slice(0, 40)}; write ${close.join(' or ')}`
    : `there is no function ${name.slice(0, 40)}; the functions are ${Object.keys(FUNCTIONS).join(', ')}`;
}

function missingPart({ kind, text }: Token): string {
  if (kind === 'end') return 'it is incomplete; a field or a value is missing';
  if (text === ')') return 'a field or a value is missing before )';
  return 'a field or a value is expected';
}

function afterwards({ kind, text }: Token): string {
  if (kind === 'sign' && text === ')') return 'an unmatched closing parenthesis';
  if (kind === 'sign' && text === ',') return 'a comma belongs inside the parentheses of a function';
  return 'an operator such as + or || is expected, or the end';
}
