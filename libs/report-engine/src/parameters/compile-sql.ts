import { badRequest } from '@cairn/service/errors';
import { isList, writePlainText } from '../values/compare.ts';
import { SYSTEM_PARAMETERS } from '../template/scope.ts';
import type { Parameter, ParameterType } from '../template/types.ts';
import type { Value } from '../values/types.ts';
import { parseStatement, type StatementPart } from './statement.ts';

/** A statement with `$1`, `$2` … and the values for them as PostgreSQL reads them from text. */
export interface CompiledSql {
  text: string;
  values: (string | null | (string | null)[])[];
}

export interface CompileSqlOptions {
  parameters: readonly Parameter[];
  /** Coerced values; a parameter without one is null. */
  values: Readonly<Record<string, Value>>;
  /** Parameters that an embed token locks: without a value they select nothing. */
  locked?: ReadonlySet<string>;
  /** Whether `:name` is a parameter, as in statements of lookups. */
  named?: boolean;
  /**
   * Values have the type that PostgreSQL finds for their place, and a list in `IN (:name)` is its items: for statements whose parameters
   * are declared nowhere.
   */
  untyped?: boolean;
  /** Values that the statement around it has already; default none. */
  offset?: number;
}

interface Compiler extends CompileSqlOptions {
  bound: CompiledSql['values'];
  /** Places of untyped values by name: each has one, so that one typed place types all. */
  places: Map<string, string>;
}

const TYPES: Record<string, string> = {
  text: 'text',
  enum: 'text',
  decimal: 'numeric',
  boolean: 'boolean',
  date: 'date',
  time: 'time',
  timestamp: 'timestamp',
};

/**
 * Turns the parameters of a statement into binds. `$P{name}` becomes a bound value of the parameter's type, a list an array;
 * `$P!{name}` is put in as text, for enumerations and identifiers only; `$X{…}` becomes a condition that is true without a value
 * where the parameter is optional, and false where it is required or locked.
 * @throws {AppError} bad_request for more than one statement, an unknown parameter, or `$P!{}` of one that takes any text.
 */
export function compileSql(sql: string, options: CompileSqlOptions): CompiledSql {
  const { parts, problems } = parseStatement(sql, options.named);
  const [problem] = problems;
  if (problem) throw badRequest('report-engine.statement_invalid', problem.message, problem);
  const compiler: Compiler = { ...options, bound: [], places: new Map() };
  const text = parts.map((part, i) => writePart(part, { compiler, around: [parts[i - 1], parts[i + 1]] }));
  return { text: text.join(''), values: compiler.bound };
}

/** Names that a statement of a lookup refers to; optional are those that only stand in a condition which is true without a value. */
export function namesInStatement(sql: string): { name: string; isOptional: boolean }[] {
  const names = new Map<string, boolean>();
  for (const part of parseStatement(sql, true).parts) {
    if (part.kind === 'text') continue;
    const isOptional = part.kind === 'clause';
    for (const name of part.kind === 'clause' ? part.names : [part.name])
      names.set(name, isOptional && (names.get(name) ?? true));
  }
  return [...names].map(([name, isOptional]) => ({ name, isOptional }));
}

/** Whether `$P!{}` may name the parameter: its values are declared, or quoted as an identifier. */
export function isRawAllowed({ type, source, free, identifier }: Parameter): boolean {
  if (identifier) return type === 'text' || type === 'enum';
  return source !== undefined && 'options' in source && !free;
}

function writePart(
  part: StatementPart,
  { compiler, around }: { compiler: Compiler; around: (StatementPart | undefined)[] },
): string {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'value':
      if (compiler.untyped) return bindUntyped(part.name, { compiler, around });
      return bind(valueOf(part.name, compiler), findType(part.name, compiler), compiler);
    case 'raw':
      return writeRaw(part, compiler);
    case 'clause':
      return writeClause(part, compiler);
  }
}

function findParameter(name: string, { parameters }: Compiler): Parameter {
  const parameter = parameters.find((candidate) => candidate.name === name);
  if (parameter) return parameter;
  if (Object.hasOwn(SYSTEM_PARAMETERS, name)) return { name, type: 'text' };
  throw badRequest(
    'report-engine.statement_invalid',
    `The statement names the parameter ${name}, which does not exist.`,
  );
}

function findType(name: string, compiler: Compiler): ParameterType {
  return findParameter(name, compiler).type;
}

function valueOf(name: string, { values }: Compiler): Value {
  return Object.hasOwn(values, name) ? (values[name] ?? null) : null;
}

/** `$1::numeric`: with its type, as `$1 IS NULL` alone has none. */
function bind(value: Value, type: ParameterType, { bound, offset = 0 }: Compiler): string {
  bound.push(toBind(value));
  return `$${offset + bound.length}::${sqlType(type, value)}`;
}

