import { isComparable } from '../catalogue/families.ts';
import { suggestionOf } from '../catalogue/find-table.ts';
import { compileAggregate } from './aggregates.ts';
import { compileBucket } from './buckets.ts';
import { compileKeyset } from './keyset.ts';
import type { OrderedBy } from './keyset.ts';
import { badPlace, unknownWord } from './errors.ts';
import { compileFilter } from './filter.ts';
import { outputOf, shownColumn } from './outputs.ts';
import type { Output } from './outputs.ts';
import { createParameters } from './parameters.ts';
import { compileFrom, scopeOf } from './source.ts';
import { readTimeZone } from './time-zone.ts';
import type { CompiledSelect, Operand, OutputColumn, Scope, Selection, Source } from './types.ts';

export const DEFAULT_LIMIT = 100;
export const MAX_LIMIT = 10_000;
const MAX_OFFSET = 100_000;
const MAX_COLUMNS = 50;
const MAX_SORTS = 10;

export interface SelectOptions {
  timeZone?: string;
  /** For exports, which read all rows in one statement. */
  whole?: WholeOptions;
  /** Sort values and primary key of the last row of the page before. */
  after?: (string | null)[] | null;
}

/** A statement that is read to its end by COPY: no cursor, and no order but that of the request. */
export interface WholeOptions {
  maxLimit: number;
  maxColumns: number;
  /** How a column is written; by default as in answers. */
  output?: (operand: Operand, scope: Scope) => Output;
}

/**
 * A query as one statement, whose text holds names out of the catalogue and no value of a person. All routes that read rows
 * compile them here. The statement reads one row more than `limit`, which shows whether there are more.
 * @throws {AppError} bad_request that names the place in the request, such as `filter.and[2].value`
 */
export function compileSelect(
  source: Source,
  selection: Selection,
  options: SelectOptions = {},
): CompiledSelect {
  const { whole } = options;
  const parameters = createParameters(whole ? 'settings' : 'parameters');
  const scope = scopeOf(source, parameters);
  const from = compileFrom(source, parameters);
  const where = selection.filter === undefined ? '' : ` WHERE ${compileFilter(selection.filter, scope)}`;
  const context: Context = { source, scope, from, where, timeZone: readTimeZone(options.timeZone), whole };
  const isGrouped = selection.group_by !== undefined || selection.aggregates !== undefined;
  const parts = isGrouped
    ? compileGroups(selection, context)
    : compileRows(selection, context, options.after ?? null);
  const limit = Math.min(selection.limit ?? whole?.maxLimit ?? DEFAULT_LIMIT, whole?.maxLimit ?? MAX_LIMIT);
  const offset = readOffset(selection.offset, options.after);
  const page = ` LIMIT ${limit + 1}${offset > 0 ? ` OFFSET ${offset}` : ''}`;
  const { columns, warnings, keyset } = parts;
  return { text: parts.text + page, values: parameters.values, columns, warnings, limit, keyset };
}

/** The number of rows, or of groups, of a query without its page; `rowsText` is the statement of these rows, for an estimate. */
export function compileCount(source: Source, selection: Selection, options: SelectOptions = {}) {
  const parameters = createParameters();
  const scope = scopeOf(source, parameters);
  const from = compileFrom(source, parameters);
  const where = selection.filter === undefined ? '' : ` WHERE ${compileFilter(selection.filter, scope)}`;
  const isGrouped = selection.group_by !== undefined || selection.aggregates !== undefined;
  const { values } = parameters;
  if (!isGrouped) {
    return {
      text: `SELECT count(*) FROM ${from}${where}`,
      rowsText: `SELECT 1 FROM ${from}${where}`,
      values,
    };
  }
  const context = { source, scope, from, where, timeZone: readTimeZone(options.timeZone) };
  const { text } = compileGroups({ ...selection, sort: [] }, context);
  return { text: `SELECT count(*) FROM (${text}) AS groups`, rowsText: text, values };
}

interface Context {
  source: Source;
  scope: Scope;
  from: string;
  where: string;
  timeZone: string;
  whole?: WholeOptions | undefined;
}

