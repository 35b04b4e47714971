import { parseLiteral, startsLiteral } from './literal.ts';
import { deeper, expectSign, isSign, peek, takeSign, takeWord } from './token-reader.ts';
import type { Reader } from './token-reader.ts';
import { inLanguage, misplaced, readTokens } from './tokens.ts';
import type { Language, Token } from './tokens.ts';
import type { Expression, Operator, Value } from './tree.ts';

const CONDITIONS: Language = {
  noun: 'condition',
  code: 'vault.bad_condition',
  fault: 'The condition cannot be read',
  maxLength: 20_000,
  signs: /<=|>=|<>|!=|[=<>(),+-]/y,
  refused: [[/[*/%^|&~]/y, 'calculations are not supported here; compare a field with a value']],
};
const OPERATORS = new Map<string, Operator>([
  ['=', '='],
  ['<>', '!='],
  ['!=', '!='],
  ['<', '<'],
  ['<=', '<='],
  ['>', '>'],
  ['>=', '>='],
]);
const KEYWORDS = new Set([
  'AND',
  'OR',
  'NOT',
  'IN',
  'BETWEEN',
  'LIKE',
  'ILIKE',
  'IS',
  'NULL',
  'TRUE',
  'FALSE',
]);
const MIRRORED: Record<Operator, Operator> = {
  '=': '=',
  '!=': '!=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
};

/**
 * Reads a condition: comparisons, AND, OR, NOT, IN, BETWEEN, LIKE, ILIKE, IS NULL, parentheses, bare and "quoted" names,
 * numbers, 'texts', TRUE, FALSE, DATE '2026-01-31' and TIMESTAMP '2026-01-31 12:00'. Nothing else exists.
 * Throws AppError `bad_request` with a sentence that names the position.
 */
export function parseCondition(condition: string): Expression {
  return inLanguage(CONDITIONS, () => {
    const reader: Reader = { tokens: readTokens(condition, CONDITIONS), next: 0, depth: 0 };
    if (peek(reader).kind === 'end')
      throw misplaced(0, 'it is empty; write something like population > 1000');
    const expression = parseChain(reader, 'OR');
    const rest = peek(reader);
    if (rest.kind !== 'end') throw misplaced(rest.at, afterwards(rest));
    return expression;
  });
}

function parseChain(reader: Reader, word: 'AND' | 'OR'): Expression {
  const part = () => (word === 'OR' ? parseChain(reader, 'AND') : parseNot(reader));
  const parts = [part()];
  while (takeWord(reader, word)) parts.push(part());
  return parts.length === 1 ? (parts[0] as Expression) : { kind: word === 'OR' ? 'or' : 'and', parts };
}

function parseNot(reader: Reader): Expression {
  const { at } = peek(reader);
  if (takeWord(reader, 'NOT')) return { kind: 'not', part: deeper(reader, at, () => parseNot(reader)) };
  if (takeSign(reader, '(')) {
    return deeper(reader, at, () => {
      refuseSubquery(reader);
      const inner = parseChain(reader, 'OR');
      expectSign(reader, ')', 'a parenthesis is not closed; close it with )');
      return inner;
    });
  }
  return parsePredicate(reader);
}

function parsePredicate(reader: Reader): Expression {
  const start = peek(reader);
  if (startsLiteral(reader)) return parseMirrored(reader);
  const column = parseColumn(reader);
  const { at } = peek(reader);
  if (takeWord(reader, 'IS')) return parseIsNull(reader, column);
  const negated = takeWord(reader, 'NOT');
  const tested = parseTest(reader, column);
  if (tested) return negated ? { kind: 'not', part: tested } : tested;
  if (negated) throw misplaced(peek(reader).at, 'after NOT comes IN, BETWEEN, LIKE or ILIKE');
  const op = takeOperator(reader);
  if (!op) throw misplaced(at, missingOperator(reader, start));
  return { kind: 'comparison', column, op, value: parseLiteral(reader) };
}

