import { createAuditTable } from '@cairn/audit';
import { createJobsTables } from '@cairn/jobs';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';

const STATEMENTS = [
  `CREATE TABLE definitions (
    key text PRIMARY KEY CHECK (key ~ '^[a-z0-9_-]{1,100}$'),
    title text NOT NULL,
    description text NOT NULL DEFAULT '',
    datasource text NOT NULL DEFAULT '',
    format text NOT NULL DEFAULT 'html',
    -- Below the folder of definitions.
    path text NOT NULL,
    sha256 text NOT NULL,
    has_thumbnail boolean NOT NULL DEFAULT false,
    problems jsonb NOT NULL DEFAULT '[]',
    -- SHA-256 of the template beside it that the report server has.
    pushed_sha256 text,
    -- Title, description and datasource that it was sent.
    pushed_fields jsonb,
    findings jsonb NOT NULL DEFAULT '[]',
    -- Whether everybody may view it, when the portal last answered.
    is_public boolean NOT NULL DEFAULT false,
    registered_at timestamptz,
    -- The title that the portal has.
    registered_title text,
    seen_at timestamptz NOT NULL DEFAULT now(),
    gone_at timestamptz,
    -- The user who last changed what it reads: the template, the datasource or a statement.
    author_id integer,
    -- Since when it is deleted; the files are kept for a day, in a folder of this name.
    deleted_at timestamptz,
    deleted_folder text
  )`,
  `CREATE TABLE email_templates (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL CONSTRAINT email_templates_name_key UNIQUE,
    subject text NOT NULL DEFAULT '',
    body text NOT NULL DEFAULT '',
    revision integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now()
  )`,
  `CREATE TABLE schedules (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    report_key text NOT NULL,
    datasource text NOT NULL,
    format text NOT NULL,
    filename text NOT NULL,
    mode text NOT NULL CHECK (mode IN ('once', 'repeat_minutes', 'hourly', 'daily', 'weekly', 'monthly', 'custom')),
    rule jsonb NOT NULL,
    time_zone text NOT NULL,
    enabled boolean NOT NULL DEFAULT true,
    parameters jsonb NOT NULL DEFAULT '{}',
    recipients text[] NOT NULL DEFAULT '{}',
    subject text NOT NULL DEFAULT '',
    body text NOT NULL DEFAULT '',
    template_id integer REFERENCES email_templates ON DELETE SET NULL,
    no_email boolean NOT NULL DEFAULT false,
    attach text NOT NULL DEFAULT 'auto' CHECK (attach IN ('auto', 'file', 'link')),
    grace_s integer NOT NULL DEFAULT 900,
    owner_id integer NOT NULL,
    owner text NOT NULL,
    next_run_at timestamptz,
    last_slot timestamptz,
    -- Version of the tz database that next_run_at was computed with.
    tz_version text NOT NULL,
    -- Failed executions since the last that succeeded.
    failures integer NOT NULL DEFAULT 0,
    revision integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now()
  )`,
  `CREATE INDEX schedules_due_idx ON schedules (next_run_at) WHERE enabled`,
  `CREATE INDEX schedules_report_idx ON schedules (report_key)`,
  `CREATE TABLE executions (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    -- Kept when the schedule is deleted: the history stays.
    schedule_id integer,
    slot timestamptz,
    trigger text NOT NULL CHECK (trigger IN ('schedule', 'run_now', 'test', 'viewer')),
    status text NOT NULL DEFAULT 'queued'
      CHECK (status IN ('queued', 'running', 'succeeded', 'failed', 'skipped', 'missed', 'cancelled')),
    report_key text NOT NULL,
    report_title text NOT NULL DEFAULT '',
    datasource text NOT NULL DEFAULT '',
    format text NOT NULL,
    parameters jsonb NOT NULL DEFAULT '{}',
    requested_by integer,
    requested_by_name text,
    time_zone text NOT NULL DEFAULT 'UTC',
    -- How many slots a row of the status missed stands for.
    missed_count integer,
    attempt integer NOT NULL DEFAULT 0,
    job_id bigint,
    -- Until when the run waits for a report engine that is away.
    retry_until timestamptz,
    rows bigint,
    pages integer,
    queued_ms integer,
    db_ms integer,
    render_ms integer,
    output_object text,
    output_name text,
    output_mime text,
    output_bytes bigint,
    output_expires_at timestamptz,
    error_code text,
    error text,
    warnings jsonb NOT NULL DEFAULT '[]',
    -- To whom the document goes and how, as the schedule said when the slot was claimed.
    delivery jsonb,
    email_status text NOT NULL DEFAULT 'not_requested'
      CHECK (email_status IN ('not_requested', 'queued', 'sent', 'partial', 'failed', 'unknown')),
    engine_execution_id text,
    created_at timestamptz NOT NULL DEFAULT now(),
    started_at timestamptz,
    ended_at timestamptz
  )`,
  // A slot is executed once; null slots, those of viewers, are all different.
  `CREATE UNIQUE INDEX executions_slot_key ON executions (schedule_id, slot)`,
  // Each page of the history is read in the order of one of these, whatever it is filtered by.
  `CREATE INDEX executions_created_idx ON executions (created_at DESC, id DESC)`,
  `CREATE INDEX executions_status_idx ON executions (status, trigger, created_at DESC, id DESC)`,
  `CREATE INDEX executions_report_idx ON executions (report_key, created_at DESC, id DESC)`,
  `CREATE INDEX executions_report_status_idx ON executions (report_key, status, trigger, created_at DESC, id DESC)`,
  `CREATE INDEX executions_schedule_idx ON executions (schedule_id, created_at DESC, id DESC)`,
  `CREATE INDEX executions_schedule_status_idx ON executions (schedule_id, status, trigger, created_at DESC, id DESC)`,
  `CREATE INDEX executions_unfinished_idx ON executions (schedule_id) WHERE status IN ('queued', 'running')`,
  `CREATE INDEX executions_expiry_idx ON executions (output_expires_at) WHERE output_object IS NOT NULL`,
  `CREATE INDEX executions_output_idx ON executions (output_object) WHERE output_object IS NOT NULL`,
  `CREATE TABLE deliveries (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    execution_id uuid NOT NULL REFERENCES executions ON DELETE CASCADE,
    address text NOT NULL,
    -- A failure notice goes to the owner of the schedule, and does not count as one of the mails of the execution.
    purpose text NOT NULL DEFAULT 'document' CHECK (purpose IN ('document', 'failure_notice')),
    job_id bigint,
    status text NOT NULL DEFAULT 'queued'
      CHECK (status IN ('queued', 'sending', 'sent', 'rejected', 'failed', 'unknown', 'suppressed')),
    message_id text,
    attempts integer NOT NULL DEFAULT 0,
    next_attempt_at timestamptz,
    last_code integer,
    last_reply text,
    -- Whether the address was refused for good: an execution counts once against it.
    bounced boolean NOT NULL DEFAULT false,
    link_sha256 text,
    link_expires_at timestamptz,
    downloads integer NOT NULL DEFAULT 0,
    sent_at timestamptz,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT deliveries_address_key UNIQUE (execution_id, address)
  )`,
  `CREATE UNIQUE INDEX deliveries_link_key ON deliveries (link_sha256) WHERE link_sha256 IS NOT NULL`,
  `CREATE INDEX deliveries_address_idx ON deliveries (lower(address), created_at DESC)`,
  `CREATE INDEX deliveries_unfinished_idx ON deliveries (created_at) WHERE status IN ('queued', 'sending')`,
  `CREATE TABLE recipients (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL DEFAULT '',
    email text NOT NULL,
    notes text NOT NULL DEFAULT '',
    -- Executions in which the address was refused for good, since the last mail that arrived.
    hard_bounces integer NOT NULL DEFAULT 0,
    last_bounce text,
    suppressed_at timestamptz,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now()
  )`,
  `CREATE UNIQUE INDEX recipients_email_key ON recipients (lower(email))`,
  `CREATE TABLE image_runs (
    uuid uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    report_key text NOT NULL,
    user_id integer NOT NULL,
    -- Cookie of the engine's session, encrypted; null for the report server.
    engine_session_sealed text,
    engine_execution_id text,
    expires_at timestamptz NOT NULL
  )`,
  `CREATE INDEX image_runs_expires_idx ON image_runs (expires_at)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await createJobsTables(db);
  await createAuditTable(db, 'object_id');
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
