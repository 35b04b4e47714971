import type { VaultSchemas } from '@cairn/contracts';
import type { Actor } from '@cairn/service';
import type { ObjectKeys, ObjectPlace } from '../remote/place.ts';

/** What to fetch, as it is stored beside the job: without secrets. */
export type ImportWhat =
  | { kind: 'url'; /** Without its query, which may hold a signature. */ address: string }
  | { kind: 's3'; place: ObjectPlace; mode: 'import' | 'remote' };

/** What of a request may not be read by whoever sees the database. */
export interface ImportSecrets {
  /** The address with its query. */
  url?: string;
  keys?: NonNullable<ObjectKeys>;
  /** The `spatialdb_…` fields, among which are passwords. */
  sidecar?: Record<string, unknown>;
}

/** An import that somebody asked for. */
export interface ImportRequest {
  dataset: string;
  /** Whether the dataset was there when the import was asked for. */
  exists: boolean;
  projectId: number;
  folderId: number | null;
  label: string | null;
  /** Mount path as the browser saw it, for the address in the answer. */
  basePath: string;
  requestedById: number | null;
  what: ImportWhat;
  /** Asked for a publication on a map server. */
  publishes: boolean;
  secrets: ImportSecrets;
}

export type ImportResult = VaultSchemas['IngestResult'];

/** Loads a version into PostGIS when the request asked for it; what goes wrong is told and undoes nothing. */
export type Sidecar = (load: {
  /** The `spatialdb_…` fields as they were sent. */
  fields: Record<string, unknown>;
  version: { id: number; dataset: string };
  actor: Actor;
  signal: AbortSignal;
  progress(percent: number, stage?: string): void;
}) => Promise<VaultSchemas['SpatialDbResult']>;
