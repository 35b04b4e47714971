import { createAuditTable } from '@cairn/audit';
import { createJobsTables } from '@cairn/jobs';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';

const SERVICE_PARAMETERS = `
    -- Whether the poller asks for it, and whether it starts by itself after the platform was down.
    started boolean NOT NULL DEFAULT false,
    enabled boolean NOT NULL DEFAULT false,
    started_at timestamptz,
    -- User ids or mail addresses of those who may control the service and hear of failures.
    sync_admins text[] NOT NULL DEFAULT '{}',
    skip_init boolean NOT NULL DEFAULT false,
    force_init boolean NOT NULL DEFAULT false,
    single_run boolean NOT NULL DEFAULT false,
    -- Seconds.
    sleep_time integer NOT NULL DEFAULT 10 CHECK (sleep_time BETWEEN 1 AND 86400),
    -- Days.
    retention integer NOT NULL DEFAULT 30 CHECK (retention BETWEEN 0 AND 3650),
    retention_count integer NOT NULL DEFAULT 10 CHECK (retention_count BETWEEN 0 AND 10000),
    max_delete_percent integer NOT NULL DEFAULT 25 CHECK (max_delete_percent BETWEEN 0 AND 100),
    files text NOT NULL DEFAULT 'all' CHECK (files IN ('all', 'package')),`;

