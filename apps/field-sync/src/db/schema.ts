import type { AuditEventsTable } from '@cairn/audit';
import type { AlertMailsTable, AlertsTable, ConflictAlertsTable } from './alert-tables.ts';
import type { DownloadsTable, ObjectsTable, RebuiltPackagesTable, SnapshotsTable } from './package-tables.ts';
import type {
  CatalogNodesTable,
  MapStoresTable,
  NodeUploadsTable,
  PublicationsTable,
} from './publishing-tables.ts';
import type { PushesTable } from './pushes-table.ts';
import type { RunTotalsTable } from './run-totals-table.ts';
import type { Created, Filled, Json, Updated } from './column-types.ts';
import type { Generated, Kysely } from 'kysely';
import type { ExpressSetupsTable, ExpressStepsTable } from './express-tables.ts';

export type AccessLevel = 'Admin' | 'User';
/** Mergin Maps, QFieldCloud, or a folder of packages. */
export type ServerType = 'field' | 'cloud' | 'folder';
export type RunKind = 'sync' | 'reconcile' | 'dry_run';
export type RunStatus = 'queued' | 'running' | 'applied' | 'compared' | 'paused' | 'failed' | 'cancelled';
/** How the package of a run came here: it was here, was put together from differences, or was fetched whole. */
export type PackageSource = 'kept' | 'diffs' | 'file';
export type PlanStatus = 'open' | 'approved' | 'dismissed' | 'applied' | 'superseded';

export interface UsersTable {
  id: Generated<number>;
  name: string;
  email: string;
  /** argon2id; null for people of an identity provider. */
  password_hash: string | null;
  accesslevel: AccessLevel;
  is_super_admin: Filled<boolean>;
  owner_id: number | null;
  created_at: Created;
  updated_at: Updated;
}

export interface SessionsTable {
  token_hash: string;
  user_id: number | null;
  identity: Json<unknown>;
  sealed_id_token: string | null;
  created_at: Created;
  used_at: Updated;
  expires_at: Date;
}

export interface OidcLoginsTable {
  id: Generated<number>;
  browser_hash: string;
  state: string;
  nonce: string;
  code_verifier: string;
  created_at: Created;
}

export interface GroupsTable {
  id: Generated<number>;
  name: string;
  owner_id: number | null;
  created_at: Created;
  updated_at: Updated;
}

export interface ServersTable {
  id: Generated<number>;
  name: string;
  type: ServerType;
  detected_type: ServerType | null;
  url: string;
  username: Filled<string>;
  sealed_password: string | null;
  owner_id: number | null;
  sealed_token: string | null;
  token_expires_at: Date | null;
  sign_in_problem: string | null;
  poller: string | null;
  poll_lease_until: Date | null;
  polled_at: Date | null;
  failures: Filled<number>;
  retry_at: Date | null;
  problem: string | null;
  created_at: Created;
  updated_at: Updated;
}

export interface DatabaseLinksTable {
  id: Generated<number>;
  name: string;
  host: string;
  port: number;
  username: string;
  sealed_password: string | null;
  dbname: string;
  sslmode: Filled<string>;
  owner_id: number | null;
  created_at: Created;
  updated_at: Updated;
}

export interface FileTargetsTable {
  id: Generated<number>;
  name: string;
  sync_type: 'remote' | 'local';
  host: Filled<string>;
  port: Filled<number>;
  username: Filled<string>;
  sealed_password: string | null;
  folder: Filled<string>;
  usr_grp: Filled<string>;
  local_project_id: Filled<string>;
  excludes: Filled<string>;
  host_key: string | null;
  offered_host_key: string | null;
  owner_id: number | null;
  created_at: Created;
  updated_at: Updated;
}

