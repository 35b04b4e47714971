import { ident } from '@cairn/db';
import { AppError } from '@cairn/service';
import { findColumn, findGeometry } from '../catalogue/find-table.ts';
import type { Table } from '../catalogue/types.ts';
import { policyDoesNotFit } from './errors.ts';
import { compileFilter } from './filter.ts';
import type { Parameters } from './parameters.ts';
import type { Restriction, Scope, Source } from './types.ts';

/** The alias of the rows in every statement. */
const ROWS = 'q';
const UNRESTRICTED = 't';
/** Of the samples: all measures of an answer are of the same rows, and so is the same answer tomorrow. */
const SEED = 1;

export function tableSource(
  table: Table,
  rest: { postgisSchema: string | null; restrictions: Restriction[] },
): Source {
  return { table, from: () => `${ident(table.schema)}.${ident(table.name)}`, ...rest };
}

/** The source without the columns that are hidden. Its key stays, since it identifies the rows. */
export function hideColumns(source: Source, hidden: readonly string[]): Source {
  if (hidden.length === 0) return source;
  const { table } = source;
  const names = new Set(hidden.filter((name) => !table.primaryKey.includes(name)));
  return {
    ...source,
    table: { ...table, columns: table.columns.filter(({ name }) => !names.has(name)) },
    whole: table,
  };
}

/**
 * The rows of a source that may be read, as an item of FROM with the alias `q`: restrictions are in an inner select, so that
 * nothing outside sees other rows. `sample` is the share of a table's pages to read, in percent.
 * @throws {AppError} forbidden when a row policy does not fit the table
 */
export function compileFrom(source: Source, parameters: Parameters, sample?: number): string {
  const from = source.from(parameters);
  const sampled = sample === undefined ? '' : ` TABLESAMPLE SYSTEM (${sample}) REPEATABLE (${SEED})`;
  if (source.restrictions.length === 0) return `${from} AS ${ROWS}${sampled}`;
  const scope = scopeOf({ ...source, table: source.whole ?? source.table }, parameters, UNRESTRICTED);
  const conditions = source.restrictions.map(({ anyOf, origin }) => {
    try {
      const parts = anyOf.map((filter) => compileFilter(filter, scope));
      return parts.length === 0 ? 'FALSE' : `(${parts.join(' OR ')})`;
    } catch (error) {
      if (origin !== 'policy' || !(error instanceof AppError)) throw error;
      throw policyDoesNotFit(source.table.schema, source.table.name);
    }
  });
  const columns = source.table.columns.map(({ name }) => `${UNRESTRICTED}.${ident(name)}`).join(', ');
  const rows = `SELECT ${columns} FROM ${from} AS ${UNRESTRICTED}${sampled} WHERE ${conditions.join(' AND ')}`;
  return `(${rows}) AS ${ROWS}`;
}

/** The columns of a source as names in filters. */
export function scopeOf({ table, postgisSchema }: Source, parameters: Parameters, alias = ROWS): Scope {
  const sqlOf = (name: string) => `${alias}.${ident(name)}`;
  return {
    resolve(name, place) {
      const column = findColumn(table, name, place);
      return { sql: sqlOf(column.name), column };
    },
    resolveGeometry(name, place) {
      const column = findGeometry(table, name, place);
      return { sql: sqlOf(column.name), column };
    },
    parameters,
    postgis: postgisSchema === null ? '' : `${ident(postgisSchema)}.`,
  };
}
