import type { Expression } from '../expression/tree.ts';
import type { FieldType } from '../inspect/types.ts';

/** A layer of a file, by absolute path. */
export interface LayerOfFile {
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

export interface RowOrderRequest extends LayerOfFile {
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

export interface RowPositionsRequest extends LayerOfFile {
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

export interface RowsRequest extends LayerOfFile {
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

/** Copies a bounded part of a layer into a new GeoPackage. */
export interface SampleRequest {
  file: string;
  /** Where the sample goes: a new GeoPackage with one table, `sample`. */
  output: string;
  layer: string;
  /** Most features. */
  limit: number;
  /** In the layer's own CRS: min x, min y, max x, max y. */
  bbox: [number, number, number, number] | null;
  /** Most bytes of geometry. */
  maxGeometryBytes: number;
  /** Large geometries are thinned to this, in units of the layer's CRS, and cut to the box; absent to copy them whole. */
  tolerance?: number;
  /** About how many positions all thinned geometries have at most. */
  maxPositions?: number;
}

export interface SampleReply {
  /** Features in the layer, or in the box. */
  total: number;
  sampled: number;
  /** Size of the sampled geometries. */
  geometryBytes: number;
  /** Of those that were thinned there are so many. */
  thinned: number;
}

/** The values of a field. Files by absolute path. */
export interface FieldValuesRequest {
  file: string;
  layer: string;
  field: { name: string; type: FieldType };
  /** Most values. */
  limit: number;
}

export interface FieldValuesReply {
  /** The most frequent first; null for none, digits for integers beyond 2^53. */
  values: (string | number | boolean | null)[];
  counts: number[];
  /** There are more than `limit`. */
  truncated: boolean;
}

/** The values that the first rows of a layer have in some columns. */
export interface FirstRowsRequest {
  file: string;
  layer: string;
  columns: string[];
  limit: number;
}

export interface FirstRowsReply {
  /** In the order of the columns; see cells.ts. */
  rows: unknown[][];
}
