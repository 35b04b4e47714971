import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * Edits of rows wait here until they are sealed into a version; the file that they change is never touched. A session
 * collects the edits of one dataset between two versions. Rows stay after sealing: they say who changed what.
 * While `sealing_job_id` names a job that has not ended, the session takes no edits; should the job fail, it does again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE edit_sessions (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    dataset_id bigint NOT NULL REFERENCES datasets (id) ON DELETE CASCADE,
    base_version_id bigint REFERENCES versions (id) ON DELETE SET NULL,
    revision int NOT NULL DEFAULT 0,
    opened_at timestamptz NOT NULL DEFAULT now(),
    last_edit_at timestamptz NOT NULL DEFAULT now(),
    pause_job_id bigint,
    sealing_job_id bigint,
    sealed_at timestamptz,
    sealed_version_id bigint REFERENCES versions (id) ON DELETE SET NULL,
    discarded_at timestamptz,
    discarded_by text,
    CONSTRAINT edit_sessions_ends_once CHECK (sealed_at IS NULL OR discarded_at IS NULL)
  )`.execute(db);
  await sql`CREATE UNIQUE INDEX edit_sessions_one_open ON edit_sessions (dataset_id)
    WHERE sealed_at IS NULL AND discarded_at IS NULL`.execute(db);
  await sql`CREATE INDEX edit_sessions_base_idx ON edit_sessions (base_version_id)`.execute(db);
  await sql`CREATE INDEX edit_sessions_sealed_idx ON edit_sessions (sealed_version_id)
    WHERE sealed_version_id IS NOT NULL`.execute(db);

  await sql`CREATE TABLE edits (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    session_id bigint NOT NULL REFERENCES edit_sessions (id) ON DELETE CASCADE,
    layer text NOT NULL,
    kind text NOT NULL CONSTRAINT edits_kind_known CHECK (kind IN ('update', 'insert', 'delete')),
    row_key text NOT NULL CONSTRAINT edits_row_key_integer CHECK (row_key ~ '^-?[0-9]+$'),
    before jsonb,
    after jsonb,
    geometry jsonb,
    by_id int,
    by text,
    at timestamptz NOT NULL DEFAULT clock_timestamp(),
    undone_at timestamptz,
    undone_by text
  )`.execute(db);
  await sql`CREATE INDEX edits_session_idx ON edits (session_id, id)`.execute(db);
  await sql`CREATE INDEX edits_row_idx ON edits (session_id, layer, row_key, id)`.execute(db);
}
