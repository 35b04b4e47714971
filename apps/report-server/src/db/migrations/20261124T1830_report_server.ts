import { createAuditTable } from '@cairn/audit';
import { createJobsTables } from '@cairn/jobs';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';

const STATEMENTS = [
  `CREATE TABLE datasources (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    key text NOT NULL CONSTRAINT datasources_key_key UNIQUE CHECK (key ~ '^[a-z0-9_-]{1,100}$'),
    title text NOT NULL,
    kind text NOT NULL DEFAULT 'postgres' CHECK (kind = 'postgres'),
    host text NOT NULL,
    port integer NOT NULL,
    database text NOT NULL,
    username text NOT NULL,
    password_sealed text NOT NULL,
    sslmode text NOT NULL DEFAULT 'prefer',
    -- Schemas whose tables people see; empty: all but those of the system.
    schemas text[] NOT NULL DEFAULT '{}',
    -- Schema of PostGIS, null without PostGIS.
    postgis_schema text,
    postgis_version text,
    origin text NOT NULL DEFAULT 'manual' CHECK (origin IN ('manual', 'dbadmin')),
    -- Id of the database in database administration.
    origin_ref text,
    statement_timeout_ms integer NOT NULL DEFAULT 30000,
    enabled boolean NOT NULL DEFAULT true,
    revision integer NOT NULL DEFAULT 1,
    created_by integer,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now()
  )`,
  `CREATE TABLE row_policies (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    datasource_id integer NOT NULL REFERENCES datasources ON DELETE CASCADE,
    schema text NOT NULL,
    table_name text NOT NULL,
    -- Null: applies to everybody.
    group_id integer,
    group_name text,
    filter jsonb NOT NULL,
    revision integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT row_policies_key UNIQUE NULLS NOT DISTINCT (datasource_id, schema, table_name, group_id)
  )`,
  `CREATE TABLE reports (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    key text NOT NULL CONSTRAINT reports_key_key UNIQUE CHECK (key ~ '^[a-z0-9_-]{1,100}$'),
    title text NOT NULL,
    description text NOT NULL DEFAULT '',
    engine text NOT NULL DEFAULT 'native' CHECK (engine IN ('native', 'external')),
    datasource_key text,
    allowed_datasources text[] NOT NULL DEFAULT '{}',
    owner_id integer,
    owner text,
    latest_version integer NOT NULL DEFAULT 0,
    archived_at timestamptz,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now()
  )`,
  `CREATE TABLE report_versions (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    report_id integer NOT NULL REFERENCES reports ON DELETE CASCADE,
    number integer NOT NULL,
    template jsonb NOT NULL,
    sha256 text NOT NULL,
    source text NOT NULL CHECK (source IN ('builder', 'json', 'jrxml6', 'jrxml7')),
    -- Object with the file that was imported.
    source_object text,
    findings jsonb NOT NULL DEFAULT '[]',
    created_by integer,
    created_by_name text,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT report_versions_number_key UNIQUE (report_id, number),
    CONSTRAINT report_versions_content_key UNIQUE (report_id, sha256)
  )`,
  `CREATE TABLE report_assets (
    report_id integer NOT NULL REFERENCES reports ON DELETE CASCADE,
    name text NOT NULL,
    object text NOT NULL,
    mime text NOT NULL,
    sha256 text NOT NULL,
    width integer,
    height integer,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (report_id, name)
  )`,
  `CREATE TABLE views (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    owner_id integer NOT NULL,
    owner text NOT NULL,
    key text NOT NULL CHECK (key ~ '^[a-z0-9_-]{1,100}$'),
    title text NOT NULL,
    description text NOT NULL DEFAULT '',
    kind text NOT NULL CHECK (kind IN ('table', 'chart', 'map')),
    source jsonb NOT NULL,
    query jsonb NOT NULL DEFAULT '{}',
    visual jsonb NOT NULL DEFAULT '{}',
    is_default boolean NOT NULL DEFAULT false,
    is_widget boolean NOT NULL DEFAULT false,
    revision integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT views_key_key UNIQUE (owner_id, key)
  )`,
  // A person has one default view.
  `CREATE UNIQUE INDEX views_default_idx ON views (owner_id) WHERE is_default`,
  `CREATE TABLE dashboards (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    owner_id integer NOT NULL,
    owner text NOT NULL,
    key text NOT NULL CHECK (key ~ '^[a-z0-9_-]{1,100}$'),
    title text NOT NULL,
    description text NOT NULL DEFAULT '',
    layout jsonb NOT NULL DEFAULT '[]',
    filters jsonb NOT NULL DEFAULT '[]',
    parameters jsonb NOT NULL DEFAULT '{}',
    revision integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT dashboards_key_key UNIQUE (owner_id, key)
  )`,
  `CREATE TABLE embed_tokens (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    token_sha256 text NOT NULL CONSTRAINT embed_tokens_sha256_key UNIQUE,
    type text NOT NULL CHECK (type IN ('report', 'dashboard', 'view', 'map-report')),
    owner text,
    resource_key text NOT NULL,
    parameters jsonb NOT NULL DEFAULT '{}',
    filter jsonb,
    datasource_key text,
    origins text[] NOT NULL DEFAULT '{}',
    actions text[] NOT NULL DEFAULT '{}',
    creator_id integer NOT NULL,
    creator text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL,
    revoked_at timestamptz,
    last_used_at timestamptz,
    uses integer NOT NULL DEFAULT 0
  )`,
  `CREATE INDEX embed_tokens_resource_idx ON embed_tokens (type, resource_key)`,
  `CREATE INDEX embed_tokens_creator_idx ON embed_tokens (creator_id)`,
  `CREATE TABLE embed_sessions (
    session_sha256 text PRIMARY KEY,
    token_id integer NOT NULL REFERENCES embed_tokens ON DELETE CASCADE,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL
  )`,
  `CREATE INDEX embed_sessions_token_idx ON embed_sessions (token_id)`,
  `CREATE TABLE executions (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    report_id integer,
    report_key text NOT NULL,
    version integer,
    format text NOT NULL,
    parameters jsonb NOT NULL DEFAULT '{}',
    requested_by integer,
    requested_by_name text,
    via text NOT NULL CHECK (via IN ('session', 'pat', 'embed', 'service')),
    datasource_key text,
    status text NOT NULL DEFAULT 'queued' CHECK (status IN ('queued', 'running', 'succeeded', 'failed', 'cancelled')),
    job_id bigint,
    rows bigint,
    pages integer,
    bytes bigint,
    queued_ms integer,
    db_ms integer,
    render_ms integer,
    error_code text,
    error text,
    warnings jsonb NOT NULL DEFAULT '[]',
    output_object text,
    output_name text,
    output_mime text,
    created_at timestamptz NOT NULL DEFAULT now(),
    started_at timestamptz,
    ended_at timestamptz,
    expires_at timestamptz
  )`,
  `CREATE INDEX executions_requester_idx ON executions (requested_by, created_at DESC)`,
  `CREATE INDEX executions_report_idx ON executions (report_key, created_at DESC)`,
  `CREATE TABLE run_assets (
    execution_id uuid NOT NULL REFERENCES executions ON DELETE CASCADE,
    name text NOT NULL,
    object text NOT NULL,
    mime text NOT NULL,
    expires_at timestamptz NOT NULL,
    PRIMARY KEY (execution_id, name)
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await createJobsTables(db);
  await createAuditTable(db, 'object_id');
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
