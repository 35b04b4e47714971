import type { DbadminSchemas } from '@cairn/contracts';

/** A registered database. */
export interface Database {
  id: number;
  connectionId: number;
  connectionName: string;
  /** Host and port of its server when this was read. */
  server: string;
  name: string;
  purpose: string;
  /** The job that creates it, and its status; null once the database exists. */
  creation: { jobId: number; status: string } | null;
  createdAt: Date;
  /** The result of the last inspection that was saved. */
  inspected: Inspected | null;
}

export interface Inspected {
  contents: Contents;
  at: Date;
}

/** A job that is queued or running. */
export interface ActiveJob {
  id: number;
  databaseId: number;
  kind: string;
  status: string;
  progress: number;
  stage: string | null;
}

/** A database in the catalog of its server, as read in the maintenance database. */
export interface CatalogEntry {
  name: string;
  owner: string;
  /** null without the right to connect. */
  sizeBytes: number | null;
  sessions: number;
  encoding: string;
  collation: string;
}

/** What takes a session in the database to read. */
export interface Contents {
  /** Version of PostGIS; null when it is not installed. */
  postgis: string | null;
  tableCount: number;
  geometry: { type: string; count: number }[];
  srids: number[];
}

/** A database with what its server reports; `error` says why something is missing. */
export interface DatabaseStats {
  database: Database;
  catalog: CatalogEntry | null;
  inspected: Inspected | null;
  /** Whether an inspection is running that took longer than callers wait. */
  pending: boolean;
  serverVersion: string | null;
  error?: string;
}

/** A database as one caller may see it. */
export interface DatabaseView extends DatabaseStats {
  job: ActiveJob | undefined;
  lastBackup: DbadminSchemas['Backup'] | undefined;
  /** Whether the caller sees addresses and roles of servers. */
  seesServers: boolean;
}

export interface NewDatabase {
  connectionId: number;
  name: string;
  purpose: string;
}

/** A job that was enqueued, and the database it will create or change. */
export interface Enqueued {
  databaseId: number;
  jobId: number;
}
