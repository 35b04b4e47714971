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
  /** That of the geometry column; 0 for a column that takes any. */
  srid: number;
  /** Whether the table requires a geometry, so that a broken one is refused. */
  required: boolean;
}

/** Geometries that PostGIS would refuse. Their rows are loaded without them. */
export interface BrokenGeometries {
  count: number;
  /** The first ones: keys of the features, and why, as the end of a sentence. */
  features: { feature: number | string; reason: string }[];
}

export interface CopyReply {
  rows: number;
  broken: BrokenGeometries;
}