type Parts = Pick<CompiledSelect, 'text' | 'columns' | 'warnings' | 'keyset'>;

function compileRows(selection: Selection, context: Context, after: (string | null)[] | null): Parts {
  const { source, scope, from, where, whole } = context;
  if (selection.having !== undefined) throw badPlace('having', 'needs group_by or aggregates.');
  const { operands, warnings } = chooseColumns(selection.columns, context);
  const outputs = operands.map((operand) => (whole?.output ?? outputOf)(operand, scope));
  const order = rowOrder(selection.sort ?? [], context);
  const keyset =
    source.table.primaryKey.length > 0 && !whole
      ? compileKeyset(order, { after, first: outputs.length, scope })
      : null;
  if (keyset === null && order.length === 0 && !whole) {
    warnings.push(`${source.table.name} has no primary key: the order of its rows is not stable.`);
  }
  const hidden = keyset?.expressions ?? [];
  const list = [...outputs.map(({ sql }) => sql), ...hidden].join(', ');
  const seek = keyset?.condition ? `${where === '' ? ' WHERE' : `${where} AND`} ${keyset.condition}` : where;
  return {
    text: `SELECT ${list} FROM ${from}${seek}${orderBy(order)}`,
    columns: outputs.map(({ column }) => column),
    warnings: [...warnings, ...warningsOf(outputs)],
    keyset: keyset ? { at: keyset.at } : null,
  };
}

/** Without a list: all but geometries and binary values, which would be most of the bytes. */
function chooseColumns(names: string[] | undefined, { source, scope, whole }: Context) {
  const warnings: string[] = [];
  const most = whole?.maxColumns ?? MAX_COLUMNS;
  if (names !== undefined) {
    if (names.length > most)
      throw badPlace('columns', `has ${names.length} columns; at most ${most} are allowed.`);
    refuseTwice(names, 'columns');
    return { operands: names.map((name, i) => scope.resolve(name, `columns[${i}]`)), warnings };
  }
  const light = source.table.columns.filter(({ family }) => family !== 'geometry' && family !== 'binary');
  if (light.length > most) {
    warnings.push(`The first ${most} of ${light.length} columns are shown. Choose columns to see others.`);
  }
  return {
    operands: light.slice(0, most).map(({ name }) => scope.resolve(name, 'columns')),
    warnings,
  };
}

/** The order that people chose, then the primary key, so that no two rows are equal and pages fit together. */
function rowOrder(sort: NonNullable<Selection['sort']>, { source, scope, whole }: Context): OrderedBy[] {
  const chosen = readSort(sort, (name, place) => scope.resolve(name, place));
  if (whole) return chosen;
  const names = new Set(sort.map(({ column }) => column));
  const keys = source.table.primaryKey
    .filter((name) => !names.has(name))
    .map((name): OrderedBy => ({ ...scope.resolve(name, 'sort'), isDescending: false, nullsFirst: false }));
  return [...chosen, ...keys];
}

function readSort(
  sort: NonNullable<Selection['sort']>,
  resolve: (name: string, place: string) => Operand,
): OrderedBy[] {
  if (sort.length > MAX_SORTS)
    throw badPlace('sort', `has ${sort.length} columns; at most ${MAX_SORTS} are allowed.`);
  refuseTwice(
    sort.map(({ column }) => column),
    'sort',
  );
  return sort.map(({ column: name, dir = 'asc', nulls }, i) => {
    const operand = resolve(name, `sort[${i}].column`);
    if (!isComparable(operand.column.family)) {
      throw badPlace(`sort[${i}].column`, `values of "${name}" (${operand.column.type}) have no order.`);
    }
    const isDescending = dir === 'desc';
    return { ...operand, isDescending, nullsFirst: nulls === undefined ? isDescending : nulls === 'first' };
  });
}

