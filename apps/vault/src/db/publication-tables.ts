import type { ColumnType, Generated } from 'kysely';
import type { DatasetType } from '@cairn/geo';
import type { Filled, Written } from './column-types.ts';

export interface MapServerConnectionsTable {
  id: Generated<number>;
  name: string;
  url: string;
  username: string;
  sealed_password: string;
  default_workspace: string;
  enabled: boolean;
  verify_ssl: boolean;
  created_at: Written;
}

export interface MapServerPublicationsTable {
  id: Generated<number>;
  dataset_id: number | null;
  dataset_name: string;
  version_id: number | null;
  version: number | null;
  connection_id: number | null;
  connection_name: string;
  server_url: string;
  workspace: string;
  store: string;
  layer: string;
  style: string | null;
  type: DatasetType;
  layers: ColumnType<string[], string[] | undefined, string[]>;
  claimed: Filled<boolean>;
  replacement: ColumnType<unknown, never, string | null>;
  job_id: number | null;
  requested_by_id: number | null;
  requested_by: string | null;
  requested_at: ColumnType<Date, Date | undefined, Date>;
  published_at: Date | null;
}

export interface TilePublicationsTable {
  id: Generated<string>;
  dataset_id: number;
  layer: string;
  /** Null: the latest version of the dataset. */
  version_id: number | null;
  server: Filled<'built-in' | 'martin' | 'qgis'>;
  source_id: Filled<string | null>;
  published_by_id: number | null;
  published_by: string | null;
  published_at: Written;
}

export interface TileTokensTable {
  id: Generated<number>;
  publication_id: string;
  token_sha256: string;
  prefix: string;
  label: string;
  created_by_id: number;
  created_by: string | null;
  created_at: Written;
  expires_at: Date | null;
  last_used_at: Filled<Date | null>;
}
