import type { Calculation, Polygon } from '@cairn/geo';

/** What shall be made of a layer. JSON, since a job carries it. */
export type Derivation =
  | { operation: 'filter'; layer: string; where: string }
  | { operation: 'dissolve'; layer: string; field: string | null; sums: string[] }
  | { operation: 'clip'; layer: string; area: ClipArea }
  | { operation: 'buffer'; layer: string; distance: number; dissolve: boolean }
  | { operation: 'reproject'; layer: string; srid: number }
  | { operation: 'simplify'; layer: string; tolerance: number }
  | { operation: 'spatial_join'; layer: string; other: OtherVersion; predicate: JoinPredicate }
  | { operation: 'intersect'; layer: string; other: OtherVersion }
  | { operation: 'calculate'; layer: string; calculation: Calculation };

/** Polygons in WGS84, or those of a layer of another version. */
export type ClipArea = { polygons: Polygon[] } | { versionId: number; layer: string };

/** A layer of the version that is read besides. */
export interface OtherVersion {
  versionId: number;
  layer: string;
}

type JoinPredicate = 'intersects' | 'contains' | 'within' | 'nearest';

export interface DerivationRequest {
  derivation: Derivation;
  /** What was asked for, as the lineage shows it. */
  parameters: Record<string, unknown>;
}
