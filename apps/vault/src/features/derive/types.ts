import type { Calculation, LayerInfo, Polygon } from '@cairn/geo';
import type { Author, Version } from '../versions/types.ts';

/** The operation on a layer. JSON, since a job stores it. */
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

/** Polygons in WGS 84, or those of a layer of another version. */
export type ClipArea = { polygons: Polygon[] } | OtherVersion;

/** A layer of a second version. */
export interface OtherVersion {
  versionId: number;
  layer: string;
}

type JoinPredicate = 'intersects' | 'contains' | 'within' | 'nearest';

/** A checked request for a derivation. */
export interface DerivationRequest {
  derivation: Derivation;
  /** The request as the lineage shows it. */
  parameters: Record<string, unknown>;
}

/** Payload of the job. Jobs of an earlier release may be queued, so its fields keep their names. */
export interface DerivePayload extends DerivationRequest {
  version_id: number;
  /** Name of the dataset. */
  title: string;
  maker: Author;
  /** The new dataset; absent for a new version of the dataset that is read. */
  new_dataset?: { name: string; folder_id: number | null };
  /** Whether the requester chose the folder; else the dataset goes there only if it is still open to the requester. */
  folder_chosen?: boolean;
}

/** A layer of a version whose file is stored here. */
export interface LayerSource {
  version: Version;
  layer: LayerInfo;
  /** Names of all layers. */
  layers: string[];
}
