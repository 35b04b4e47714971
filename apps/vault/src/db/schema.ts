import type { AuditEventsTable } from '@cairn/audit';
import type { ColumnType, Generated } from 'kysely';
import type { DatasetType, Extent, Format, DataProfile, TechnicalInfo } from '@cairn/geo';
import type { JobError, JobStatus } from '@cairn/jobs';
import type { Filled, Kept, Written } from './column-types.ts';
import type {
  ConnectionsTable,
  FeaturesvcImportsTable,
  ImportRequestsTable,
  NewDatabasesTable,
  PostgisLoadsTable,
  QuickImportsTable,
  RemoteSourcesTable,
} from './import-tables.ts';
import type {
  MapServerConnectionsTable,
  MapServerPublicationsTable,
  TilePublicationsTable,
  TileTokensTable,
} from './publication-tables.ts';

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
