import type { FieldType } from '@cairn/geo';
import type { Author } from '../versions/types.ts';
import type { Version } from '../versions/types.ts';

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
}

export interface LayerSchema {
  layer: string;
  layers: string[];
  columns: EditColumn[];
  /** Integer column that names a row; null when there is none, and nothing can be edited. */
  key: string | null;
  geometryColumn: string | null;
  geometryType: string;
  featureCount: number;
  /** Why nothing can be edited; null when it can. */
  reason: string | null;
}

/** The edits of a dataset that are not yet sealed. */
export interface Session {
  id: number;
  datasetId: number;
  baseVersionId: number | null;
  revision: number;
  openedAt: Date;
  lastEditAt: Date;
  /** A job makes a version of them now; until it ends nothing can be edited. */
  commitJobId: number | null;
  /** A job waits for a pause in order to seal them. */
  isAutoCommitScheduled: boolean;
  edits: number;
  people: string[];
}

export interface Edit {
  id: number;
  layer: string;
  kind: 'update' | 'insert' | 'delete';
  /** Digits, since keys may be larger than what JavaScript counts. */
  key: string;
  /** What people called the row before the edit; null when no column names it. */
  rowName: string | null;
  /** Changed values alone; the whole row when it was deleted. */
  before: Cells | null;
  after: Cells | null;
  geometry: Cells | null;
  by: string | null;
  byId: number | null;
  at: Date;
}

export type NewEdit = Pick<Edit, 'layer' | 'kind' | 'key' | 'rowName' | 'before' | 'after' | 'geometry'>;

/** What is done to a row, by whom, at which version. */
export interface EditContext {
  version: Version;
  layer: string | undefined;
  maker: Author;
}
