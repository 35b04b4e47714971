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
  /** Its id in database administration; null for one that is not registered there. */
  databaseId: number | null;
  /** The database service that it was opened for. */
  pgServiceName: string | null;
}

/** A database that database administration creates for a load. */
export interface NewDatabaseRequest {
  /** Id of the server's connection in database administration. */
  serverId: number;
  name: string;
  /** Gets the access level `admin` there; with a password it is a new role. */
  owner?: { username: string; password?: string };
}

/** An entry of the operator's connection service file. */
export interface DatabaseService {
  name: string;
  host: string;
  port: number;
  database: string;
  user: string;
  /** Empty when it has none. */
  password: string;
  sslmode?: SslMode;
}

/**
 * A database to load into: a saved connection, one of database administration, a database service, a new database, or an address with
 * its password.
 */
export type Destination =
  | { id: number }
  | { databaseId: number }
  | { pgServiceName: string }
  | { newDatabase: NewDatabaseRequest }
  | ServerAddress;

/** The `spatialdb_…` fields of an upload or import. May contain a password. */
export interface LoadRequest {
  connection: Destination;
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
