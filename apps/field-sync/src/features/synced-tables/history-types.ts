import type { StagedOp } from '@cairn/geo';

export interface PageRequest {
  /** By default all tables. */
  table?: string;
  /** Decimal digits; by default all rows. */
  key?: string;
  /** The id, or for held geometries the key, of the last entry of the page before. */
  before?: string;
  /** At most 200. */
  limit: number;
  signal: AbortSignal;
}

/** Values of a row by the names of its columns. */
export type RowValues = Record<string, unknown>;

export interface HistoryEntry {
  id: string;
  seq: number;
  run: string;
  table: string;
  key: string;
  op: StagedOp;
  old: RowValues | null;
  new: RowValues | null;
  /** EWKB; both are null where an update left the geometry as it was. */
  oldGeometry: Buffer | null;
  newGeometry: Buffer | null;
  appliedAt: Date;
}

export interface Conflict {
  id: string;
  seq: number;
  run: string;
  table: string;
  key: string;
  /** What someone had done with the row by hand. */
  kind: 'edited' | 'deleted' | 'inserted';
  /** The row that was there, and the one of the package that took its place; null for none. */
  found: RowValues | null;
  foundGeometry: Buffer | null;
  applied: RowValues | null;
  appliedGeometry: Buffer | null;
  appliedAt: Date;
  resolution: 'kept' | 'restored' | null;
  resolvedBy: string | null;
  resolvedAt: Date | null;
}

export interface HeldGeometry {
  table: string;
  key: string;
  /** Why PostGIS does not take the geometry, as the end of a sentence. */
  reason: string;
  /** As the package has it. */
  blob: Buffer;
  run: string;
}

export interface TrimRequest {
  /** At least 1. */
  days: number;
  signal: AbortSignal;
  /** Rows of one statement. */
  batch?: number;
}

/** `kept`: the provider's row stays. `restored`: what was there comes back, as an edit by hand. */
export interface Resolution {
  /** Of the conflict. */
  id: string;
  resolution: 'kept' | 'restored';
  /** Who decided it. */
  by: string;
  signal: AbortSignal;
}

export interface SetAsideRequest {
  table: string;
  /** A column, also that of the geometry; null: the whole table. */
  column: string | null;
  /** False: it is synchronised again; run a reconcile then. */
  isAside: boolean;
  signal: AbortSignal;
}
