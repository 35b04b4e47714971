import type { VaultSchemas } from '@cairn/contracts';
import type { PostgisRequest } from '../connections/request.ts';
import type { ObjectKeys, ObjectLocation } from './remote/object-location.ts';

/** What to fetch, as it is stored beside the job: without secrets. */
export type ImportWhat =
  | { kind: 'url'; /** Without its query, which may hold a signature. */ address: string }
  | { kind: 's3'; place: ObjectLocation; mode: 'import' | 'remote' };

/** What of a request may not be read by whoever sees the database. */
export interface ImportSecrets {
  /** The address with its query. */
  url?: string;
  keys?: NonNullable<ObjectKeys>;
  /** The database to load into as well, with its password. */
  postgis?: PostgisRequest;
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
