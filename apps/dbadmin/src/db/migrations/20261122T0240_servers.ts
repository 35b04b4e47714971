import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Servers, the databases on them that are looked after here, and what was granted, allowed and changed through us. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE connections (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL CONSTRAINT connections_name_key UNIQUE,
    host text NOT NULL,
    port int NOT NULL CONSTRAINT connections_port_valid CHECK (port BETWEEN 1 AND 65535),
    sslmode text NOT NULL
      CONSTRAINT connections_sslmode_known
      CHECK (sslmode IN ('disable', 'prefer', 'require', 'verify-ca', 'verify-full')),
    admin_username text NOT NULL,
    sealed_password text NOT NULL,
    hba_file_path text,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now()
  )`.execute(db);

  await sql`CREATE TABLE databases (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    connection_id bigint NOT NULL CONSTRAINT databases_connection_fkey REFERENCES connections (id) ON DELETE CASCADE,
    name text NOT NULL,
    purpose text NOT NULL DEFAULT '',
    job_id bigint,
    created_by text,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT databases_name_key UNIQUE (connection_id, name)
  )`.execute(db);
  await sql`COMMENT ON COLUMN databases.job_id IS 'The job that makes it; null once it is there'`.execute(db);

  await sql`CREATE TABLE backups (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    connection_id bigint CONSTRAINT backups_connection_fkey REFERENCES connections (id) ON DELETE SET NULL,
    database_id bigint CONSTRAINT backups_database_fkey REFERENCES databases (id) ON DELETE SET NULL,
    database_name text NOT NULL,
    filename text NOT NULL CONSTRAINT backups_filename_key UNIQUE,
    artifact text NOT NULL CONSTRAINT backups_artifact_key UNIQUE,
    size bigint NOT NULL,
    sha256 text NOT NULL CONSTRAINT backups_sha256_hex CHECK (sha256 ~ '^[0-9a-f]{64}$'),
    server_version text NOT NULL,
    note text NOT NULL DEFAULT '',
    job_id bigint,
    verified_at timestamptz,
    created_by text,
    created_at timestamptz NOT NULL DEFAULT now()
  )`.execute(db);
  await sql`CREATE INDEX backups_database_idx ON backups (database_id, filename DESC)`.execute(db);

  await sql`CREATE TABLE uploads (
    id uuid PRIMARY KEY,
    database_id bigint NOT NULL CONSTRAINT uploads_database_fkey REFERENCES databases (id) ON DELETE CASCADE,
    user_id int,
    filename text NOT NULL,
    source_path text NOT NULL CONSTRAINT uploads_path_key UNIQUE,
    size bigint NOT NULL,
    layers jsonb NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
  )`.execute(db);
  await sql`CREATE INDEX uploads_age_idx ON uploads (created_at)`.execute(db);

  await sql`CREATE TABLE grants (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    database_id bigint NOT NULL CONSTRAINT grants_database_fkey REFERENCES databases (id) ON DELETE CASCADE,
    role_name text NOT NULL,
    level text NOT NULL CONSTRAINT grants_level_known CHECK (level IN ('readonly', 'readwrite', 'admin')),
    granted_by text,
    granted_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT grants_role_key UNIQUE (database_id, role_name)
  )`.execute(db);

  await sql`CREATE TABLE access_rules (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    connection_id bigint NOT NULL CONSTRAINT rules_connection_fkey REFERENCES connections (id) ON DELETE CASCADE,
    position int NOT NULL,
    name text NOT NULL,
    cidr text NOT NULL,
    auth_method text NOT NULL CONSTRAINT rules_method_known CHECK (auth_method IN ('scram-sha-256', 'md5')),
    database_name text NOT NULL DEFAULT '',
    role_name text NOT NULL DEFAULT '',
    enabled boolean NOT NULL DEFAULT true,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT rules_name_key UNIQUE (connection_id, name),
    CONSTRAINT rules_position_key UNIQUE (connection_id, position) DEFERRABLE INITIALLY DEFERRED
  )`.execute(db);
  await sql`CREATE TABLE rule_applications (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    connection_id bigint NOT NULL CONSTRAINT applications_connection_fkey REFERENCES connections (id) ON DELETE CASCADE,
    block text NOT NULL,
    file_path text NOT NULL,
    backup_path text NOT NULL,
    applied_by text,
    applied_at timestamptz NOT NULL DEFAULT now(),
    undone_at timestamptz
  )`.execute(db);
  await sql`CREATE INDEX applications_connection_idx ON rule_applications (connection_id, id DESC)`.execute(
    db,
  );

  await sql`CREATE TABLE setting_changes (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    connection_id bigint NOT NULL CONSTRAINT settings_connection_fkey REFERENCES connections (id) ON DELETE CASCADE,
    name text NOT NULL,
    previous_value text,
    value text,
    changed_by text,
    changed_at timestamptz NOT NULL DEFAULT now(),
    undone_at timestamptz
  )`.execute(db);
  await sql`COMMENT ON COLUMN setting_changes.previous_value IS
    'What ALTER SYSTEM had said before; null when it had said nothing'`.execute(db);
  await sql`CREATE INDEX setting_changes_idx ON setting_changes (connection_id, id DESC)`.execute(db);
}
