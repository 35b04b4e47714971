import type { Calculation } from '../expression/value-field.ts';
import type { ValueType } from '../expression/value-functions.ts';
import type { FieldType } from '../technical.ts';
import type { Grouping } from './groups.ts';

/** The values of a field. Files by absolute path. */
export interface FieldValuesRequest {
  file: string;
  layer: string;
  field: { name: string; type: FieldType };
  /** Most values. */
  limit: number;
}

export interface FieldValuesReply {
  /** The most frequent first; null for none, digits for integers beyond 2^53. */
  values: (string | number | boolean | null)[];
  counts: number[];
  /** There are more than `limit`. */
  truncated: boolean;
}

/** Copies a GeoPackage with those features of one layer for which a condition holds. */
export interface DeriveFilterRequest {
  file: string;
  /** A new GeoPackage. */
  output: string;
  layer: string;
  /** In the language of conditions; see expression/parse.ts. */
  where: string;
}

export interface DerivedReply {
  /** Features in the layer that was worked on. */
  featureCount: number;
  /** What did not come along, as a sentence for each. */
  warnings: string[];
}

/** Sorts the features of a layer into groups and writes their shapes for GDAL to unionExtents. */
export interface CollectRequest extends Grouping {
  file: string;
  layer: string;
  /** A new SQLite file with the groups. */
  output: string;
  /** New GeoPackages of pieces, shapes that are to be united: a layer with many features is shared out among them. */
  chunks: string[];
  /** Another one: shapes that have to be repaired before. */
  doubtful: string;
  /** Only polygons, and only of features that meet this box. */
  areasIn?: [number, number, number, number];
}

export interface CollectReply {
  features: number;
  groups: number;
  /** Pieces in each of the files. */
  chunks: number[];
  doubtful: number;
  /** Of the doubtful ones, those with arcs. */
  curved: number;
  /** Geometries whose bytes cannot be read. */
  unreadable: number;
  hasZ: boolean;
}

export interface RegatherRequest {
  input: string;
  output: string;
  hasZ: boolean;
}

export interface MergeRequest {
  /** The output of `CollectRequest`. */
  work: string;
  inputs: string[];
  output: string;
  hasZ: boolean;
}

export interface MergeReply {
  chunks: number;
  repaired: number;
  /** Shapes of which nothing could be made. */
  lost: number;
}

export interface DissolveWriteRequest extends Grouping {
  file: string;
  output: string;
  layer: string;
  work: string;
}

/** Writes the shapes that were united as pieces, for GDAL to go on with. */
export interface MergedRequest {
  /** The output of `CollectRequest`. */
  work: string;
  output: string;
}

/** Tells which features of a layer lie in a region. */
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

/** Counts what a derivation would work on and copies a sample. Files by absolute path. */
export interface PickRequest {
  file: string;
  /** A new GeoPackage. */
  output: string;
  layer: string;
  /** A condition, or a file with a region in the layer's CRS; all features without both. */
  where?: string;
  region?: string;
  /** Counts the groups of a dissolve by this field, or the one of all. */
  groupsBy?: string | null;
  /** The first features instead of an even sample. */
  first?: boolean;
  /** Most features, and most bytes of their geometries together. */
  limit: number;
  maxBytes: number;
}

export interface PickReply {
  /** Features of the layer. */
  total: number;
  matched: number;
  /** Whether each of them was counted; else it is a projection. */
  isCounted: boolean;
  picked: number;
  groups: number | null;
}

/** Measures the shapes of the first layer of a GeoPackage of ours, in degrees of WGS84. */
export interface MeasureReply {
  features: number;
  /** m² and m on the ellipsoid. */
  area: number;
  length: number;
  extent: [number, number, number, number] | null;
}

/** Writes the shapes of a layer as pieces, a group for each feature. */
export interface ShapesTakeRequest {
  file: string;
  layer: string;
  /** A new GeoPackage of pieces. */
  output: string;
  /** Another one: shapes that have to be repaired or made straight first. */
  doubtful: string;
  /** Takes all geometries as they are, with heights, measures and arcs. */
  raw?: boolean;
}

export interface ShapesTakeReply {
  sound: number;
  doubtful: number;
  curved: number;
  /** Geometries whose bytes cannot be read. */
  unreadable: number;
  hasZ: boolean;
}

