import type { DatasetType } from '@cairn/geo';
import type { JobStatus } from '@cairn/jobs';
import type { ServerConfig } from '../geoserver/store-config.ts';

/** Where and how to publish, as a client sends it. */
export interface PublishSettings {
  connectionId: number;
  /** Empty for the default workspace of the connection. */
  workspace: string;
  /** Empty for the name of the dataset. */
  store: string;
  /** Empty for the name of the store; a prefix when the file has several layers. */
  layer: string;
  style: string | null;
  /** Whether an upload or import waits for the publication. */
  immediate: boolean;
}

export type PublicationStatus = 'queued' | 'publishing' | 'published' | 'unpublishing' | 'failed';

/** A publication on a map server. */
export interface Publication {
  id: number;
  /** Null when the dataset was deleted. */
  datasetId: number | null;
  dataset: string;
  versionId: number | null;
  version: number | null;
  connectionId: number | null;
  connection: string;
  serverUrl: string;
  workspace: string;
  store: string;
  layer: string;
  style: string | null;
  type: DatasetType;
  layers: string[];
  /** Whether the store may be on the map server. */
  claimed: boolean;
  /** What replacing the data has left to restore or to remove. */
  replacement: Replacement | null;
  jobId: number | null;
  jobKind: string | null;
  jobStatus: JobStatus | null;
  jobError: string | null;
  requestedBy: string | null;
  requestedAt: Date;
  publishedAt: Date | null;
}

/** What a job that replaces the data of a store has changed on the map server, stored before it does, so that it can be undone. */
export interface Replacement {
  /** A second store, which receives the new file. */
  store: string;
  /** The store as it was; null while it is unchanged, and when the new data are in place. */
  before: StoreState | null;
  /** Layers that must not stay: new ones, or those that the new data do not have when these are in place. */
  remove: string[];
}

export interface StoreState {
  source: ServerConfig;
  layers: LayerState[];
}

export interface LayerState {
  name: string;
  config: ServerConfig;
  style: string | null;
}

export interface PublicationPayload {
  publication_id: number;
  /** Name of the dataset, for lists of jobs. */
  title: string;
  version_id?: number;
}

export const PUBLISH_JOB = 'mapserver.publish';
export const UNPUBLISH_JOB = 'mapserver.unpublish';
