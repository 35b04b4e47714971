import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * The request of an import, beside its job: everyone who may see a job may read its payload, so signed addresses and keys are
 * stored here, encrypted. The row is deleted when the job has ended.
 * Also the locations of the objects of remote versions, with their access keys, encrypted as well.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE import_requests (
    job_id bigint PRIMARY KEY REFERENCES jobs (id) ON DELETE CASCADE,
    dataset_name text NOT NULL,
    dataset_exists boolean NOT NULL,
    project_id integer NOT NULL,
    folder_id bigint,
    label text,
    base_path text NOT NULL,
    requested_by_id integer,
    what jsonb NOT NULL,
    sealed text,
    created_at timestamptz NOT NULL DEFAULT now()
  )`.execute(db);
  await sql`CREATE TABLE remote_sources (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    endpoint text NOT NULL,
    region text NOT NULL,
    bucket text NOT NULL,
    key text NOT NULL,
    path_style boolean NOT NULL,
    etag text NOT NULL,
    size bigint NOT NULL CHECK (size > 0),
    sealed_credentials text,
    created_at timestamptz NOT NULL DEFAULT now()
  )`.execute(db);
}
