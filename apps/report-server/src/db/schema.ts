import type { AuditEventsTable } from '@cairn/audit';
import type { SslMode } from '@cairn/db';
import type { ColumnType, Generated, Kysely } from 'kysely';

type Filled<T> = ColumnType<T, T | undefined, T>;
type Written = ColumnType<Date, never, Date>;
/** Written as JSON text, read as a value. */
type Json<T> = ColumnType<T, string | undefined, string>;

export interface DatasourcesTable {
  id: Generated<number>;
  key: string;
  title: string;
  kind: Filled<'postgres'>;
  host: string;
  port: number;
  database: string;
  username: string;
  password_sealed: string;
  sslmode: Filled<SslMode>;
  schemas: Filled<string[]>;
  postgis_schema: string | null;
  postgis_version: string | null;
  origin: Filled<'manual' | 'dbadmin'>;
  origin_ref: string | null;
  statement_timeout_ms: Filled<number>;
  enabled: Filled<boolean>;
  revision: Filled<number>;
  created_by: number | null;
  created_at: Written;
  updated_at: Written;
}

export interface RowPoliciesTable {
  id: Generated<number>;
  datasource_id: number;
  schema: string;
  table_name: string;
  group_id: number | null;
  group_name: string | null;
  filter: Json<unknown>;
  revision: Filled<number>;
  created_at: Written;
  updated_at: Written;
}

export interface ReportsTable {
  id: Generated<number>;
  key: string;
  title: string;
  description: Filled<string>;
  engine: Filled<'native' | 'external'>;
  datasource_key: string | null;
  allowed_datasources: Filled<string[]>;
  owner_id: number | null;
  owner: string | null;
  latest_version: Filled<number>;
  archived_at: Date | null;
  part_of: number | null;
  announced_at: Date | null;
  created_at: Written;
  updated_at: Written;
}

export interface ReportVersionsTable {
  id: Generated<number>;
  report_id: number;
  number: number;
  template: Json<unknown>;
  sha256: string;
  source: 'builder' | 'json' | 'jrxml6' | 'jrxml7';
  source_object: string | null;
  findings: Json<unknown[]>;
  created_by: number | null;
  created_by_name: string | null;
  created_at: Written;
}

export interface ReportAssetsTable {
  report_id: number;
  name: string;
  object: string;
  mime: string;
  sha256: string;
  width: number | null;
  height: number | null;
  created_at: Written;
}

export interface ViewsTable {
  id: Generated<number>;
  owner_id: number;
  owner: string;
  key: string;
  title: string;
  description: Filled<string>;
  kind: 'table' | 'chart' | 'map';
  source: Json<Record<string, unknown>>;
  query: Json<Record<string, unknown>>;
  visual: Json<Record<string, unknown>>;
  is_default: Filled<boolean>;
  is_widget: Filled<boolean>;
  revision: Filled<number>;
  created_at: Written;
  updated_at: Written;
}

export interface DashboardsTable {
  id: Generated<number>;
  owner_id: number;
  owner: string;
  key: string;
  title: string;
  description: Filled<string>;
  layout: Json<unknown[]>;
  filters: Json<unknown[]>;
  parameters: Json<Record<string, unknown>>;
  revision: Filled<number>;
  created_at: Written;
  updated_at: Written;
  deleted_at: Filled<Date | null>;
}

export interface EmbedTokensTable {
  id: Generated<number>;
  token_sha256: string;
  type: 'report' | 'dashboard' | 'view' | 'map-report';
  owner: string | null;
  resource_key: string;
  parameters: Json<Record<string, unknown>>;
  filter: ColumnType<unknown, string | null | undefined, string | null>;
  datasource_key: string | null;
  origins: Filled<string[]>;
  actions: Filled<string[]>;
  creator_id: number;
  creator: string;
  created_at: Written;
  expires_at: Date;
  revoked_at: Date | null;
  last_used_at: Date | null;
  uses: Filled<number>;
}

export interface EmbedSessionsTable {
  session_sha256: string;
  token_id: number;
  created_at: Written;
  expires_at: Date;
}

export type ExecutionStatus = 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled';

export interface ExecutionsTable {
  id: Generated<string>;
  report_id: number | null;
  report_key: string;
  version: number | null;
  format: string;
  parameters: Json<Record<string, unknown>>;
  requested_by: number | null;
  requested_by_name: string | null;
  via: 'session' | 'pat' | 'embed' | 'service';
  datasource_key: string | null;
  status: Filled<ExecutionStatus>;
  job_id: number | null;
  rows: number | null;
  pages: number | null;
  bytes: number | null;
  queued_ms: number | null;
  db_ms: number | null;
  render_ms: number | null;
  error_code: string | null;
  error: string | null;
  warnings: Json<string[]>;
  output_object: string | null;
  output_name: string | null;
  output_mime: string | null;
  created_at: Written;
  started_at: Date | null;
  ended_at: Date | null;
  expires_at: Date | null;
}

export interface RunAssetsTable {
  execution_id: string;
  name: string;
  object: string;
  mime: string;
  expires_at: Date;
}

export interface AnalysisJobsTable {
  job_id: number;
  stage: 'inspecting' | 'computing' | 'writing' | null;
  counts: ColumnType<unknown, string | null | undefined, string | null>;
  result_object: string | null;
  bytes: number | null;
  geojson_end: number | null;
  expires_at: Date | null;
}

export interface ReportServerDatabase {
  datasources: DatasourcesTable;
  row_policies: RowPoliciesTable;
  reports: ReportsTable;
  report_versions: ReportVersionsTable;
  report_assets: ReportAssetsTable;
  views: ViewsTable;
  dashboards: DashboardsTable;
  embed_tokens: EmbedTokensTable;
  embed_sessions: EmbedSessionsTable;
  executions: ExecutionsTable;
  run_assets: RunAssetsTable;
  analysis_jobs: AnalysisJobsTable;
  audit_events: AuditEventsTable<'object_id'>;
}

/** The pool or a transaction: a repo takes either. */
export type Db = Kysely<ReportServerDatabase>;
