import type { FieldType } from '../technical.ts';

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

/** What the GeoPackage tool does for derivations. */
export interface DeriveTasks {
  fieldValues: { request: FieldValuesRequest; reply: FieldValuesReply };
  deriveFilter: { request: DeriveFilterRequest; reply: DerivedReply };
}
