import type { GeoJsonGeometry } from '../geojson-geometry.ts';
import type { FieldType } from '../technical.ts';

/** Copies a GeoPackage into a fresh one with some rows changed. JSON alone, since it is asked through a file. */
export interface RewriteRequest {
  file: string;
  /** A new GeoPackage. */
  output: string;
  layers: LayerEdits[];
}

/** What is different in a layer. Values are cells, as JSON carries them; see cells.ts. Row numbers are digits. */
export interface LayerEdits {
  layer: string;
  /** Of the columns that occur in the values. */
  types: Record<string, FieldType>;
  deleted: string[];
  updated: { key: string; values: Record<string, unknown> }[];
  /** Geometries in the layer's own CRS, of its own type. */
  inserted: { key: string; values: Record<string, unknown>; geometry: GeoJsonGeometry | null }[];
}

export interface RewriteReply {
  layers: { name: string; featureCount: number }[];
  /** What a copy of plain tables cannot take along, as a sentence for each. */
  warnings: string[];
}
