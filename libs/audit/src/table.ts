import { sql } from 'kysely';
import type { ColumnType, Generated, Kysely } from 'kysely';

/** The columns of `audit_events` in every service. */
export interface AuditColumns {
  id: Generated<number>;
  at: ColumnType<Date, never, never>;
  event: string;
  actor_id: number | null;
  actor_name: string | null;
  ip: string | null;
  request_id: string | null;
  details: ColumnType<Record<string, unknown>, string, never>;
}

/** The table of a service whose events concern one kind of object, such as `connection_id`. */
export type AuditEventsTable<Id extends string> = AuditColumns & { subject: string | null } & Record<
    Id,
    number | null
  >;

/**
 * Creates `audit_events`, which rejects changes and deletions. Call it from a migration of the service.
 *
 * @param idColumn name of the column with the id of the object that an event concerns
 */
export async function createAuditTable(db: Kysely<any>, idColumn: string): Promise<void> {
  await sql`CREATE TABLE audit_events (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at timestamptz NOT NULL DEFAULT now(),
    event text NOT NULL,
    actor_id int,
    actor_name text,
    ${sql.id(idColumn)} bigint,
    subject text,
    ip text,
    request_id text,
    details jsonb NOT NULL DEFAULT '{}'
  )`.execute(db);
  await sql`CREATE INDEX audit_events_object_idx ON audit_events (${sql.id(idColumn)}, id DESC)`.execute(db);
  await sql`CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'audit events are append-only' USING ERRCODE = 'insufficient_privilege';
    END $$`.execute(db);
  await sql`CREATE TRIGGER audit_events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_events
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change()`.execute(db);
}
