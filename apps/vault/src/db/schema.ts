import type { AuditEventsTable } from '@cairn/audit';
import type { VaultSchemas } from '@cairn/contracts';
import type { ColumnType, Generated } from 'kysely';
import type { DatasetType, Extent, Format, LoadedTable, DataProfile, TechnicalInfo } from '@cairn/geo';
import type { JobError, JobStatus } from '@cairn/jobs';

type Filled<T> = ColumnType<T, T | undefined, T>;
type Written = ColumnType<Date, never, Date>;
/** The database itself writes it. */
type Kept<T> = ColumnType<T, never, never>;

interface FoldersTable {
  id: Generated<number>;
  name: string;
  description: Filled<string>;
  group_id: number | null;
  /** The name of the group when the folder was made. */
  group_name: string | null;
  owner_id: number | null;
  owner: string | null;
  created_at: Written;
  updated_at: Written;
  archived_at: Date | null;
}

interface MapServerConnectionsTable {
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

interface DatasetsTable {
  id: Generated<number>;
  name: string;
  type: DatasetType;
  title: string;
  description: Filled<string>;
  tags: Filled<string[]>;
  citation: Filled<string>;
  attribution: Filled<string>;
  keywords: Filled<string[]>;
  notes: Filled<string>;
  folder_id: number | null;
  owner_id: number | null;
  owner: string | null;
  latest_version_id: number | null;
  created_at: Written;
  updated_at: Written;
  described_at: Date | null;
  described_by: string | null;
  archived_at: Date | null;
  registered_at: Date | null;
  legacy_keys: Filled<string[]>;
  /** Kept by triggers. */
  version_count: Kept<number>;
}

interface VersionsTable {
  id: Generated<number>;
  dataset_id: number;
  version: number;
  project_id: number;
  operation: string;
  parent_id: number | null;
  clipped_by_id: number | null;
  parameters: ColumnType<Record<string, unknown>, string | undefined, string>;
  datasource_type: Filled<'file' | 'remote' | 'spatialdb'>;
  source: ColumnType<Record<string, unknown>, string | undefined, string>;
  label: string | null;
  format: Format;
  file_name: string;
  size: number;
  sha256: string;
  object_key: string | null;
  created_by_id: number | null;
  created_by: string | null;
  created_at: Written;
  numbered_in_id: number | null;
  removed_rows: string | null;
  removed_rows_hash: string | null;
  next_rows: ColumnType<Record<string, string> | null, string | null | undefined, never>;
}

interface FileFactsTable {
  sha256: string;
  format: Format;
  facts: ColumnType<TechnicalInfo, string, string>;
  extracted_at: Written;
  survey: ColumnType<DataProfile | null, string | undefined, string>;
  surveyed_at: Date | null;
  extent_wgs84: Kept<Extent | null>;
  geometry_type: Kept<string | null>;
  layer_count: Kept<number | null>;
  feature_count: Kept<number | null>;
}

interface ObjectRemovalsTable {
  id: Generated<number>;
  object_key: string | null;
  sha256: string;
  requested_at: Written;
}

interface FormerNamesTable {
  name: string;
  dataset_id: number;
}

interface EditSessionsTable {
  id: Generated<number>;
  dataset_id: number;
  base_version_id: number | null;
  revision: Filled<number>;
  opened_at: Written;
  last_edit_at: Filled<Date>;
  pause_job_id: number | null;
  sealing_job_id: number | null;
  sealed_at: Date | null;
  sealed_version_id: number | null;
  discarded_at: Date | null;
  discarded_by: string | null;
}

type Cells = Record<string, unknown>;

interface EditsTable {
  id: Generated<number>;
  session_id: number;
  layer: string;
  kind: 'update' | 'insert' | 'delete';
  row_key: string;
  row_name: string | null;
  before: ColumnType<Cells | null, string | null, never>;
  after: ColumnType<Cells | null, string | null, never>;
  geometry: ColumnType<Cells | null, string | null, never>;
  by_id: number | null;
  by: string | null;
  at: Written;
  undone_at: Date | null;
  undone_by: string | null;
}

/** Written by `libs/jobs` alone. */
interface JobsTable {
  id: number;
  kind: string;
  status: JobStatus;
  errors: JobError[];
}

interface MapServerPublicationsTable {
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

interface ConnectionsTable {
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

interface PostgisLoadsTable {
  id: Generated<number>;
  version_id: number;
  sealed_request: string;
  transaction_id: string | null;
  tables: ColumnType<LoadedTable[] | null, string | null | undefined, string | null>;
  result: ColumnType<VaultSchemas['SpatialDbResult'] | null, string | null | undefined, string | null>;
  created_at: Written;
}

interface NewDatabasesTable {
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

interface QuickImportsTable {
  job_id: number;
  sealed_request: string;
  object_key: string | null;
  transaction_id: Filled<string | null>;
  tables: ColumnType<LoadedTable[] | null, string | null | undefined, string | null>;
  created_at: Written;
}

interface ImportRequestsTable {
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

interface FeaturesvcImportsTable {
  job_id: number;
  requested_by_id: number | null;
  request: ColumnType<Record<string, unknown>, string, never>;
  sealed: string | null;
  plan: ColumnType<Record<string, unknown> | null, never, string>;
  transaction_id: ColumnType<string | null, never, string>;
  created_at: Written;
}

interface RemoteSourcesTable {
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

interface TilePublicationsTable {
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

interface TileTokensTable {
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

export interface VaultDatabase {
  audit_events: AuditEventsTable<'dataset_id'>;
  connections: ConnectionsTable;
  mapserver_connections: MapServerConnectionsTable;
  mapserver_publications: MapServerPublicationsTable;
  postgis_loads: PostgisLoadsTable;
  new_databases: NewDatabasesTable;
  quick_imports: QuickImportsTable;
  folders: FoldersTable;
  datasets: DatasetsTable;
  versions: VersionsTable;
  file_facts: FileFactsTable;
  object_removals: ObjectRemovalsTable;
  former_names: FormerNamesTable;
  edit_sessions: EditSessionsTable;
  edits: EditsTable;
  jobs: JobsTable;
  import_requests: ImportRequestsTable;
  featuresvc_imports: FeaturesvcImportsTable;
  remote_sources: RemoteSourcesTable;
  tile_publications: TilePublicationsTable;
  tile_tokens: TileTokensTable;
}
