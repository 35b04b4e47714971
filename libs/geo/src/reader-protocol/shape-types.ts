import type { EpsgDefinition } from '../geopackage/spatial-reference.ts';
import type { DerivedReply } from './derive-types.ts';

/** Writes the shapes of a layer as pieces, a group for each feature. */
export interface ExtractShapesRequest {
  file: string;
  layer: string;
  /** A new GeoPackage of pieces. */
  output: string;
  /** Another one: shapes that have to be repaired or made straight first. */
  doubtful: string;
  /** Copies all geometries unchanged, with heights, measures and arcs. */
  raw?: boolean;
}

export interface ExtractShapesReply {
  sound: number;
  doubtful: number;
  curved: number;
  /** Geometries whose bytes cannot be read. */
  unreadable: number;
  hasZ: boolean;
}

/** Copies a GeoPackage with other shapes in one layer. */
export interface ReplaceShapesRequest {
  file: string;
  output: string;
  layer: string;
  /** Pieces with the groups of `ExtractShapesRequest`; at most one for a group. */
  inputs: string[];
  /** Of the new shapes: 0 points, 1 lines, 2 polygons; absent when they are of the layer's own type. */
  dimension?: 0 | 1 | 2;
  /** Another CRS for the layer. */
  srs?: EpsgDefinition;
}

export interface ReplaceShapesReply extends DerivedReply {
  /** Features that have no shape any more and were left out. */
  lost: number;
}

/** Cuts shapes in degrees into pieces that can be buffered each in a plane of its own. */
export interface BufferCutRequest {
  inputs: string[];
  /** A new GeoPackage with the pieces to buffer. */
  output: string;
  /** One more, with the polygons that are too large: their outlines are among the pieces to buffer. */
  whole: string;
  /** A new SQLite file for `MergeRequest`. */
  merged: string;
  /** In metres. */
  distance: number;
  /** The shapes were moved to degrees, so that a jump by more than 180 degrees is the antimeridian. */
  unwrap: boolean;
}

/** Pieces in the two files. */
export interface BufferCutReply {
  near: number;
  whole: number;
}
