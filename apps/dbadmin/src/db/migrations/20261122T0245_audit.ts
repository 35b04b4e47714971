import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** What was done to which server, by whom: rows are added, never changed, never removed; names are copied. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE audit_events (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at timestamptz NOT NULL DEFAULT now(),
    event text NOT NULL,
    actor_id int,
    actor_name text,
    connection_id bigint,
    subject text,
    ip text,
    request_id text,
    details jsonb NOT NULL DEFAULT '{}'
  )`.execute(db);
  await sql`CREATE INDEX audit_events_connection_idx ON audit_events (connection_id, id DESC)`.execute(db);
  await sql`CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'audit events are append-only' USING ERRCODE = 'insufficient_privilege';
    END $$`.execute(db);
  await sql`CREATE TRIGGER audit_events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_events
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change()`.execute(db);
}
