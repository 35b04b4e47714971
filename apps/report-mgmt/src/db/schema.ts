import type { AuditEventsTable } from '@cairn/audit';
import type { ColumnType, Generated, Kysely } from 'kysely';

type Filled<T> = ColumnType<T, T | undefined, T>;
type Written = ColumnType<Date, never, Date>;
/** Written as JSON text, read as a value. */
type Json<T> = ColumnType<T, string | undefined, string>;

/** The index of the definitions on disk; the disk is the truth. */
export interface DefinitionsTable {
  key: string;
  title: string;
  description: Filled<string>;
  datasource: Filled<string>;
  format: Filled<string>;
  /** Below the folder of definitions. */
  path: string;
  /** SHA-256 of the definition file. */
  sha256: string;
  has_thumbnail: Filled<boolean>;
  /** Sentences; a definition with any is not served. */
  problems: Json<string[]>;
  /** SHA-256 of the template beside it that the report server has. */
  pushed_sha256: string | null;
  /** Title, description and datasource that the report server was sent. */
  pushed_fields: Json<Record<string, string> | null>;
  /** What the report server found in it. */
  findings: Json<unknown[]>;
  /** Whether everybody may view it, when the portal last answered. */
  is_public: Filled<boolean>;
  registered_at: Date | null;
  /** The title that the portal has. */
  registered_title: string | null;
  seen_at: Filled<Date>;
  /** Since when the file is missing. */
  gone_at: Date | null;
  /** The user who last changed what it reads: the template, the datasource or a statement. */
  author_id: number | null;
  /** Since when it is deleted; the files are kept for a day, in a folder of this name. */
  deleted_at: Date | null;
  deleted_folder: string | null;
}

export interface SchedulesTable {
  id: Generated<number>;
  report_key: string;
  datasource: string;
  format: string;
  filename: string;
  mode: string;
  rule: Json<unknown>;
  time_zone: string;
  enabled: Filled<boolean>;
  parameters: Json<Record<string, string[]>>;
  recipients: Filled<string[]>;
  subject: Filled<string>;
  body: Filled<string>;
  template_id: number | null;
  no_email: Filled<boolean>;
  attach: Filled<'auto' | 'file' | 'link'>;
  grace_s: Filled<number>;
  owner_id: number;
  owner: string;
  next_run_at: Date | null;
  last_slot: Date | null;
  /** Version of the tz database that next_run_at was computed with. */
  tz_version: string;
  /** Failed executions since the last that succeeded. */
  failures: Filled<number>;
  revision: Filled<number>;
  created_at: Written;
  updated_at: Written;
}

export type ExecutionStatus =
  'queued' | 'running' | 'succeeded' | 'failed' | 'skipped' | 'missed' | 'cancelled';
export type EmailStatus = 'not_requested' | 'queued' | 'sent' | 'partial' | 'failed' | 'unknown';

/** What an execution knows of its mails; later changes of the schedule do not concern it. */
export interface DeliveryPlan {
  recipients: string[];
  /** Blank: that of the template. */
  subject: string;
  body: string;
  template_id: number | null;
  attach: 'auto' | 'file' | 'link';
}

export interface ExecutionsTable {
  id: Generated<string>;
  schedule_id: number | null;
  /** The moment that the rule named; null for runs of viewers. */
  slot: Date | null;
  trigger: 'schedule' | 'run_now' | 'test' | 'viewer';
  status: Filled<ExecutionStatus>;
  report_key: string;
  report_title: Filled<string>;
  datasource: Filled<string>;
  format: string;
  parameters: Json<Record<string, string[]>>;
  requested_by: number | null;
  requested_by_name: string | null;
  time_zone: Filled<string>;
  /** How many slots a `missed` row stands for. */
  missed_count: number | null;
  attempt: Filled<number>;
  job_id: number | null;
  /** Until when the run waits for a report engine that is away: for a slot as long as its grace time, else some minutes. */
  retry_until: Date | null;
  rows: number | null;
  pages: number | null;
  queued_ms: number | null;
  db_ms: number | null;
  render_ms: number | null;
  output_object: string | null;
  output_name: string | null;
  output_mime: string | null;
  output_bytes: number | null;
  output_expires_at: Date | null;
  error_code: string | null;
  error: string | null;
  warnings: Json<string[]>;
  /** To whom the document goes and how, as the schedule said when the slot was claimed; null where nothing is mailed. */
  delivery: ColumnType<DeliveryPlan | null, string | null | undefined, string | null>;
  email_status: Filled<EmailStatus>;
  engine_execution_id: string | null;
  created_at: Written;
  started_at: Date | null;
  ended_at: Date | null;
}

export type DeliveryStatus = 'queued' | 'sending' | 'sent' | 'rejected' | 'failed' | 'unknown' | 'suppressed';

export type DeliveryPurpose = 'document' | 'failure_notice';

export interface DeliveriesTable {
  /** Part of the Message-ID, which stays over retries. */
  id: Generated<string>;
  execution_id: string;
  address: string;
  /** A failure notice goes to the owner of the schedule, and does not count as one of the mails of the execution. */
  purpose: Filled<DeliveryPurpose>;
  job_id: number | null;
  status: Filled<DeliveryStatus>;
  message_id: string | null;
  attempts: Filled<number>;
  next_attempt_at: Date | null;
  last_code: number | null;
  last_reply: string | null;
  /** Whether the address was refused for good: an execution counts once against it. */
  bounced: Filled<boolean>;
  link_sha256: string | null;
  link_expires_at: Date | null;
  downloads: Filled<number>;
  sent_at: Date | null;
  created_at: Written;
  updated_at: Written;
}

export interface RecipientsTable {
  id: Generated<number>;
  name: Filled<string>;
  email: string;
  notes: Filled<string>;
  /** Executions in which the address was refused for good, since the last mail that arrived. */
  hard_bounces: Filled<number>;
  last_bounce: string | null;
  suppressed_at: Date | null;
  created_at: Written;
  updated_at: Written;
}

export interface EmailTemplatesTable {
  id: Generated<number>;
  name: string;
  subject: Filled<string>;
  body: Filled<string>;
  revision: Filled<number>;
  created_at: Written;
  updated_at: Written;
}

/** Runs as HTML whose pictures the report engine has. */
export interface ImageRunsTable {
  uuid: Generated<string>;
  report_key: string;
  user_id: number;
  /** Cookie of the engine's session, encrypted; null for the report server. */
  engine_session_sealed: string | null;
  /** Id of the run at the report server. */
  engine_execution_id: string | null;
  expires_at: Date;
}

export interface ReportMgmtDatabase {
  definitions: DefinitionsTable;
  schedules: SchedulesTable;
  executions: ExecutionsTable;
  deliveries: DeliveriesTable;
  recipients: RecipientsTable;
  email_templates: EmailTemplatesTable;
  image_runs: ImageRunsTable;
  audit_events: AuditEventsTable<'object_id'>;
}

/** The pool or a transaction: a repo takes either. */
export type Db = Kysely<ReportMgmtDatabase>;
