import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** People, groups, and the credentials with which they come. Credentials are stored as SHA-256 only. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE users (
    id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    username text NOT NULL CHECK (username = btrim(username) AND username <> ''),
    email text,
    password_hash text NOT NULL,
    enabled boolean NOT NULL DEFAULT true,
    created_at timestamptz NOT NULL DEFAULT now()
  )`.execute(db);
  await sql`CREATE UNIQUE INDEX users_username_key ON users (lower(username))`.execute(db);

  await sql`CREATE TABLE groups (
    id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL CHECK (name = btrim(name) AND name <> ''),
    description text NOT NULL DEFAULT '',
    -- The two groups that the rules know by role, not by name.
    kind text UNIQUE CONSTRAINT groups_kind_check CHECK (kind IN ('administrators', 'public')),
    created_at timestamptz NOT NULL DEFAULT now()
  )`.execute(db);
  await sql`CREATE UNIQUE INDEX groups_name_key ON groups (lower(name))`.execute(db);
  await sql`INSERT INTO groups (name, description, kind) VALUES
    ('Administrators', 'Members may do everything.', 'administrators'),
    ('Public', 'Everybody, signed in or not.', 'public')`.execute(db);

  await sql`CREATE TABLE group_members (
    group_id int NOT NULL CONSTRAINT group_members_group_id_fkey REFERENCES groups ON DELETE CASCADE,
    user_id int NOT NULL CONSTRAINT group_members_user_id_fkey REFERENCES users ON DELETE CASCADE,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (group_id, user_id)
  )`.execute(db);
  await sql`CREATE INDEX group_members_user_id_idx ON group_members (user_id)`.execute(db);

  await sql`CREATE TABLE sessions (
    id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    token_hash text NOT NULL UNIQUE CHECK (token_hash ~ '^[0-9a-f]{64}$'),
    user_id int NOT NULL REFERENCES users ON DELETE CASCADE,
    created_at timestamptz NOT NULL DEFAULT now(),
    last_seen_at timestamptz NOT NULL DEFAULT now(),
    -- Idle time travels with the session, so that readers of the views need no configuration.
    idle interval NOT NULL,
    expires_at timestamptz NOT NULL,
    ip text NOT NULL DEFAULT '',
    user_agent text NOT NULL DEFAULT ''
  )`.execute(db);
  await sql`CREATE INDEX sessions_user_id_idx ON sessions (user_id)`.execute(db);
  await sql`CREATE INDEX sessions_expires_at_idx ON sessions (expires_at)`.execute(db);

  await sql`CREATE TABLE tokens (
    id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    user_id int NOT NULL REFERENCES users ON DELETE CASCADE,
    name text NOT NULL,
    token_prefix text NOT NULL,
    token_hash text NOT NULL UNIQUE CHECK (token_hash ~ '^[0-9a-f]{64}$'),
    scopes jsonb NOT NULL DEFAULT '[]',
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz,
    last_used_at timestamptz,
    revoked_at timestamptz
  )`.execute(db);
  await sql`CREATE INDEX tokens_user_id_idx ON tokens (user_id)`.execute(db);

  // Counters of failed sign-ins, in the shape that rate-limiter-flexible expects. Losing them in a crash is fine.
  await sql`CREATE UNLOGGED TABLE sign_in_throttle (
    key varchar(255) PRIMARY KEY,
    points integer NOT NULL DEFAULT 0,
    expire bigint
  )`.execute(db);
}
