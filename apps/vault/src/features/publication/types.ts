import type { Actor, AuditContext } from '@cairn/service';
import type { Version } from '../versions/types.ts';

/** Rasters are published to the runtime of a desktop GIS, vectors to a tile server. */
export type TargetName = 'gis-runtime' | 'tile-server';

/** Whether a version can be published; else why not, and what to do. */
export type Availability = { available: true } | ({ available: false } & Obstacle);

export interface Obstacle {
  reason: string;
  /**
   * `target`: the operator must set something up; `version`: this version cannot be published as it is; `copy`: its object in a
   * store needs a local copy; `store`: that object cannot be read.
   */
  because: 'target' | 'version' | 'copy' | 'store';
}

export interface PublishRequest {
  version: Version;
  /** Layer of the file; the first by default. */
  layer?: string;
  /** By default the latest version is followed, and an earlier one stays. */
  follow?: 'latest' | 'version';
  actor: Actor;
  cause: AuditContext;
  signal: AbortSignal;
}

/** What a target published. Each target has its own shape. */
export type PublishOutcome = { target: TargetName; created: boolean; publication: Publication };

/** Where versions are published. */
export interface PublicationTarget {
  /** Publishes nothing. */
  check(version: Version, signal: AbortSignal): Promise<Availability>;
  /**
   * Called after `check`, for a dataset that the actor may edit and that was not archived. Publishing the same again returns what
   * is published.
   */
  publish(request: PublishRequest): Promise<PublishOutcome>;
}

/** A published layer. Its id, and so its address, stays when the dataset is renamed. */
export interface Publication {
  id: string;
  datasetId: number;
  /** Current name of the dataset. */
  dataset: string;
  title: string;
  attribution: string;
  archivedAt: Date | null;
  layer: string;
  /** `qgis`: the GIS runtime, which draws a copy of the version. */
  server: 'built-in' | 'martin' | 'qgis';
  /** Id of the layer in the catalog of Martin. */
  sourceId: string | null;
  /** The version at which it stays; null when it follows the latest. */
  pinnedId: number | null;
  /** The version that is shown now. */
  versionId: number;
  version: number;
  publishedBy: string | null;
  publishedAt: Date;
}

/** A token that reads one published layer. Its secret is not stored. */
export interface TileToken {
  id: number;
  label: string;
  prefix: string;
  createdById: number;
  createdBy: string | null;
  createdAt: Date;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
}
