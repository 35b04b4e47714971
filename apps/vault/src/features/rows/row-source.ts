import type { Expression, Extent } from '@cairn/geo';
import type { Version } from '../versions/types.ts';
import type { Cells, EditContext, LayerSchema, Session } from './types.ts';

export interface RowQuery {
  layer: string | undefined;
  limit: number;
  offset: number;
  sort: string | undefined;
  descending: boolean;
  /** Reads the filters once the columns are known. */
  filters(schema: LayerSchema): Expression | null;
  /** Without the edits that are not yet a version. */
  sealed: boolean;
  /** Whether to count the rows that match, which may take longer than to read a page of them. */
  isCounted: boolean;
  signal: AbortSignal;
}

export interface RowPage {
  schema: LayerSchema;
  rows: Cells[];
  hashes: string[];
  bounds: (Extent | null)[];
  /** Columns of each row that the draft changed; null for an unchanged row, all columns of a new one. */
  changes?: (string[] | null)[];
  /** Without a count: the number of rows up to the end of this page. */
  total: number;
  session: Session | null;
}

/** A row that was changed, as it is now; null when it is gone. */
export interface Changed {
  key: string;
  row: Cells | null;
  hash: string | null;
  /** Absent when nothing was different, or the source keeps no list of edits. */
  editId?: number;
  session: Session | null;
}

export interface RowChangeOptions {
  key: string;
  /** Of the row as the caller saw it. */
  hash: string | undefined;
}

/**
 * Where the rows of a layer lie, and how they are changed: a file with edits that wait to be sealed, or a table. All of them
 * refuse with `bad_request` what fits no column, with `not_found` an unknown layer, with `conflict` what cannot be edited,
 * a row that is not there, and one that is not as the caller saw it (then with the row as it is).
 */
export interface RowSource {
  schema(version: Version, layer: string | undefined, signal?: AbortSignal): Promise<LayerSchema>;
  page(version: Version, query: RowQuery): Promise<RowPage>;
  update(context: EditContext, change: RowChangeOptions & { updates: Cells }): Promise<Changed>;
  remove(context: EditContext, change: RowChangeOptions): Promise<Changed>;
  insert(context: EditContext, row: { values: Cells; geometry: unknown }): Promise<Changed>;
  /** Edits of this version that are not yet sealed; null where there is no such thing. */
  session(version: Version): Promise<Session | null>;
}
