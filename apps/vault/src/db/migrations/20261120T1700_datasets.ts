import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * A dataset is what people name, describe and grant; a version is what a file held at one moment and never changes.
 * Facts about a file hang on its bytes, so that every version of these bytes has them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE folders (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL,
    description text NOT NULL DEFAULT '',
    group_name text,
    owner_id int,
    owner text,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    archived_at timestamptz
  )`.execute(db);
  await sql`CREATE TABLE datasets (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL CONSTRAINT datasets_name_key UNIQUE,
    type text NOT NULL CONSTRAINT datasets_type_known CHECK (type IN ('vector', 'raster')),
    title text NOT NULL,
    description text NOT NULL DEFAULT '',
    tags text[] NOT NULL DEFAULT '{}',
    citation text NOT NULL DEFAULT '',
    attribution text NOT NULL DEFAULT '',
    keywords text[] NOT NULL DEFAULT '{}',
    notes text NOT NULL DEFAULT '',
    folder_id bigint CONSTRAINT datasets_folder_fkey REFERENCES folders (id),
    owner_id int,
    owner text,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    described_at timestamptz,
    described_by text,
    archived_at timestamptz,
    registered_at timestamptz
  )`.execute(db);
  await sql`CREATE INDEX datasets_folder_idx ON datasets (folder_id) WHERE folder_id IS NOT NULL`.execute(db);
  await sql`CREATE INDEX datasets_updated_idx ON datasets (updated_at DESC)`.execute(db);

  await sql`CREATE TABLE versions (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    dataset_id bigint NOT NULL REFERENCES datasets (id) ON DELETE CASCADE,
    version int NOT NULL CONSTRAINT versions_number_positive CHECK (version > 0),
    project_id int NOT NULL DEFAULT 1,
    operation text NOT NULL,
    parent_id bigint REFERENCES versions (id) ON DELETE SET NULL,
    parameters jsonb NOT NULL DEFAULT '{}',
    label text,
    format text NOT NULL,
    file_name text NOT NULL,
    size bigint NOT NULL,
    sha256 text NOT NULL CONSTRAINT versions_sha256_hex CHECK (sha256 ~ '^[0-9a-f]{64}$'),
    object_key text NOT NULL,
    created_by_id int,
    created_by text,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT versions_dataset_version_key UNIQUE (dataset_id, version)
  )`.execute(db);
  await sql`CREATE INDEX versions_project_idx ON versions (project_id, id DESC)`.execute(db);
  await sql`CREATE INDEX versions_object_idx ON versions (object_key)`.execute(db);
  await sql`CREATE INDEX versions_sha256_idx ON versions (sha256)`.execute(db);
  await sql`ALTER TABLE datasets ADD COLUMN latest_version_id bigint
    REFERENCES versions (id) ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED`.execute(db);

  await sql`CREATE TABLE file_facts (
    sha256 text PRIMARY KEY,
    format text NOT NULL,
    facts jsonb NOT NULL,
    extracted_at timestamptz NOT NULL DEFAULT now()
  )`.execute(db);
}
