import type { GeopackageLayer } from '../geopackage/types.ts';

/** Compares a layer of two GeoPackages and keeps what differs, so that pages of it are read in no time. */
export interface DiffRequest {
  before: string;
  after: string;
  /** Where the differences go: a new SQLite file that holds row numbers alone, no data. */
  output: string;
  /** By default the first layer that both have. */
  layer: string | null;
  /** Column that identifies a feature in both; by default the key of the row. */
  key: string | null;
  /** Whether a row has the same key in both files, so that no other column is looked for by default. */
  sameRows?: boolean;
  /** Sides whose rows are known by their place in the file instead of their key, when they are not the same rows. */
  byPlace?: Side[];
}

export type Side = 'before' | 'after';

export type DiffProblem =
  /** Neither has the layer that was asked for, or they have none in common. */
  | { problem: 'no_layer'; layers: Record<Side, string[]> }
  | { problem: 'no_column'; missingIn: Side; columns: string[] }
  /** Without a column that was asked for: the layer has no key of its own. */
  | { problem: 'no_key'; keys: string[] }
  | { problem: 'empty' | 'repeated'; in: Side; keys: string[] };

export interface DiffSummary {
  /** Layers that can be compared. */
  layers: string[];
  layer: string;
  /** Name of the column in the later layer. */
  key: string;
  /** It is the key of the row, which may bear another name in the earlier layer. */
  rowKey: boolean;
  /** Columns that would serve as the key. */
  keys: string[];
  added: number;
  removed: number;
  changed: number;
  unchanged: number;
  geometryChanged: number;
  columnsAdded: string[];
  columnsRemoved: string[];
}

export type DiffReply = { summary: DiffSummary } | DiffProblem;

export type DifferenceKind = 'added' | 'removed' | 'changed';

export interface DiffPageRequest {
  before: string;
  after: string;
  /** What the task `diff` wrote. */
  differences: string;
  kind: DifferenceKind | null;
  limit: number;
  offset: number;
  /** A new GeoPackage for the geometries; see diff-geometries.ts. */
  output: string;
}

/** Texts are cut, bytes are shown as the first of them in hexadecimal; integers beyond 2^53 are texts. */
export type PlainValue = string | number | boolean | null;

export interface Difference {
  kind: DifferenceKind;
  key: PlainValue;
  /** What people call the feature: a column such as `name`, where there is one. */
  name: string | null;
  /** Of an added or removed feature all columns, of a changed one those that changed. */
  before: Record<string, PlainValue> | null;
  after: Record<string, PlainValue> | null;
  geometryChanged: boolean;
}

export interface DiffPageReply {
  summary: DiffSummary;
  differences: Difference[];
  /** The layer in both files. */
  layers: Record<Side, GeopackageLayer>;
  /** Bytes of the geometries that were written. */
  geometryBytes: Record<Side, number>;
}