const STATEMENTS = [
  `CREATE TABLE users (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL,
    email text NOT NULL,
    -- argon2id; null for people of an identity provider.
    password_hash text,
    accesslevel text NOT NULL CHECK (accesslevel IN ('Admin', 'User')),
    is_super_admin boolean NOT NULL DEFAULT false,
    -- Who made the account, and so owns it.
    owner_id integer REFERENCES users ON DELETE SET NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now()
  )`,
  `CREATE UNIQUE INDEX users_email_key ON users (lower(email))`,
  `CREATE UNIQUE INDEX users_super_admin_key ON users (is_super_admin) WHERE is_super_admin`,
  `CREATE TABLE sessions (
    -- SHA-256 of the cookie's value, lower-case hex.
    token_hash text PRIMARY KEY,
    -- Null for people of an identity provider.
    user_id integer REFERENCES users ON DELETE CASCADE,
    -- What the identity provider said: subject, email, name, roles, level.
    identity jsonb,
    sealed_id_token text,
    created_at timestamptz NOT NULL DEFAULT now(),
    used_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL
  )`,
  `CREATE INDEX sessions_expires_at ON sessions (expires_at)`,
  `CREATE TABLE groups (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL,
    owner_id integer,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now()
  )`,
  `CREATE UNIQUE INDEX groups_name_key ON groups (lower(name))`,
  `CREATE TABLE group_users (
    group_id integer NOT NULL REFERENCES groups ON DELETE CASCADE,
    user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
    PRIMARY KEY (group_id, user_id)
  )`,
  `CREATE TABLE servers (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL,
    -- As somebody chose it, and what answers at the address: field (Mergin Maps), cloud (QFieldCloud), folder.
    type text NOT NULL CHECK (type IN ('field', 'cloud', 'folder')),
    detected_type text CHECK (detected_type IN ('field', 'cloud', 'folder')),
    -- A path below FOLDER_PROVIDER_ROOT for a folder.
    url text NOT NULL,
    username text NOT NULL DEFAULT '',
    sealed_password text,
    owner_id integer,
    -- The sign-in that all projects of the server share.
    sealed_token text,
    token_expires_at timestamptz,
    -- A sentence; no further sign-in until the server is edited.
    sign_in_problem text,
    -- Which worker polls it, until when, and when all projects were last asked for.
    poller text,
    poll_lease_until timestamptz,
    polled_at timestamptz,
    -- Consecutive failures; from the fifth on only one trial before this moment.
    failures integer NOT NULL DEFAULT 0,
    retry_at timestamptz,
    problem text,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now()
  )`,
  `CREATE UNIQUE INDEX servers_name_key ON servers (lower(name))`,
  `CREATE TABLE database_links (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL,
    host text NOT NULL,
    port integer NOT NULL CHECK (port BETWEEN 1 AND 65535),
    username text NOT NULL,
    sealed_password text,
    dbname text NOT NULL,
    sslmode text NOT NULL DEFAULT 'prefer',
    owner_id integer,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now()
  )`,
  `CREATE UNIQUE INDEX database_links_name_key ON database_links (lower(name))`,
  `CREATE TABLE file_targets (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL,
    sync_type text NOT NULL CHECK (sync_type IN ('remote', 'local')),
    host text NOT NULL DEFAULT '',
    port integer NOT NULL DEFAULT 22,
    username text NOT NULL DEFAULT '',
    sealed_password text,
    folder text NOT NULL DEFAULT '',
    usr_grp text NOT NULL DEFAULT '',
    local_project_id text NOT NULL DEFAULT '',
    excludes text NOT NULL DEFAULT '',
    -- Line of known_hosts of the first connection.
    host_key text,
    owner_id integer,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now()
  )`,
  `CREATE UNIQUE INDEX file_targets_name_key ON file_targets (lower(name))`,
  `CREATE TABLE projects (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    -- Names it in databases and folders of others; never changes.
    uuid uuid NOT NULL DEFAULT gen_random_uuid() CONSTRAINT projects_uuid_key UNIQUE,
    name text NOT NULL,
    server_id integer NOT NULL REFERENCES servers,
    -- As entered: the provider's id or namespace/name; and the provider's own id once it is known.
    project_id text NOT NULL,
    provider_id text,
    -- Path of the GeoPackage within the project.
    geopackage text NOT NULL,
    pglink_id integer NOT NULL REFERENCES database_links,
    schema text NOT NULL,
    owner_id integer,${SERVICE_PARAMETERS}
    -- What the provider had at the last poll, and since when it differs from what was applied.
    provider_version text,
    provider_version_at timestamptz,
    behind_since timestamptz,
    -- What the target had at the last run that was applied.
    applied_seq bigint NOT NULL DEFAULT 0,
    applied_version text,
    applied_at timestamptz,
    applied_snapshot_id bigint,
    -- The next cycle is due then, or one of the rhythm of sleep_time if that is null.
    due_at timestamptz,
    -- Consecutive failures, and the earliest moment of the next try.
    failures integer NOT NULL DEFAULT 0,
    retry_at timestamptz,
    -- Why nothing is written until somebody decides or mends: a code and a sentence.
    paused_code text,
    paused_reason text,
    -- Why the last cycle failed; it is tried again.
    problem text,
    -- Processor time that its runs took since it was started, tool processes included.
    cpu_seconds double precision NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now()
  )`,
  `CREATE UNIQUE INDEX projects_name_key ON projects (lower(name))`,
  `CREATE INDEX projects_server ON projects (server_id)`,
  `CREATE TABLE project_file_targets (
    project_id integer NOT NULL REFERENCES projects ON DELETE CASCADE,
    file_target_id integer NOT NULL REFERENCES file_targets,
    PRIMARY KEY (project_id, file_target_id)
  )`,
  `CREATE TABLE group_projects (
    group_id integer NOT NULL REFERENCES groups ON DELETE CASCADE,
    project_id integer NOT NULL REFERENCES projects ON DELETE CASCADE,
    PRIMARY KEY (group_id, project_id)
  )`,
  `CREATE TABLE runs (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    -- Names it in the target's state and history.
    uuid uuid NOT NULL DEFAULT gen_random_uuid(),
    project_id integer NOT NULL REFERENCES projects ON DELETE CASCADE,
    job_id bigint,
    -- What it was asked for: a poll's news, a reconcile, or a comparison that changes nothing.
    kind text NOT NULL CHECK (kind IN ('sync', 'reconcile', 'dry_run')),
    status text NOT NULL CHECK (status IN ('queued', 'running', 'applied', 'compared', 'paused', 'failed', 'cancelled')),
    -- fetching, comparing, applying …; null before and after.
    stage text,
    -- The version that it is pinned to, and the one that was applied before.
    version text,
    base_version text,
    snapshot_id bigint,
    seq bigint,
    -- The process that works on it.
    worker text,
    worker_pid integer,
    bytes_total bigint NOT NULL DEFAULT 0,
    bytes_fetched bigint NOT NULL DEFAULT 0,
    inserted bigint NOT NULL DEFAULT 0,
    updated bigint NOT NULL DEFAULT 0,
    deleted bigint NOT NULL DEFAULT 0,
    conflicts bigint NOT NULL DEFAULT 0,
    held bigint NOT NULL DEFAULT 0,
    -- Counts and samples of each table.
    tables jsonb NOT NULL DEFAULT '[]',
    -- Who made the versions since the last run, as the provider tells.
    authors jsonb NOT NULL DEFAULT '[]',
    -- Sentences.
    warnings jsonb NOT NULL DEFAULT '[]',
    error_code text,
    error text,
    -- From the first sight of the version to its commit.
    lag_ms bigint,
    requested_by text,
    created_at timestamptz NOT NULL DEFAULT now(),
    started_at timestamptz,
    finished_at timestamptz
  )`,
  `CREATE UNIQUE INDEX runs_open_key ON runs (project_id) WHERE status IN ('queued', 'running')`,
  `CREATE INDEX runs_project ON runs (project_id, id DESC)`,
  `CREATE TABLE plans (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project_id integer NOT NULL REFERENCES projects ON DELETE CASCADE,
    run_id bigint NOT NULL REFERENCES runs ON DELETE CASCADE,
    -- It holds for exactly this state and this pair of packages.
    seq bigint NOT NULL,
    base_sha256 text,
    package_sha256 text NOT NULL,
    snapshot_id bigint NOT NULL,
    items jsonb NOT NULL,
    -- What was decided for each item; null as long as nothing was.
    choices jsonb,
    status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'approved', 'applied', 'superseded')),
    decided_by text,
    decided_at timestamptz,
    created_at timestamptz NOT NULL DEFAULT now()
  )`,
  `CREATE UNIQUE INDEX plans_open_key ON plans (project_id) WHERE status IN ('open', 'approved')`,
  `CREATE TABLE objects (
    -- Key in the storage.
    key text PRIMARY KEY,
    sha256 text NOT NULL CONSTRAINT objects_sha256_key UNIQUE,
    sha1 text NOT NULL,
    size bigint NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
  )`,
  `CREATE INDEX objects_sha1 ON objects (sha1)`,
  `CREATE TABLE snapshots (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project_id integer NOT NULL REFERENCES projects ON DELETE CASCADE,
    version text NOT NULL,
    package_sha256 text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    applied_at timestamptz,
    CONSTRAINT snapshots_version_key UNIQUE (project_id, version, package_sha256)
  )`,
  `CREATE TABLE snapshot_files (
    snapshot_id bigint NOT NULL REFERENCES snapshots ON DELETE CASCADE,
    path text NOT NULL,
    object_key text NOT NULL REFERENCES objects ON UPDATE CASCADE,
    PRIMARY KEY (snapshot_id, path)
  )`,
  `CREATE INDEX snapshot_files_object ON snapshot_files (object_key)`,
  `CREATE TABLE downloads (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project_id integer NOT NULL REFERENCES projects ON DELETE CASCADE,
    path text NOT NULL,
    -- What the bytes must be: a hash, or the version where the provider tells none. So it serves the next version too.
    identity text NOT NULL,
    -- Names the part file.
    part text NOT NULL DEFAULT gen_random_uuid(),
    -- Only the attempt that took it over last may save.
    attempt text NOT NULL,
    -- How much of the part is on the disk for certain.
    saved_bytes bigint NOT NULL DEFAULT 0,
    -- Size, ETag and date of the answers so far.
    validators jsonb,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT downloads_file_key UNIQUE (project_id, path, identity)
  )`,
  `CREATE TABLE log_lines (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    project_id integer NOT NULL REFERENCES projects ON DELETE CASCADE,
    at timestamptz NOT NULL DEFAULT now(),
    level text NOT NULL CHECK (level IN ('info', 'warning', 'error')),
    run_id bigint,
    message text NOT NULL
  )`,
  `CREATE INDEX log_lines_project ON log_lines (project_id, id DESC)`,
  `CREATE TABLE workers (
    id text PRIMARY KEY,
    host text NOT NULL,
    pid integer NOT NULL,
    started_at timestamptz NOT NULL DEFAULT now(),
    beat_at timestamptz NOT NULL DEFAULT now()
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await createJobsTables(db);
  await createAuditTable(db, 'object_id');
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
