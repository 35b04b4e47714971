import { isComparable } from '../catalogue/families.ts';
import { badPlace, badValue, unknownWord } from './errors.ts';
import { compileSpatial, SPATIAL_OPERATORS } from './spatial-filter.ts';
import type { Operand, Scope } from './types.ts';
import { toText } from './values.ts';
import { arrayText } from '../catalogue/server-queries.ts';

const MAX_CLAUSES = 64;
const MAX_DEPTH = 8;
const MAX_ITEMS = 1_000;

const COMPARISONS: Record<string, string> = {
  eq: '=',
  ne: 'IS DISTINCT FROM',
  lt: '<',
  lte: '<=',
  gt: '>',
  gte: '>=',
};
const PATTERNS: Record<string, { operator: 'LIKE' | 'ILIKE'; pattern: (text: string) => string }> = {
  like: { operator: 'LIKE', pattern: (text) => text },
  ilike: { operator: 'ILIKE', pattern: (text) => text },
  contains: { operator: 'LIKE', pattern: (text) => `%${escapePattern(text)}%` },
  starts_with: { operator: 'LIKE', pattern: (text) => `${escapePattern(text)}%` },
  ends_with: { operator: 'LIKE', pattern: (text) => `%${escapePattern(text)}` },
};
const OPERATORS = [
  ...Object.keys(COMPARISONS),
  'in',
  'not_in',
  'between',
  ...Object.keys(PATTERNS),
  'is_null',
  'is_not_null',
];

/**
 * A filter tree as a condition, which is true, false or null.
 * @throws {AppError} bad_request that names the place in the tree
 */
export function compileFilter(filter: unknown, scope: Scope, place = 'filter'): string {
  const count = { clauses: 0 };
  return compileNode(filter, scope, { place, depth: 1, count });
}

interface Position {
  place: string;
  depth: number;
  count: { clauses: number };
}

function compileNode(node: unknown, scope: Scope, at: Position): string {
  const { place, depth, count } = at;
  if (typeof node !== 'object' || node === null || Array.isArray(node)) {
    throw badPlace(place, 'must be a condition, or an object with "and", "or" or "not".');
  }
  if (depth > MAX_DEPTH) throw badPlace(place, `a filter is at most ${MAX_DEPTH} levels deep.`);
  const fields = node as Record<string, unknown>;
  const inner = (child: unknown, name: string) =>
    compileNode(child, scope, { place: `${place}.${name}`, depth: depth + 1, count });
  for (const word of ['and', 'or'] as const) {
    if (!(word in fields)) continue;
    requireOnly(fields, [word], place);
    const children = fields[word];
    if (!Array.isArray(children)) throw badPlace(`${place}.${word}`, 'must be a list of conditions.');
    // An empty "and" holds for every row, an empty "or" for none.
    if (children.length === 0) return word === 'and' ? 'TRUE' : 'FALSE';
    const parts = children.map((child, i) => inner(child, `${word}[${i}]`));
    return `(${parts.join(word === 'and' ? ' AND ' : ' OR ')})`;
  }
  if ('not' in fields) {
    requireOnly(fields, ['not'], place);
    // All rows that the condition does not select, those where it is unknown too.
    return `(${inner(fields.not, 'not')} IS NOT TRUE)`;
  }
  count.clauses += 1;
  if (count.clauses > MAX_CLAUSES) throw badPlace(place, `a filter has at most ${MAX_CLAUSES} conditions.`);
  return compileCondition(fields, scope, place);
}

