import type { Calculation } from '../expression/value-field.ts';
import type { ValueType } from '../expression/value-functions.ts';

/** Reply of a task that writes a changed copy of a GeoPackage. */
export interface DerivedReply {
  /** Features in the layer that was worked on. */
  featureCount: number;
  /** What did not come along, as a sentence for each. */
  warnings: string[];
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

/** Counts what a derivation would work on and copies a sample. Files by absolute path. */
export interface SampleMatchesRequest {
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

export interface SampleMatchesReply {
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
