import type { GeopackageColumn, GeopackageLayer } from '../geopackage/types.ts';
import type { Encoding } from '../postgis/columns.ts';
import type { PlainValue, Side } from './diff-types.ts';

/** A table of a GeoPackage that can be kept in step with one of PostgreSQL, row by row. */
export interface PackageTable {
  name: string;
  kind: 'features' | 'attributes';
  /** The one INTEGER PRIMARY KEY, which is SQLite's row number; null without one: such a table has no identity for its rows. */
  key: string | null;
  /** Neither the key nor the geometry; without generated columns. */
  columns: GeopackageColumn[];
  /** Null for a table of attributes, and for one of features whose geometry column is not described or not there. */
  geometry: PackageGeometry | null;
  rowCount: number;
  /** Empty when the file has none. */
  description: string;
}

export interface PackageGeometry {
  column: string;
  /** As the file spells it, such as `MULTIPOLYGON`; `GEOMETRY` takes any. */
  type: string;
  hasZ: boolean;
  hasM: boolean;
  /** Null for an undefined reference system. */
  srs: GeopackageLayer['srs'];
}

export interface PackageTablesReply {
  tables: PackageTable[];
  /** Sentences. */
  warnings: string[];
}

/** A column by its name in the GeoPackage, and how its values travel. */
export interface SyncColumn {
  source: string;
  encoding: Encoding;
}

/** The geometry column that rows go to. */
interface TargetGeometry {
  /** Of the column in PostGIS; 0 for a column that takes any. */
  srid: number;
  /** Whether single geometries are wrapped into collections of their kind, for a column that takes those alone. */
  promote: boolean;
}

export interface CopyTableRequest {
  file: string;
  table: string;
  key: string;
  columns: SyncColumn[];
  geometry: (TargetGeometry & { column: string }) | null;
  /** A new file: binary COPY of (key int8, reason text, blob bytea) for geometries that PostGIS would refuse. */
  held: string;
}

export interface CopyTableReply {
  rows: number;
  /** Rows in `held`; their geometry is NULL. */
  held: number;
  /** Blank texts in columns that take no text; they are NULL. */
  blanks: number;
}

export interface CompareTableRequest {
  before: string;
  after: string;
  /** Names of the table, of its key and of its columns in the two files. */
  table: Record<Side, string>;
  key: Record<Side, string>;
  /** `before` is null for a column that the earlier file does not have: its old value is NULL. */
  columns: { before: string | null; after: string; encoding: Encoding }[];
  geometry:
    | (TargetGeometry & {
        before: string | null;
        after: string;
        /** What the column in PostGIS takes; `type` in any case, such as `MultiPolygon`, or `Geometry` for any type. */
        type: string;
        hasZ: boolean;
        hasM: boolean;
      })
    | null;
  /**
   * A new file: binary COPY of (op "char", key int8, new values …, new geometry, old values …, old geometry), with geometries only
   * when the request has one. I, U and D; the new half is NULL for D, the old half for I. Geometries are WKB, mostly without SRID.
   */
  output: string;
  /**
   * A new file as in `CopyTableRequest`, for new geometries of rows in `output`. What was held for any key in `output` before no longer
   * holds.
   */
  held: string;
}

export interface CompareTableReply {
  inserted: number;
  updated: number;
  deleted: number;
  rowsBefore: number;
  rowsAfter: number;
  /** Rows in `held`. */
  held: number;
  /** Blank texts in columns that take no text, among the new values of rows in `output`. */
  blanks: number;
  /**
   * Types of new geometries that the column does not take, such as `LineString` or `PointZ`. When there are any, the column must become wider:
   * `geometry(Geometry, srid)` takes all types in two dimensions; only a column without a modifier takes several dimensions.
   */
  geometryKinds: string[];
}

export type StagedOp = 'I' | 'U' | 'D';

/** One row of the output of a comparison, as JSON carries it: texts are cut, bytes are shown by the first of them. */
export interface StagedRowSample {
  op: StagedOp;
  /** Decimal digits. */
  key: string;
  new: Record<string, PlainValue> | null;
  old: Record<string, PlainValue> | null;
  geometryChanged: boolean;
}

/** Details of the refusal `sync.value_does_not_fit`. */
export interface ValueMisfit {
  table: string;
  /** Decimal digits. */
  key: string;
  /** Name in the GeoPackage; in a comparison that of the later file. */
  column: string;
  encoding: Encoding;
  /** At most 80 characters; bytes as hexadecimal digits after 0x. */
  value: string;
}

export interface ApplyChangesetsRequest {
  file: string;
  /** Changesets of SQLite's session extension, which are what Mergin Maps calls diffs, in this order. */
  changesets: string[];
  /** A new GeoPackage; there is none after a refusal. */
  output: string;
}

export type ChangesetProblem =
  /** It is no changeset, or a patchset, or it ends too early. */
  | 'malformed'
  /** A table that the file does not have, has with other columns or another key, that is not of users, or has no key. */
  | 'other_layout'
  /** The new file fails SQLite's quick check, most likely because `file` does. */
  | 'damaged'
  /** A row is not there, is there already or has other values than the changeset says, or a constraint is violated. */
  | 'conflict';

export type ApplyChangesetsReply =
  /** Rows that were inserted, updated and deleted. */
  | { applied: number }
  | {
      refused: ChangesetProblem;
      /** Which of the changesets, from 0. */
      changeset: number;
      /** The end of a sentence. */
      reason: string;
    };
