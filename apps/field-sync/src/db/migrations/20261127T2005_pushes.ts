import { sql } from 'kysely';
import type { Kysely } from 'kysely';

const STATEMENTS = [
  `CREATE TABLE pushes (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project_id integer NOT NULL REFERENCES projects ON DELETE CASCADE,
    file_target_id integer NOT NULL REFERENCES file_targets ON DELETE CASCADE,
    job_id bigint,
    -- What the project had applied when it was asked for, then what is copied.
    seq bigint NOT NULL,
    status text NOT NULL DEFAULT 'queued' CHECK (status IN ('queued', 'running', 'succeeded', 'failed', 'cancelled')),
    -- The attempt of its job that may change it.
    fence integer NOT NULL DEFAULT 0,
    -- Files of the tree, and what was transferred and deleted.
    total_files integer,
    files integer NOT NULL DEFAULT 0,
    bytes bigint NOT NULL DEFAULT 0,
    deleted integer NOT NULL DEFAULT 0,
    -- Of rsync.
    exit_code integer,
    -- The last lines.
    log text NOT NULL DEFAULT '',
    error_code text,
    error text,
    requested_by text,
    created_at timestamptz NOT NULL DEFAULT now(),
    started_at timestamptz,
    finished_at timestamptz
  )`,
  `CREATE UNIQUE INDEX pushes_queued_key ON pushes (project_id, file_target_id) WHERE status = 'queued'`,
  `CREATE INDEX pushes_project ON pushes (project_id, id DESC)`,
  `CREATE INDEX pushes_target ON pushes (file_target_id, id DESC)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
