import type { VaultSchemas } from '@cairn/contracts';
import type { ColumnType, Generated } from 'kysely';
import type { LoadedTable } from '@cairn/geo';
import type { Filled, Written } from './column-types.ts';

export interface ConnectionsTable {
  id: Generated<number>;
  name: string;
  host: string;
  port: Filled<number>;
  database_name: string;
  username: string;
  sealed_password: string;
  sslmode: Filled<'disable' | 'prefer' | 'require' | 'verify-ca' | 'verify-full'>;
  created_at: Written;
  owner_id: Filled<number | null>;
  dbadmin_database_id: Filled<number | null>;
  pg_service_name: Filled<string | null>;
  server_identifier: Filled<string | null>;
}

export interface PostgisLoadsTable {
  id: Generated<number>;
  version_id: number;
  sealed_request: string;
  transaction_id: string | null;
  tables: ColumnType<LoadedTable[] | null, string | null | undefined, string | null>;
  result: ColumnType<VaultSchemas['SpatialDbResult'] | null, string | null | undefined, string | null>;
  created_at: Written;
}

export interface NewDatabasesTable {
  job_id: number;
  request_id: Generated<string>;
  server_id: number;
  name: string;
  user_id: number;
  database_id: Filled<number | null>;
  state: Filled<'creating' | 'kept' | 'undoing' | 'undone'>;
  error: Filled<string | null>;
  created_at: Written;
}

export interface QuickImportsTable {
  job_id: number;
  sealed_request: string;
  object_key: string | null;
  transaction_id: Filled<string | null>;
  tables: ColumnType<LoadedTable[] | null, string | null | undefined, string | null>;
  created_at: Written;
}

export interface ImportRequestsTable {
  job_id: number;
  dataset_name: string;
  dataset_exists: boolean;
  project_id: number;
  folder_id: number | null;
  label: string | null;
  base_path: string;
  requested_by_id: number | null;
  what: ColumnType<Record<string, unknown>, string, never>;
  sealed: string | null;
  created_at: Written;
}

export interface FeaturesvcImportsTable {
  job_id: number;
  requested_by_id: number | null;
  request: ColumnType<Record<string, unknown>, string, never>;
  sealed: string | null;
  plan: ColumnType<Record<string, unknown> | null, never, string>;
  transaction_id: ColumnType<string | null, never, string>;
  created_at: Written;
}

export interface RemoteSourcesTable {
  id: Generated<number>;
  endpoint: string;
  region: string;
  bucket: string;
  key: string;
  path_style: boolean;
  etag: string;
  size: number;
  sealed_credentials: string | null;
  dataset_id: number | null;
  owner_id: number | null;
  created_at: Written;
}
