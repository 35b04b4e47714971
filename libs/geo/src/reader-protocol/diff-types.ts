import type { GeopackageLayer } from '../geopackage/types.ts';

/** Compares a layer of two GeoPackages and saves the differences, so that pages of them are read quickly. */
export interface DiffRequest {
  before: string;
  after: string;
  /** Path of a new SQLite file for the differences. It contains row numbers only. */
  output: string;
  /** By default the first layer that both have. */
  layer: string | null;
  /** Column that identifies a feature in both; by default the key of the row. */
  key: string | null;
  /** Whether a row has the same key in both files, so that the key is used by default. */
  sameRows?: boolean;
  /** Sides whose rows are identified by their position instead of their key, unless `sameRows`. */
  byPlace?: Side[];
}

export type Side = 'before' | 'after';

export type DiffProblem =
  /** Not both have the requested layer, or they have no layer in common. */
  | { problem: 'no_layer'; layers: Record<Side, string[]> }
  | { problem: 'no_column'; missingIn: Side; columns: string[] }
  /** No column was requested, and the layer has no key. */
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
