export interface Grouping {
  /** Column whose values define the groups; null for one group. */
  field: string | null;
  /** Names of the columns that are summed. */
  sums: string[];
}

/** Sorts the features of a layer into groups and writes their shapes for GDAL to merge. */
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
  /** Shapes that could not be repaired. */
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
