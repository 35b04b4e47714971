import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * A name that people read, and whether a user must choose a new password first: until then no session of the user
 * identifies anybody, in any service.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE users
    ADD display_name text NOT NULL DEFAULT '',
    ADD must_change_password boolean NOT NULL DEFAULT false`.execute(db);
  await sql`CREATE OR REPLACE VIEW portal.auth_sessions AS
    SELECT s.id AS credential_id, s.token_hash, s.user_id, s.last_seen_at AS last_used_at,
      least(s.expires_at, s.last_seen_at + s.idle) AS expires_at
    FROM portal.sessions s
    WHERE NOT EXISTS (SELECT 1 FROM portal.users u WHERE u.id = s.user_id AND u.must_change_password)`.execute(
    db,
  );
}
