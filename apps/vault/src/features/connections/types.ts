import type { VaultSchemas } from '@cairn/contracts';
import type { ServerAddress, SslMode } from '@cairn/db';
import type { LoadedTable, LoadMode } from '@cairn/geo';

export interface SavedConnection {
  host: string;
  port: number;
  database: string;
  user: string;
  sealedPassword: string;
  sslmode: SslMode;
  /** The only user who may load or register through it; null for a connection that an administrator saved. */
  ownerId: number | null;
}

/** The `spatialdb_…` fields of an upload or import. Contains a password unless it names a saved connection. */
export interface LoadRequest {
  connection: { id: number } | ServerAddress;
  schema: string;
  table?: string;
  mode: LoadMode;
}

/** The database that a load writes to, as the server reports it. */
export interface LoadTarget {
  database: string;
  /** Null when the login may not read it. */
  serverIdentifier: string | null;
}

/** A requested load of a version into PostGIS. */
export interface Load {
  versionId: number;
  sealedRequest: string;
  /** Saved before COMMIT is sent to the other database. */
  committing: { transactionId: string; tables: LoadedTable[] } | null;
  /** Null until the load has ended; after that the request is deleted. */
  result: LoadResult | null;
}

export type LoadResult = VaultSchemas['SpatialDbResult'];
