import type { Expression, Extent, FieldType } from '@cairn/geo';
import type { Author, Version } from '../versions/types.ts';

/** Values of a row by column, as they go over the wire. */
export type Cells = Record<string, unknown>;

export interface EditColumn {
  name: string;
  type: FieldType;
  nativeType: string;
  editable: boolean;
  nullable: boolean;
  width?: number;
  primaryKey?: boolean;
  /** Whether a new row gets a value for it without being given one. */
  hasDefault?: boolean;
  /** Whether a new row takes a value, although it cannot be edited: a key without a default. */
  insertable?: boolean;
}

export interface LayerSchema {
  layer: string;
  layers: string[];
  columns: EditColumn[];
  /** Column that identifies a row; null for a layer without one, which is read-only. */
  key: string | null;
  geometryColumn: string | null;
  geometryType: string;
  featureCount: number;
  /** Why the layer is read-only; null when it is editable. */
  reason: string | null;
}

/** The draft of a dataset: its edits since the latest version. */
export interface Session {
  id: number;
  datasetId: number;
  baseVersionId: number | null;
  revision: number;
  openedAt: Date;
  lastEditAt: Date;
  /** Job that publishes the draft as a version now; no edits are accepted until it ends. */
  commitJobId: number | null;
  /** Whether a job publishes the draft after a while without edits. */
  isAutoCommitScheduled: boolean;
  edits: number;
  people: string[];
}

export interface Edit {
  id: number;
  layer: string;
  kind: 'update' | 'insert' | 'delete';
  /** Digits, since keys may be larger than the safe integers of JavaScript. */
  key: string;
  /** Name of the row before the edit; null without a column that names it. */
  rowName: string | null;
  /** The changed values; of a deleted row all values. */
  before: Cells | null;
  after: Cells | null;
  geometry: Cells | null;
  by: string | null;
  byId: number | null;
  at: Date;
}

export type NewEdit = Pick<Edit, 'layer' | 'kind' | 'key' | 'rowName' | 'before' | 'after' | 'geometry'>;

/** Author and version of a change to a row. */
export interface EditContext {
  version: Version;
  layer: string | undefined;
  author: Author;
}

export interface RowQuery {
  layer: string | undefined;
  limit: number;
  offset: number;
  sort: string | undefined;
  descending: boolean;
  /** Parses the filters once the columns are known. */
  filters(schema: LayerSchema): Expression | null;
  /** Whether to include the edits of the draft. */
  withDraft: boolean;
  /** Whether to count the matching rows, which may take longer than to read a page of them. */
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

/** A row after a change; null when it was deleted. */
export interface ChangedRow {
  key: string;
  row: Cells | null;
  hash: string | null;
  /** Absent when the change had no effect. */
  editId?: number;
  session: Session | null;
}

export interface RowChange {
  key: string;
  /** Of the row as the caller read it. */
  hash: string | undefined;
}

/**
 * The rows of a layer and their changes: in a file, whose edits go to a draft, or in a table of a database.
 * @throws {AppError} bad_request for values that do not fit their columns, not_found for an unknown layer, conflict for a
 * read-only layer, a missing row, and a row that was changed since the caller read it (with the row as it is now).
 */
export interface RowSource {
  schema(version: Version, layer: string | undefined, signal?: AbortSignal): Promise<LayerSchema>;
  page(version: Version, query: RowQuery): Promise<RowPage>;
  update(context: EditContext, change: RowChange & { updates: Cells }): Promise<ChangedRow>;
  remove(context: EditContext, change: RowChange): Promise<ChangedRow>;
  insert(context: EditContext, row: { values: Cells; geometry: unknown }): Promise<ChangedRow>;
  /** The draft on this version; null for sources without drafts. */
  session(version: Version): Promise<Session | null>;
}
