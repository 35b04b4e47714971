import type { DerivedReply } from './derive-types.ts';

/** Finds the features of a layer that are in a region. */
export interface ClipScanRequest {
  file: string;
  layer: string;
  /** Pieces: valid polygons in the layer's CRS. */
  region: string;
  /** A new SQLite file that says which row is what. */
  output: string;
  /** A new GeoPackage of pieces that cross the boundary, with the region beside them. */
  crossing: string;
  /** Another one: shapes that have to be repaired before. */
  doubtful: string;
}

export interface ClipScanReply {
  features: number;
  inside: number;
  crossing: number;
  doubtful: number;
  curved: number;
  /** Geometries whose bytes cannot be read. */
  unreadable: number;
  hasZ: boolean;
}

export interface ClipWriteRequest {
  file: string;
  output: string;
  layer: string;
  /** The output of `ClipScanRequest`. */
  work: string;
  /** What GDAL left of the pieces. */
  cuts: string[];
}

export interface ClipWriteReply extends DerivedReply {
  repaired: number;
  lost: number;
}

/** Finds which shapes of two sets may meet, or be nearest to each other. */
export interface FindPairsRequest {
  inputs: string[];
  /** Pieces of the second set. */
  others: string[];
  /** A new GeoPackage. */
  output: string;
  /** The shapes are in degrees, and the candidates for the nearest are requested. */
  nearest: boolean;
}

export interface FindPairsReply {
  pairs: number;
}

/** Copies a GeoPackage with one layer changed by the features of a layer of another file. */
interface OverlayWriteRequest {
  file: string;
  output: string;
  layer: string;
  /** The other file. */
  other: string;
  otherLayer: string;
  /** Pieces of pairs. */
  inputs: string[];
}

/**
 * The features get attributes of other features. The note of a piece is 1 for a pair that fits; else for `nearest` its geometry is
 * the line between the two.
 */
export interface JoinWriteRequest extends OverlayWriteRequest {
  nearest: boolean;
}

export interface JoinWriteReply extends DerivedReply {
  /** Features that found one. */
  matched: number;
}

/** The features are replaced by what they have in common with the other ones. */
export interface IntersectWriteRequest extends OverlayWriteRequest {
  /** Of the result: 0 points, 1 lines, 2 polygons; null when the layers do not say. */
  dimension: 0 | 1 | 2 | null;
}