function compileGroups(selection: Selection, context: Context): Parts {
  const { scope, from, where, timeZone } = context;
  if (selection.columns !== undefined) throw badPlace('columns', 'name group_by and aggregates instead.');
  const groups = (selection.group_by ?? []).map((group, i) => {
    const place = `group_by[${i}]`;
    const operand = scope.resolve(group.column, `${place}.column`);
    const { family, type } = operand.column;
    if (!isComparable(family))
      throw badPlace(`${place}.column`, `values of "${group.column}" (${type}) cannot be grouped.`);
    const name = group.as ?? group.column;
    const rows = `FROM ${from}${where}`;
    const bucket = group.bucket
      ? compileBucket(group.bucket, operand, { scope, place: `${place}.bucket`, timeZone, rows, index: i })
      : { sql: operand.sql, family, bounds: null };
    return { ...bucket, column: { ...operand.column, name, family: bucket.family } };
  });
  const aggregates = (selection.aggregates ?? []).map((aggregate, i) => {
    const name = aggregate.as ?? (aggregate.column ? `${aggregate.fn}_${aggregate.column}` : aggregate.fn);
    return compileAggregate(aggregate, name, { scope, place: `aggregates[${i}]` });
  });
  const all = [...groups, ...aggregates];
  if (all.length === 0) throw badPlace('aggregates', 'name at least one group or aggregate.');
  if (all.length > MAX_COLUMNS)
    throw badPlace('aggregates', `the answer has at most ${MAX_COLUMNS} columns.`);
  const names = all.map(({ column }) => column.name);
  refuseTwice(names, 'aggregates');
  const resolve = (name: unknown, place: string): Operand => {
    const found = all.find(({ column }) => column.name === name);
    if (!found) throw unknownWord(place, 'column of the answer', name, names);
    return found;
  };
  const havingScope: Scope = { ...scope, resolve, resolveGeometry: noGeometry(names) };
  const having =
    selection.having === undefined ? '' : ` HAVING ${compileFilter(selection.having, havingScope, 'having')}`;
  const order = readSort(selection.sort ?? [], resolve);
  // The statement names groups and aggregates by their places.
  const placed = order.map((each) => ({ ...each, sql: String(names.indexOf(each.column.name) + 1) }));
  const unsorted = groups.length > 0 && selection.sort === undefined ? groups : [];
  const byDefault = unsorted.map((group, i): OrderedBy => ({
    ...group,
    sql: String(i + 1),
    isDescending: false,
    nullsFirst: false,
  }));
  const bounds = groups.flatMap((group) => (group.bounds ? [` CROSS JOIN ${group.bounds}`] : [])).join('');
  const grouping = groups.length > 0 ? ` GROUP BY ${groups.map((_group, i) => i + 1).join(', ')}` : '';
  return {
    text: `SELECT ${all.map(({ sql }) => sql).join(', ')} FROM ${from}${bounds}${where}${grouping}${having}${orderBy([...placed, ...byDefault])}`,
    columns: all.map(({ column }): OutputColumn => shownColumn(column)),
    warnings: [],
    keyset: null,
  };
}

function noGeometry(names: string[]) {
  return (_name: unknown, place: string): never => {
    throw badPlace(place, `groups have no geometry. ${suggestionOf('', names)}`);
  };
}

function orderBy(order: OrderedBy[]): string {
  if (order.length === 0) return '';
  const parts = order.map(({ sql, isDescending, nullsFirst }) => {
    const nulls = nullsFirst === isDescending ? '' : nullsFirst ? ' NULLS FIRST' : ' NULLS LAST';
    return `${sql}${isDescending ? ' DESC' : ''}${nulls}`;
  });
  return ` ORDER BY ${parts.join(', ')}`;
}

function readOffset(offset = 0, after?: (string | null)[] | null): number {
  if (offset > 0 && after) throw badPlace('offset', 'a cursor has its place already. Leave one of them out.');
  if (offset <= MAX_OFFSET) return offset;
  throw badPlace('offset', `must be at most ${MAX_OFFSET}. Filter the rows, or page with a cursor.`);
}

function refuseTwice(names: string[], place: string): void {
  const at = names.findIndex((name, i) => names.indexOf(name) !== i);
  if (at >= 0)
    throw badPlace(
      `${place}[${at}]`,
      `the name "${names[at]}" is used twice. Give one another name with "as".`,
    );
}

function warningsOf(outputs: Output[]): string[] {
  return outputs.flatMap(({ warning }) => warning ?? []);
}