/** Copies a GeoPackage with other shapes in one layer. */
export interface ShapesPutRequest {
  file: string;
  output: string;
  layer: string;
  /** Pieces with the groups of `ShapesTakeRequest`; at most one for a group. */
  inputs: string[];
  /** Of the new shapes: 0 points, 1 lines, 2 polygons; absent when they are of the layer's own type. */
  dimension?: 0 | 1 | 2;
  /** Another CRS for the layer. */
  srs?: { code: number; name: string; definition: string };
}

export interface ShapesPutReply extends DerivedReply {
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

/** Copies a GeoPackage in which the shapes of one layer have fewer positions. */
export interface SimplifyRequest {
  file: string;
  output: string;
  layer: string;
  /** No position that is left out is further from the new outline, in metres. */
  tolerance: number;
  /** What the layer's coordinates are: degrees, metres of a Mercator map of the sphere, or units of so many metres. */
  units: { kind: 'degrees' | 'mercator' | 'plane'; metres: number };
}

export interface SimplifyReply extends DerivedReply {
  /** Positions of lines and polygons. */
  before: number;
  after: number;
  /** Features with arcs, and those that cannot be read. */
  unchanged: number;
}

/** Finds which shapes of two sets may meet, or be nearest to each other. */
export interface FindPairsRequest {
  inputs: string[];
  /** Pieces of the second set. */
  others: string[];
  /** A new GeoPackage. */
  output: string;
  /** The shapes are in degrees, and those that may be nearest are wanted. */
  nearest: boolean;
}

export interface FindPairsReply {
  pairs: number;
}

/** Copies a GeoPackage; the features of one layer get attributes of features of another file. */
export interface JoinWriteRequest {
  file: string;
  output: string;
  layer: string;
  /** The other file. */
  other: string;
  otherLayer: string;
  /** Pieces of pairs: the note is 1 for one that fits; else for `nearest` the geometry is the line between the two. */
  inputs: string[];
  nearest: boolean;
}

export interface JoinWriteReply extends DerivedReply {
  /** Features that found one. */
  matched: number;
}

/** Copies a GeoPackage; in the place of one layer is what its features have in common with those of another file. */
export interface IntersectWriteRequest {
  file: string;
  output: string;
  layer: string;
  /** The other file. */
  other: string;
  otherLayer: string;
  /** Pieces of pairs. */
  inputs: string[];
  /** Of the result: 0 points, 1 lines, 2 polygons; null when the layers do not say. */
  dimension: 0 | 1 | 2 | null;
}

/** Copies a GeoPackage; one field of one layer is calculated from the others. */
export interface CalculateRequest extends Calculation {
  file: string;
  output: string;
  layer: string;
}

export interface CalculateReply extends DerivedReply {
  /** Of the field. */
  name: string;
  type: ValueType;
  /** Features whose value is too large for the field. */
  lost: number;
}

/** The values that the first rows of a layer have in some columns. */
export interface FirstRowsRequest {
  file: string;
  layer: string;
  columns: string[];
  limit: number;
}

export interface FirstRowsReply {
  /** In the order of the columns; see cells.ts. */
  rows: unknown[][];
}

/** What the GeoPackage tool does for derivations. */
export interface DeriveTasks {
  fieldValues: { request: FieldValuesRequest; reply: FieldValuesReply };
  deriveFilter: { request: DeriveFilterRequest; reply: DerivedReply };
  dissolveCollect: { request: CollectRequest; reply: CollectReply };
  dissolveRegather: { request: RegatherRequest; reply: MergeReply };
  dissolveMerge: { request: MergeRequest; reply: MergeReply };
  dissolveMerged: { request: MergedRequest; reply: { pieces: number } };
  dissolveWrite: { request: DissolveWriteRequest; reply: DerivedReply };
  clipScan: { request: ClipScanRequest; reply: ClipScanReply };
  clipWrite: { request: ClipWriteRequest; reply: ClipWriteReply };
  shapesTake: { request: ShapesTakeRequest; reply: ShapesTakeReply };
  shapesPut: { request: ShapesPutRequest; reply: ShapesPutReply };
  simplify: { request: SimplifyRequest; reply: SimplifyReply };
  findPairs: { request: FindPairsRequest; reply: FindPairsReply };
  joinWrite: { request: JoinWriteRequest; reply: JoinWriteReply };
  intersectWrite: { request: IntersectWriteRequest; reply: DerivedReply };
  bufferCut: { request: BufferCutRequest; reply: BufferCutReply };
  calculate: { request: CalculateRequest; reply: CalculateReply };
  firstRows: { request: FirstRowsRequest; reply: FirstRowsReply };
  derivePick: { request: PickRequest; reply: PickReply };
  deriveMeasure: { request: { file: string }; reply: MeasureReply };
}
