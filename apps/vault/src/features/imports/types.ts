import type { VaultSchemas } from '@cairn/contracts';
import type { LoadRequest } from '../connections/types.ts';
import type { PublishSettings } from '../mapserver/publications/types.ts';
import type { MapLayerSource } from '../mapserver/import/fetch-layer.ts';
import type { ObjectKeys, ObjectLocation } from './remote/object-location.ts';

/** The file to import, without secrets. */
export type ImportSource =
  | { kind: 'url'; /** Without its query, which may contain a signature. */ address: string }
  | { kind: 's3'; location: ObjectLocation; mode: 'import' | 'remote' }
  | ({ kind: 'mapserver' } & MapLayerSource);

/** The part of a request that readers of the database must not see. */
export interface ImportSecrets {
  /** The address with its query. */
  url?: string;
  keys?: NonNullable<ObjectKeys>;
  /** The database to load into as well, with its password. */
  postgis?: LoadRequest;
}

export interface ImportRequest {
  dataset: string;
  /** Whether the dataset existed when the import was requested. */
  exists: boolean;
  projectId: number;
  folderId: number | null;
  label: string | null;
  /** Base path in the browser, for the address in the result. */
  basePath: string;
  requestedById: number | null;
  source: ImportSource;
  /** The publication on a map server that the client requested. */
  publish: PublishSettings | null;
  secrets: ImportSecrets;
}

/** A request as the client sent it. */
export type NewImport = Omit<ImportRequest, 'exists' | 'basePath' | 'requestedById'> & {
  /** Whether the name of the dataset comes from a layer, so that it must not add a version to other data. */
  isLayerName?: boolean;
};

export type ImportResult = VaultSchemas['IngestResult'];

/** Purpose of sealed secrets of requests. */
export const SECRETS_PURPOSE = 'vault.import_requests';
