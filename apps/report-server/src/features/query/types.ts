import type { ReportServerSchemas } from '@cairn/contracts';
import type { Column, Table } from '../catalogue/types.ts';
import type { Parameters } from './parameters.ts';

export type QueryRequest = ReportServerSchemas['QueryRequest'];
/** What of a query narrows and shapes rows, without its source and page. */
export type Selection = Partial<
  Pick<
    QueryRequest,
    'columns' | 'filter' | 'group_by' | 'aggregates' | 'having' | 'sort' | 'limit' | 'offset'
  >
>;

/** What a statement reads: a table, or the text of a query in parentheses. */
export interface Source {
  table: Table;
  /** The table with the columns that only restrictions may name; `table` if left out. */
  whole?: Table;
  /** The item of FROM, without alias. */
  from(parameters: Parameters): string;
  /** Schema of PostGIS; null without it. */
  postgisSchema: string | null;
  /**
   * Filters that hold in every read, in an inner select below the person's own filter: row policies and the filter of a token.
   * All of them must hold.
   */
  restrictions: Restriction[];
}

export interface Restriction {
  /** Filters of which one must hold; none of them: no row. */
  anyOf: unknown[];
  /** For errors: what the filters belong to. */
  origin: 'policy' | 'token';
}

/** A name in a filter, as SQL and with the type of its values. */
export interface Operand {
  sql: string;
  column: Column;
}

/** What names mean at one place of a statement. */
export interface Scope {
  /** @throws {AppError} bad_request that names the place */
  resolve(name: unknown, place: string): Operand;
  resolveGeometry(name: unknown, place: string): Operand;
  parameters: Parameters;
  /** Schema of PostGIS, quoted, with a point: `"public".`. */
  postgis: string;
}

/** How the text of a value becomes a value of the answer. */
export type Decoder = (text: string) => unknown;

export interface OutputColumn {
  name: string;
  /** Family of the type: integer, decimal, text, timestamptz, geometry … */
  type: string;
  label: string;
  decode: Decoder;
}

/** A statement and what its columns mean. */
export interface CompiledSelect {
  text: string;
  values: (string | null)[];
  columns: OutputColumn[];
  warnings: string[];
  /** Rows that the caller gets at most; the statement reads one more. */
  limit: number;
  /** Null when there is no stable order, and so no cursor. */
  keyset: Keyset | null;
}

export interface Keyset {
  /** Indexes, in the rows of the statement, of the sort values and the primary key. */
  at: number[];
}
