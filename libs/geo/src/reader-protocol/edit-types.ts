import type { EpsgDefinition } from '../geopackage/spatial-reference.ts';
import type { RemovedRows } from '../geopackage/row-numbers.ts';
import type { GeoJsonGeometry } from '../geometry/geojson-geometry.ts';
import type { FieldType } from '../inspect/types.ts';

/** Copies a GeoPackage into a new one with some rows changed. JSON only, since the request is a file. */
export interface ApplyEditsRequest {
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

export interface WrittenGeopackage {
  layers: { name: string; featureCount: number }[];
  /** What a copy of plain tables cannot take along, as a sentence for each. */
  warnings: string[];
}

/** Copies a GeoPackage into a fresh one in which layers have another coordinate system. Coordinates stay as they are. */
export interface AssignCrsRequest {
  file: string;
  /** A new GeoPackage. */
  output: string;
  layers: string[];
  srs: EpsgDefinition;
}

/** Copies a working copy and gives each row its number. */
export interface RenumberRequest {
  /** A working copy in which rows are numbered by their place in the file. */
  file: string;
  output: string;
  /** By the name of the layer; null for the only one of a file. */
  layers: { layer: string | null; removed: RemovedRows }[];
}

/** What changes in a GeoJSON file. Features are known by their place, from 1. JSON alone. */
export interface GeoJsonEdits {
  /** How many features the file has, as the reader counted them. */
  featureCount: number;
  types: Record<string, FieldType>;
  deleted: { place: number; before: Record<string, unknown> }[];
  updated: { place: number; before: Record<string, unknown>; after: Record<string, unknown> }[];
  /** Geometries in the CRS of the file. */
  inserted: { values: Record<string, unknown>; geometry: GeoJsonGeometry | null }[];
}

export interface GeoJsonEditRequest {
  file: string;
  output: string;
  edits: GeoJsonEdits;
}
