import type { GeopackageLayer } from '../geopackage/types.ts';
import type { FieldRange } from '../inspect/types.ts';

export interface ProfileRequest {
  file: string;
  /** Whether fields are measured as well. */
  ranges: boolean;
  /** Most features over all layers; null for all. */
  features: number | null;
  /** After that long the rest is left out. */
  milliseconds: number;
  /** A new GeoPackage for the areas, whose validity is another program's matter (see validity.ts). */
  areas: string;
}

/** What is wrong with the bytes of a geometry, regardless of topology. */
export type GeometryProblemKind =
  'broken' | 'not_a_number' | 'outside_the_world' | 'too_few_positions' | 'no_length' | 'ring_not_closed';

export interface GeometryProblem {
  kind: GeometryProblemKind;
  /** Where, in the layer's CRS. */
  at: [number, number] | null;
  /** What is broken, as the end of a sentence. */
  detail?: string;
}

export interface LayerProfile {
  layer: GeopackageLayer;
  /** As the file declares it, which may be wrong. */
  declaredExtent: [number, number, number, number] | null;
  /** Features that were looked at. */
  features: number;
  isComplete: boolean;
  /** Types of geometries that occur, with how often. */
  types: Record<string, number>;
  withoutGeometry: number;
  /** Of the features that were looked at. */
  extent: [number, number, number, number] | null;
  /** The first of them. */
  faults: (GeometryProblem & { feature: string })[];
  faultCount: number;
  /** Null when the time was over before. */
  ranges: FieldRange[] | null;
}

export interface ProfileReply {
  layers: LayerProfile[];
  /** Areas that were written to be looked at by others. */
  areas: number;
}
