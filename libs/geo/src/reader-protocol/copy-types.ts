import type { Encoding } from '../postgis/columns.ts';

export interface CopyRequest {
  file: string;
  layer: string;
  /** A file of ours with a table `sample` of keys and geometries that go in the place of the layer's own; null for these. */
  geometries: string | null;
  columns: { source: string; encoding: Encoding }[];
  /** Whether the row's key goes first. */
  withKey: boolean;
  /** Whether single geometries are wrapped into collections of their kind, for a table that takes those alone. */
  promote: boolean;
  /** Whole numbers beyond 2^53 occur: read them exactly, which is slower. */
  exact: boolean;
}

export interface CopyReply {
  rows: number;
}
