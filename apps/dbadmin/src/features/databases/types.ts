import type { Connection } from '../connections/types.ts';

/** A row of the registry: a database that is looked after here. */
export interface Database {
  id: number;
  connectionId: number;
  connectionName: string;
  /** Host and port of the server on which it was when this was read. */
  server: string;
  name: string;
  purpose: string;
  /** The job that makes it, and what became of that; null once it is there. */
  creation: { jobId: number; status: string } | null;
  createdAt: Date;
  /** What was seen in it last, and when. */
  seen: Seen | null;
}

export interface Seen {
  contents: Contents;
  at: Date;
}

export interface JobUnderWay {
  id: number;
  databaseId: number;
  kind: string;
  status: string;
  progress: number;
  stage: string | null;
}

/** What the server's catalog says of a database, asked in the maintenance database. */
export interface CatalogEntry {
  name: string;
  owner: string;
  /** null when we may not know: no right to connect. */
  sizeBytes: number | null;
  sessions: number;
  encoding: string;
  collation: string;
}

/** What only a session in the database can tell. */
export interface Contents {
  /** Version of PostGIS; null when it is not installed. */
  postgis: string | null;
  tableCount: number;
  geometry: { type: string; count: number }[];
  srids: number[];
}

/** A database with all that could be found out; `error` says why something is missing. */
export interface DatabaseStats {
  database: Database;
  catalog: CatalogEntry | null;
  seen: Seen | null;
  /** Its contents are being looked at, and took longer than callers wait. */
  pending: boolean;
  serverVersion: string | null;
  error?: string;
}

export interface DatabaseDetail extends DatabaseStats {
  connection: Connection;
}
