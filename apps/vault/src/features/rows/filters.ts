import { literalPattern } from '@cairn/geo';
import type { Expression, Value } from '@cairn/geo';
import { badRequest } from '@cairn/service';
import type { EditColumn } from './types.ts';
import { validateCell } from './cell-values.ts';

const MAX_FILTERS = 50;
const MAX_VALUES = 1_000;
const COMPARISONS = ['=', '!=', '<', '<=', '>', '>='] as const;

type Comparison = (typeof COMPARISONS)[number];

/**
 * Parses the filters of a request, a JSON array of `{column, op, value}`, into one condition that all of them must meet. Only
 * known columns and operators are accepted, and values become parameters. @throws {AppError} bad_request
 */
export function readFilters(text: string | undefined, columns: EditColumn[]): Expression | null {
  if (text === undefined || text.trim() === '') return null;
  const filters = parse(text);
  if (filters.length === 0) return null;
  return { kind: 'and', parts: filters.map((filter) => readFilter(filter, columns)) };
}

function parse(text: string): unknown[] {
  let filters: unknown;
  try {
    filters = JSON.parse(text);
  } catch {
    throw bad('The filters are not valid JSON. Send an array of objects with column, op and value.');
  }
  if (!Array.isArray(filters))
    throw bad('The filters must be an array of objects with column, op and value.');
  if (filters.length > MAX_FILTERS)
    throw bad(`There are ${filters.length} filters, and ${MAX_FILTERS} is the maximum.`);
  return filters;
}

function readFilter(filter: unknown, columns: EditColumn[]): Expression {
  const isObject = typeof filter === 'object' && filter !== null && !Array.isArray(filter);
  const { column: name, op, value } = (isObject ? filter : {}) as Record<string, unknown>;
  const column = columns.find((candidate) => candidate.name === name);
  if (!column) throw bad(`There is no column ${JSON.stringify(name ?? null).slice(0, 100)} to filter by.`);
  if (op === 'is_null') return { kind: 'isNull', column: column.name };
  if (op === 'not_null') return { kind: 'not', part: { kind: 'isNull', column: column.name } };
  if (column.type === 'binary')
    throw bad(`The column "${column.name}" contains binary data. Use is_null or not_null.`);
  if (op === 'contains' || op === 'starts_with') return like(column, value, op === 'contains' ? '%' : '');
  if (op === 'in') {
    if (!Array.isArray(value) || value.length > MAX_VALUES)
      throw bad(`The operator "in" takes an array of at most ${MAX_VALUES} values.`);
    return { kind: 'in', column: column.name, values: value.map((each) => valueOf(column, each)) };
  }
  if (!COMPARISONS.includes(op as Comparison))
    throw bad(`There is no filter operator ${JSON.stringify(op ?? null).slice(0, 100)}.`);
  return { kind: 'comparison', column: column.name, op: op as Comparison, value: valueOf(column, value) };
}

function like({ name }: EditColumn, value: unknown, before: string): Expression {
  if (typeof value !== 'string' && typeof value !== 'number')
    throw bad(`The filter on "${name}" takes a text to search for.`);
  return {
    kind: 'like',
    column: name,
    pattern: `${before}${literalPattern(String(value))}%`,
    ignoreCase: true,
  };
}

/** A value as the column stores it. Dates and times compare as text, so their beginning, such as 2024-05, is valid too. */
function valueOf(column: EditColumn, value: unknown): Value {
  if (value === null || value === undefined)
    throw bad(`The filter on "${column.name}" has no value. Use is_null or not_null.`);
  if (['text', 'date', 'datetime', 'time'].includes(column.type)) {
    if (!['string', 'number', 'boolean'].includes(typeof value))
      throw bad(`The filter on "${column.name}" takes a text.`);
    return String(value);
  }
  const cell = validateCell({ ...column, nativeType: '' }, value);
  if (column.type === 'integer') return BigInt(cell as number | string);
  return cell as Value;
}

/** The key, if the only filter is on the key of one row. */
export function filteredKey(where: Expression | null, key: string | null): string | null {
  const [only, ...others] = where?.kind === 'and' ? where.parts : [];
  if (key === null || others.length > 0 || only?.kind !== 'comparison') return null;
  return only.column === key && only.op === '=' ? String(only.value) : null;
}

function bad(message: string) {
  return badRequest('vault.bad_filters', message);
}