export interface ProjectsTable {
  id: Generated<number>;
  uuid: Generated<string>;
  name: string;
  server_id: number;
  project_id: string;
  provider_id: string | null;
  geopackage: string;
  pglink_id: number;
  schema: string;
  owner_id: number | null;
  started: Filled<boolean>;
  enabled: Filled<boolean>;
  started_at: Date | null;
  sync_admins: Filled<string[]>;
  skip_init: Filled<boolean>;
  force_init: Filled<boolean>;
  single_run: Filled<boolean>;
  sleep_time: Filled<number>;
  retention: Filled<number>;
  retention_count: Filled<number>;
  history_days: Filled<number>;
  history_trimmed_at: Date | null;
  max_delete_percent: Filled<number>;
  files: Filled<'all' | 'package'>;
  provider_version: string | null;
  provider_version_at: Date | null;
  behind_since: Date | null;
  applied_seq: Filled<number>;
  applied_version: string | null;
  applied_at: Date | null;
  applied_snapshot_id: number | null;
  due_at: Date | null;
  failures: Filled<number>;
  retry_at: Date | null;
  paused_code: string | null;
  paused_reason: string | null;
  problem: string | null;
  cpu_seconds: Filled<number>;
  created_at: Created;
  updated_at: Updated;
}

export interface RunsTable {
  id: Generated<number>;
  uuid: Generated<string>;
  project_id: number;
  job_id: number | null;
  kind: RunKind;
  status: RunStatus;
  stage: string | null;
  version: string | null;
  base_version: string | null;
  snapshot_id: number | null;
  seq: number | null;
  worker: string | null;
  worker_pid: number | null;
  bytes_total: Filled<number>;
  bytes_fetched: Filled<number>;
  package_source: PackageSource | null;
  inserted: Filled<number>;
  updated: Filled<number>;
  deleted: Filled<number>;
  conflicts: Filled<number>;
  held: Filled<number>;
  tables: Json<unknown[]>;
  authors: Json<unknown[]>;
  warnings: Json<string[]>;
  error_code: string | null;
  error: string | null;
  lag_ms: number | null;
  requested_by: string | null;
  created_at: Created;
  started_at: Date | null;
  finished_at: Date | null;
}

export interface PlansTable {
  id: Generated<number>;
  project_id: number;
  run_id: number;
  seq: number;
  base_sha256: string | null;
  package_sha256: string;
  snapshot_id: number;
  items: Json<unknown[]>;
  choices: Json<unknown>;
  status: Filled<PlanStatus>;
  decided_by: string | null;
  decided_at: Date | null;
  created_at: Created;
}

export interface LogLinesTable {
  id: Generated<number>;
  project_id: number;
  at: Filled<Date>;
  level: 'info' | 'warning' | 'error';
  run_id: number | null;
  message: string;
}

export interface WorkersTable {
  id: string;
  host: string;
  pid: number;
  started_at: Created;
  beat_at: Updated;
}

export interface FieldSyncDatabase {
  users: UsersTable;
  sessions: SessionsTable;
  oidc_logins: OidcLoginsTable;
  groups: GroupsTable;
  group_users: { group_id: number; user_id: number };
  group_projects: { group_id: number; project_id: number };
  servers: ServersTable;
  database_links: DatabaseLinksTable;
  file_targets: FileTargetsTable;
  catalog_nodes: CatalogNodesTable;
  node_uploads: NodeUploadsTable;
  map_stores: MapStoresTable;
  publications: PublicationsTable;
  projects: ProjectsTable;
  project_file_targets: { project_id: number; file_target_id: number };
  runs: RunsTable;
  plans: PlansTable;
  objects: ObjectsTable;
  rebuilt_packages: RebuiltPackagesTable;
  snapshots: SnapshotsTable;
  snapshot_files: { snapshot_id: number; path: string; object_key: string };
  downloads: DownloadsTable;
  pushes: PushesTable;
  run_totals: RunTotalsTable;
  log_lines: LogLinesTable;
  alerts: AlertsTable;
  conflict_alerts: ConflictAlertsTable;
  alert_mails: AlertMailsTable;
  express_setups: ExpressSetupsTable;
  express_steps: ExpressStepsTable;
  workers: WorkersTable;
  audit_events: AuditEventsTable<'object_id'>;
}

/** The pool or a transaction: a repo takes either. */
export type Db = Kysely<FieldSyncDatabase>;
