import type { ColumnType, Generated } from 'kysely';
import type { AuditEventsTable } from '@cairn/audit';
import type { JobStatus } from '@cairn/jobs';
import type { AuditContext } from '@cairn/service';

type Filled<T> = ColumnType<T, T | undefined, T>;
type Written = ColumnType<Date, never, Date>;

export type SslMode = 'disable' | 'prefer' | 'require' | 'verify-ca' | 'verify-full';
export type Level = 'readonly' | 'readwrite' | 'admin';

interface ConnectionsTable {
  id: Generated<number>;
  name: string;
  host: string;
  port: number;
  sslmode: SslMode;
  admin_username: string;
  sealed_password: string;
  hba_file_path: string | null;
  managed_server: ColumnType<string | null, never, string | null>;
  /** The system_identifier that its server returned last. */
  server_identifier: ColumnType<string | null, never, string | null>;
  created_at: Written;
  updated_at: Written;
}

interface DatabasesTable {
  id: Generated<number>;
  connection_id: number;
  name: string;
  purpose: Filled<string>;
  /** The job that creates it; null once it exists. */
  job_id: number | null;
  /** The result of the last inspection. */
  contents: ColumnType<Record<string, unknown> | null, never, string>;
  contents_at: ColumnType<Date | null, never, Date>;
  created_by: string | null;
  created_at: Written;
}

interface BackupsTable {
  id: Generated<number>;
  connection_id: number | null;
  database_id: number | null;
  database_name: string;
  filename: string;
  artifact: string;
  server: ColumnType<string | null, never, string | null>;
  /** Of the server that was backed up; null for backups of earlier versions. */
  server_identifier: ColumnType<string | null, string, never>;
  size: number;
  sha256: string;
  server_version: string;
  note: Filled<string>;
  job_id: number | null;
  verified_at: Date | null;
  created_by: string | null;
  created_at: Written;
}

interface UploadsTable {
  id: string;
  database_id: number;
  user_id: number | null;
  filename: string;
  source_path: string;
  size: number;
  layers: ColumnType<unknown[], string, string>;
  created_at: Written;
}

interface GrantsTable {
  id: Generated<number>;
  database_id: number;
  role_name: string;
  level: Level;
  granted_by: string | null;
  granted_at: Written;
}

interface HandedLoginsTable {
  database_id: number;
  service: string;
  user_id: number;
  level: Filled<'readonly' | 'readwrite'>;
  role_name: string;
  created_at: Written;
}

/** Databases that other services had created for a user. */
interface ServiceDatabasesTable {
  service: string;
  request_id: string;
  user_id: Filled<number | null>;
  /** Null once the database is gone or unregistered. */
  database_id: Filled<number | null>;
  create_job_id: Filled<number | null>;
  owner_role: Filled<string | null>;
  undone_at: Filled<Date | null>;
  created_at: Written;
}

interface AccessRulesTable {
  id: Generated<number>;
  connection_id: number;
  position: number;
  name: string;
  cidr: string;
  auth_method: 'scram-sha-256' | 'md5';
  database_name: Filled<string>;
  role_name: Filled<string>;
  enabled: Filled<boolean>;
  created_at: Written;
  updated_at: Written;
}

interface RuleApplicationsTable {
  id: Generated<number>;
  connection_id: number;
  block: string;
  file_path: string;
  backup_path: string;
  state: 'applying' | 'applied' | 'undoing' | 'failed';
  file_sha256: string;
  applied_by: string | null;
  applied_at: Written;
  undone_at: Date | null;
}

interface SettingChangesTable {
  id: Generated<number>;
  connection_id: number;
  name: string;
  previous_value: string | null;
  value: string | null;
  changed_by: string | null;
  changed_at: Written;
  state: 'making' | 'made' | 'undoing';
  cause: ColumnType<AuditContext | null, string | null, string | null>;
  undone_at: Date | null;
}

/** Read for the jobs that a row names; @cairn/jobs alone writes it. */
interface JobsTable {
  id: Generated<number>;
  kind: string;
  payload: ColumnType<Record<string, unknown>, never, never>;
  status: JobStatus;
  progress: number;
  stage: string | null;
  committed: ColumnType<Record<string, unknown>, never, never>;
}

export interface DbadminDatabase {
  connections: ConnectionsTable;
  databases: DatabasesTable;
  backups: BackupsTable;
  uploads: UploadsTable;
  grants: GrantsTable;
  handed_logins: HandedLoginsTable;
  service_databases: ServiceDatabasesTable;
  access_rules: AccessRulesTable;
  rule_applications: RuleApplicationsTable;
  setting_changes: SettingChangesTable;
  audit_events: AuditEventsTable<'connection_id'>;
  jobs: JobsTable;
}
