import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** What happened: rows are added, never changed, never removed. Names are copied, for people and things may go. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE audit_events (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at timestamptz NOT NULL DEFAULT now(),
    event text NOT NULL,
    actor_id int,
    actor_name text,
    subject_type text,
    subject_id text,
    subject_name text,
    ip text,
    request_id text,
    details jsonb NOT NULL DEFAULT '{}'
  )`.execute(db);
  await sql`CREATE INDEX audit_events_event_idx ON audit_events (event, id DESC)`.execute(db);
  await sql`CREATE INDEX audit_events_actor_idx ON audit_events (actor_name, id DESC)`.execute(db);
  await sql`CREATE INDEX audit_events_at_idx ON audit_events (at)`.execute(db);
  await sql`CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'audit events are append-only' USING ERRCODE = 'insufficient_privilege';
    END $$`.execute(db);
  await sql`CREATE TRIGGER audit_events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_events
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change()`.execute(db);
}
