import type { VaultSchemas } from '@cairn/contracts';
import type { LoadedTable, LoadMode } from '@cairn/geo';
import type { Destination } from '../connections/types.ts';
import type { MapLayerSource } from '../mapserver/import/fetch-layer.ts';
import type { ObjectKeys, ObjectLocation } from '../imports/remote/object-location.ts';

/** What to load. May contain secrets: a signed address, keys. */
export type QuickSource =
  | { kind: 'url'; url: string }
  | { kind: 's3'; location: ObjectLocation; keys: ObjectKeys }
  | { kind: 'upload'; fileName: string }
  | ({ kind: 'mapserver' } & MapLayerSource)
  /** Tables of a database of database administration. */
  | { kind: 'spatialdb'; databaseId: number; schema: string; tables: string[] };

/** Into which tables. */
export interface QuickTarget {
  destination: Destination;
  schema: string;
  /** For one layer its table, for several the beginning of their names. */
  table?: string;
  mode: LoadMode;
}

export interface QuickImportRequest {
  source: QuickSource;
  target: QuickTarget;
}

export interface StoredQuickImport {
  sealedRequest: string;
  /** The uploaded file. */
  objectKey: string | null;
  /** Saved before COMMIT is sent to the other database. */
  committing: { transactionId: string; tables: LoadedTable[] } | null;
}

export type QuickImportResult = VaultSchemas['QuickImportResult'];

/** Purpose of sealed requests. */
export const QUICK_IMPORT_PURPOSE = 'vault.quick_imports';