function compileCondition(fields: Record<string, unknown>, scope: Scope, place: string): string {
  // "contains" is an operator of texts too.
  if ('geometry' in fields || (!('column' in fields) && SPATIAL_OPERATORS.includes(fields.op as string))) {
    requireOnly(fields, ['geometry', 'op', 'value', 'srid', 'meters'], place);
    return compileSpatial(fields, scope, place);
  }
  requireOnly(fields, ['column', 'op', 'value'], place);
  if (typeof fields.column !== 'string') throw badPlace(`${place}.column`, 'must be the name of a column.');
  const operand = scope.resolve(fields.column, `${place}.column`);
  const op = fields.op;
  if (typeof op !== 'string' || !OPERATORS.includes(op)) {
    throw unknownWord(`${place}.op`, 'operator', op, [...OPERATORS, ...SPATIAL_OPERATORS]);
  }
  if (op === 'is_null') return `${operand.sql} IS NULL`;
  if (op === 'is_not_null') return `${operand.sql} IS NOT NULL`;
  requireFamily(operand, op, `${place}.op`);
  return compileComparison({ op, value: fields.value }, operand, { scope, place: `${place}.value` });
}

function compileComparison(
  { op, value }: { op: string; value: unknown },
  { sql, column }: Operand,
  { scope, place }: { scope: Scope; place: string },
): string {
  const { parameters } = scope;
  const comparison = COMPARISONS[op];
  if (comparison) return `${sql} ${comparison} ${parameters.bind(toText(value, column, place), column.cast)}`;
  const pattern = PATTERNS[op];
  if (pattern) {
    if (typeof value !== 'string') throw badValue(place, 'must be a text.');
    const text = pattern.pattern(toText(value, column, place));
    if (/(^|[^\\])(\\\\)*\\$/.test(text))
      throw badValue(place, 'ends with a "\\" that escapes nothing. Write "\\\\".');
    return `${sql} ${pattern.operator} ${parameters.bind(text, 'pg_catalog.text')}`;
  }
  if (op === 'between') {
    if (!Array.isArray(value) || value.length !== 2) throw badValue(place, 'must be a list of two values.');
    const [from, to] = value.map((each, i) =>
      parameters.bind(toText(each, column, `${place}[${i}]`), column.cast),
    );
    return `(${sql} >= ${from} AND ${sql} <= ${to})`;
  }
  return compileList(op === 'in', value, { sql, column }, { scope, place });
}

/** Without null in the list, `not_in` keeps rows without a value: none of the listed values is theirs. */
function compileList(
  isIn: boolean,
  value: unknown,
  { sql, column }: Operand,
  { scope, place }: { scope: Scope; place: string },
): string {
  if (!Array.isArray(value)) throw badValue(place, 'must be a list of values.');
  if (value.length > MAX_ITEMS)
    throw badValue(place, `has ${value.length} values; at most ${MAX_ITEMS} are allowed.`);
  const texts = value.flatMap((item, i) => (item === null ? [] : [toText(item, column, `${place}[${i}]`)]));
  const hasNull = texts.length < value.length;
  const list = () => scope.parameters.bind(arrayText(texts), `${column.cast}[]`);
  if (isIn) {
    const isListed = texts.length === 0 ? 'FALSE' : `${sql} = ANY (${list()})`;
    return hasNull ? `(${isListed} OR ${sql} IS NULL)` : isListed;
  }
  const isUnlisted = texts.length === 0 ? 'TRUE' : `${sql} <> ALL (${list()})`;
  return hasNull ? `(${isUnlisted} AND ${sql} IS NOT NULL)` : `(${isUnlisted} OR ${sql} IS NULL)`;
}

function requireFamily({ column }: Operand, op: string, place: string): void {
  if (op in PATTERNS) {
    if (column.family === 'text') return;
    throw badPlace(place, `"${op}" takes texts, and "${column.name}" is ${column.type}.`);
  }
  if (!isComparable(column.family)) {
    const hint = column.geometry
      ? `Use "geometry" with ${SPATIAL_OPERATORS.join(', ')}.`
      : 'Use is_null or is_not_null.';
    throw badPlace(place, `values of "${column.name}" (${column.type}) cannot be compared. ${hint}`);
  }
}

function requireOnly(fields: Record<string, unknown>, known: string[], place: string): void {
  for (const name of Object.keys(fields)) {
    if (!known.includes(name)) throw unknownWord(place, 'field', name, known);
  }
}

function escapePattern(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
