import type { SslMode } from '@cairn/db';

/** A database whose tables people explore. */
export interface Datasource {
  id: number;
  /** Never changes: the portal knows the datasource by it. */
  key: string;
  title: string;
  host: string;
  port: number;
  database: string;
  username: string;
  sslmode: SslMode;
  /** Schemas whose tables people see; empty: all but those of the system. */
  schemas: string[];
  /** Schema of PostGIS; null without PostGIS. */
  postgisSchema: string | null;
  postgisVersion: string | null;
  origin: 'manual' | 'dbadmin';
  /** Id of the database in database administration. */
  originRef: string | null;
  statementTimeoutMs: number;
  enabled: boolean;
  revision: number;
  updatedAt: Date;
}

export type SealedDatasource = Datasource & { passwordSealed: string };

export interface DatasourceFields {
  title: string;
  host: string;
  port: number;
  database: string;
  username: string;
  sslmode: SslMode;
  schemas: string[];
  statementTimeoutMs: number;
  enabled: boolean;
}

/** What a sign-in to a database shows. */
export interface ProbedDatabase {
  version: string;
  postgis: { schema: string; version: string } | null;
  encrypted: boolean;
}
