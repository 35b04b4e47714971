/** What a column of a new GeoPackage holds. Dates and moments come as PostgreSQL's text. */
export type FeatureValue = 'integer' | 'real' | 'boolean' | 'text' | 'date' | 'datetime' | 'blob';

export interface FeatureColumn {
  name: string;
  value: FeatureValue;
}

export interface FeatureGeometry {
  /** As PostGIS spells it, such as MULTIPOLYGON; GEOMETRY for any. */
  type: string;
  hasZ: boolean;
  hasM: boolean;
}

/** The reference system of a new layer, as a row of gpkg_spatial_ref_sys has it. */
export interface FeatureReference {
  srid: number;
  name: string;
  organization: string;
  code: number;
  /** WKT 1. */
  definition: string;
}

export interface WriteFeaturesRequest {
  output: string;
  layer: string;
  /** The fields of each row; after them comes the geometry as ISO WKB, little-endian, without SRID. */
  columns: FeatureColumn[];
  geometry: FeatureGeometry;
  reference: FeatureReference;
  /** Rows of the file at most. */
  limit: number;
}

/** Points, lines and areas each need a shapefile of their own. */
export type FeatureKind = 'point' | 'line' | 'polygon';

export interface KindFacts {
  features: number;
  /** Collections of the kind among them. */
  multiple: number;
  /** Of their geometries, as WKB. */
  bytes: number;
}

export interface WriteFeaturesReply {
  rows: number;
  /** Whether there were more rows. */
  truncated: boolean;
  kinds: Record<FeatureKind, KindFacts>;
  /** Features without a geometry, and with one of other kinds, such as collections. */
  others: { none: number; mixed: number };
  /** Bytes of the longest text of each column in UTF-8, and how many have more than 254; zeros for other values. */
  texts: { longest: number; long: number }[];
}