const IN_LIST = /\bIN\s*\(\s*$/i;
const NULL_TEST = /^\s*IS\s+(?:NOT\s+)?NULL\b/i;

function bindUntyped(
  name: string,
  { compiler, around }: { compiler: Compiler; around: (StatementPart | undefined)[] },
): string {
  const { bound, places, offset = 0 } = compiler;
  const type = findType(name, compiler);
  const value = valueOf(name, compiler);
  const [before = '', after = ''] = around.map((part) => (part?.kind === 'text' ? part.text : ''));
  // No place gives a type to it, so it has one of its own.
  if (NULL_TEST.test(after)) return bind(value, type, compiler);
  const isSpread = IN_LIST.test(before) && typeof value === 'object' && value !== null && isList(value);
  const key = `${name} ${isSpread}`;
  const known = places.get(key);
  if (known !== undefined) return known;
  const binds = isSpread ? value.map(toBind) : [toBind(value)];
  const place = binds.map((_, i) => `$${offset + bound.length + i + 1}`).join(', ');
  bound.push(...(binds as CompiledSql['values']));
  places.set(key, place);
  return place;
}

/** Without a type for texts, so that it takes that of the column: uuid, an enumeration. */
function bindToColumn(value: Value, type: ParameterType, { bound, offset = 0 }: Compiler): string {
  const values = toBind(value);
  bound.push(values);
  const isText = /^(?:list<)?(?:text|enum)/.test(type);
  const single = sqlType(type, value);
  const array = isList(Object(value)) && !single.endsWith('[]') ? `${single}[]` : single;
  const place = `$${offset + bound.length}`;
  return isText ? place : `${place}::${array}`;
}

function toBind(value: Value): string | null | (string | null)[] {
  if (value === null) return null;
  if (typeof value === 'object' && isList(value))
    return value.map((item) => (item === null ? null : writePlainText(item)));
  return writePlainText(value);
}

function sqlType(type: ParameterType, value: Value): string {
  if (type === 'bbox') return 'float8[]';
  const list = /^list<(.+)>$/.exec(type);
  if (list) return list[1] === 'integer' ? 'bigint[]' : `${TYPES[list[1] ?? ''] ?? 'text'}[]`;
  // A date plus an integer is a date; plus a bigint it is an error.
  if (type === 'integer')
    return typeof value === 'number' && Math.abs(value) < 2 ** 31
      ? 'integer'
      : value === null
        ? 'integer'
        : 'bigint';
  return TYPES[type] ?? 'text';
}

function writeRaw({ name, quote }: Extract<StatementPart, { kind: 'raw' }>, compiler: Compiler): string {
  const parameter = findParameter(name, compiler);
  if (!isRawAllowed(parameter)) {
    throw badRequest(
      'report-engine.statement_invalid',
      `$P!{${name}} is allowed for parameters with options or identifiers only. Use $P{${name}}.`,
    );
  }
  const text = writePlainText(valueOf(name, compiler));
  if (parameter.identifier && quote === '') return `"${text.replaceAll('"', '""')}"`;
  const { source } = parameter;
  const options = source && 'options' in source ? source.options.map(({ value }) => String(value)) : null;
  if (options && text !== '' && !options.includes(text)) {
    throw badRequest('report-engine.parameter_invalid', `The parameter ${name} must be one of its options.`);
  }
  if (quote === '') return text;
  if (text.includes('\\'))
    throw badRequest('report-engine.parameter_invalid', `The parameter ${name} must have no backslash.`);
  return text.replaceAll(quote, quote + quote);
}

const COMPARISONS: Record<string, string> = {
  LESS: '<',
  'LESS]': '<=',
  GREATER: '>',
  '[GREATER': '>=',
  EQUAL: '=',
  NOTEQUAL: '<>',
};

function writeClause(clause: Extract<StatementPart, { kind: 'clause' }>, compiler: Compiler): string {
  const { operator, column, names } = clause;
  const [first = '', second = ''] = names;
  if (operator === 'IN' || operator === 'NOTIN') return writeIn(clause, compiler);
  if (!operator.includes('BETWEEN')) return writeComparison({ column, operator, name: first }, compiler);
  const lower = writeComparison(
    { column, operator: operator.startsWith('[') ? '[GREATER' : 'GREATER', name: first },
    compiler,
  );
  const upper = writeComparison(
    { column, operator: operator.endsWith(']') ? 'LESS]' : 'LESS', name: second },
    compiler,
  );
  return `(${lower} AND ${upper})`;
}

function writeComparison(
  { column, operator, name }: { column: string; operator: string; name: string },
  compiler: Compiler,
): string {
  const type = findType(name, compiler);
  const value = valueOf(name, compiler);
  if (isEmpty(value)) {
    if (selectsNothing(name, compiler)) return '1 = 0';
    if (operator === 'EQUAL') return `${column} IS NULL`;
    return operator === 'NOTEQUAL' ? `${column} IS NOT NULL` : '0 = 0';
  }
  return `${column} ${COMPARISONS[operator] ?? '='} ${bindToColumn(value, type, compiler)}`;
}

function writeIn(clause: Extract<StatementPart, { kind: 'clause' }>, compiler: Compiler): string {
  const { operator, column, names } = clause;
  const name = names[0] ?? '';
  const type = findType(name, compiler);
  const value = valueOf(name, compiler);
  if (isEmpty(value)) return selectsNothing(name, compiler) || clause.whenEmpty === false ? '1 = 0' : '0 = 0';
  const list: readonly Value[] =
    typeof value === 'object' && value !== null && isList(value) ? value : [value];
  const values = list.filter((item) => item !== null);
  const isIn = operator === 'IN';
  const nulls = values.length < list.length ? [`${column} IS ${isIn ? '' : 'NOT '}NULL`] : [];
  const test = isIn ? '= ANY' : '<> ALL';
  const compared = values.length > 0 ? [`${column} ${test} (${bindToColumn(values, type, compiler)})`] : [];
  const conditions = [...nulls, ...compared];
  return conditions.length === 1 ? (conditions[0] ?? '') : `(${conditions.join(isIn ? ' OR ' : ' AND ')})`;
}

function isEmpty(value: Value): boolean {
  return value === null || value === '' || (typeof value === 'object' && isList(value) && value.length === 0);
}

function selectsNothing(name: string, compiler: Compiler): boolean {
  return compiler.locked?.has(name) === true || findParameter(name, compiler).required === true;
}
