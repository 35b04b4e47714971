import type { Expression } from '../expression/tree.ts';
import type { FieldType } from '../technical.ts';

/** A layer of a file, by absolute path. */
export interface RowsOf {
  file: string;
  layer: string;
}

export interface RowRangeReply {
  /** Name of the integer column that is the row number too; null when no column names a row for good. */
  key: string | null;
  /** Smallest and largest row number as digits; null without rows. */
  low: string | null;
  high: string | null;
}

/** Which rows, and in which order: NULLs last, what is equal by key, text without regard to case first. */
export interface RowOrder {
  where: Expression | null;
  /** Null for the key. */
  column: string | null;
  descending: boolean;
}

export interface RowOrderRequest extends RowsOf {
  /** A new SQLite file with the table `positions`: row numbers alone, in order. */
  output: string;
  order: RowOrder;
}

/** Rows in order: those of a file that `rowOrder` wrote, or without one all between two row numbers without a gap. */
export interface OrderedRows {
  file: string | null;
  low: string | null;
  high: string | null;
  descending: boolean;
}

/** A row that is not as the file has it. Values as SQLite stores them, for the columns that the order needs. */
export interface RowChange {
  key: string;
  inFile: boolean;
  /** Null when it is deleted. */
  values: Record<string, string | number | bigint | null> | null;
}

export interface RowPositionsRequest extends RowsOf {
  rows: OrderedRows;
  total: number;
  order: RowOrder;
  changes: RowChange[];
}

export interface RowPositionsReply {
  /** Positions that changed or deleted rows have in the file, ascending. */
  removed: number[];
  /** Changed and new rows in order; `before` is the position in the file before which they go. */
  added: { key: string; before: number }[];
}

export interface RowsRequest extends RowsOf {
  columns: { name: string; type: FieldType }[];
  rows: OrderedRows;
  /** From 0. */
  positions: number[];
  /** More rows, by row number; those that are not there are left out of the answer. */
  keys: string[];
}

export interface StoredRow {
  key: string;
  /** In the order of the columns; see cells.ts. */
  values: unknown[];
  /** Null without a geometry. */
  geometryHash: string | null;
  /** In the layer's CRS: min x, min y, max x, max y. */
  box: [number, number, number, number] | null;
}

export interface RowsReply {
  at: StoredRow[];
  byKey: StoredRow[];
}