/** 5 < depth */
function parseMirrored(reader: Reader): Expression {
  const value = parseLiteral(reader);
  const { at } = peek(reader);
  const op = takeOperator(reader);
  if (!op) throw misplaced(at, 'after a value comes a comparison such as = or <');
  if (startsLiteral(reader))
    throw misplaced(peek(reader).at, 'two values are compared; one side must be a field');
  return { kind: 'comparison', column: parseColumn(reader), op: MIRRORED[op], value };
}

function parseIsNull(reader: Reader, column: string): Expression {
  const negated = takeWord(reader, 'NOT');
  if (!takeWord(reader, 'NULL')) throw misplaced(peek(reader).at, 'after IS comes NULL or NOT NULL');
  const isNull: Expression = { kind: 'isNull', column };
  return negated ? { kind: 'not', part: isNull } : isNull;
}

function parseTest(reader: Reader, column: string): Expression | null {
  if (takeWord(reader, 'IN')) return { kind: 'in', column, values: parseList(reader) };
  if (takeWord(reader, 'BETWEEN')) {
    const low = parseLiteral(reader);
    if (!takeWord(reader, 'AND'))
      throw misplaced(peek(reader).at, 'BETWEEN needs two values with AND between them');
    return { kind: 'between', column, low, high: parseLiteral(reader) };
  }
  const ignoreCase = takeWord(reader, 'ILIKE');
  if (!ignoreCase && !takeWord(reader, 'LIKE')) return null;
  const { at, kind } = peek(reader);
  const pattern = kind === 'text' ? parseLiteral(reader) : null;
  if (typeof pattern !== 'string')
    throw misplaced(at, "after LIKE comes a text with % and _, such as 'New %'");
  if (/(^|[^\\])(\\\\)*\\$/.test(pattern))
    throw misplaced(at, 'the pattern ends with a backslash that takes nothing as it is; write it twice');
  return { kind: 'like', column, pattern, ignoreCase };
}

function parseList(reader: Reader): Value[] {
  expectSign(reader, '(', 'after IN comes a list in parentheses, such as (1, 2, 3)');
  refuseSubquery(reader);
  const values = [parseLiteral(reader)];
  while (takeSign(reader, ',')) values.push(parseLiteral(reader));
  expectSign(reader, ')', 'the list goes on with a comma or ends with )');
  return values;
}

function parseColumn(reader: Reader): string {
  const token = peek(reader);
  const isName = token.kind === 'name' || (token.kind === 'word' && !KEYWORDS.has(token.text.toUpperCase()));
  if (!isName)
    throw misplaced(
      token.at,
      token.kind === 'end' ? 'it is incomplete; a field is missing' : 'a field is expected',
    );
  reader.next += 1;
  if (token.kind === 'word' && isSign(reader, '('))
    throw misplaced(
      token.at,
      `functions such as ${token.text}() are not supported here; compare a field with a value`,
    );
  return token.text;
}

function refuseSubquery(reader: Reader): void {
  const [first, second] = [peek(reader), reader.tokens[reader.next + 1]];
  if (first.kind !== 'word' || !/^(SELECT|WITH|VALUES)$/i.test(first.text)) return;
  if (second && second.kind === 'sign' && OPERATORS.has(second.text)) return;
  throw misplaced(first.at, 'subqueries are not supported; write the values themselves');
}

function takeOperator(reader: Reader): Operator | null {
  const { kind, text } = peek(reader);
  const op = kind === 'sign' ? OPERATORS.get(text) : undefined;
  if (!op) return null;
  reader.next += 1;
  return op;
}

function missingOperator(reader: Reader, start: Token): string {
  const token = peek(reader);
  if (token.kind === 'end') return `it is incomplete; compare "${start.text}" with a value`;
  return token.kind === 'sign' && /[+-]/.test(token.text)
    ? 'calculations are not supported here; compare a field with a value'
    : 'a comparison such as =, <, IN, BETWEEN, LIKE or IS NULL is expected';
}

function afterwards({ kind, text }: Token): string {
  if (kind === 'sign' && /[+-]/.test(text))
    return 'calculations are not supported here; compare a field with a value';
  if (kind === 'sign' && text === ')') return 'an unmatched closing parenthesis';
  return 'AND, OR or the end is expected';
}
