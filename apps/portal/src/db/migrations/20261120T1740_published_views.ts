import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * What other services may read of sign-in and access: a stable contract (libs/auth holds its test). Columns may be
 * added; a change of meaning needs new views beside these.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE VIEW portal.auth_users AS
    SELECT u.id AS user_id, u.username, u.email, u.enabled,
      coalesce(bool_or(g.kind = 'administrators'), false) AS is_admin,
      coalesce(array_agg(g.name ORDER BY g.name) FILTER (WHERE g.id IS NOT NULL), '{}') AS group_names,
      coalesce(array_agg(g.id ORDER BY g.name) FILTER (WHERE g.id IS NOT NULL), '{}') AS group_ids
    FROM portal.users u
      LEFT JOIN portal.group_members m ON m.user_id = u.id
      LEFT JOIN portal.groups g ON g.id = m.group_id
    GROUP BY u.id`.execute(db);
  await sql`CREATE VIEW portal.auth_sessions AS
    SELECT id AS credential_id, token_hash, user_id, last_seen_at AS last_used_at,
      least(expires_at, last_seen_at + idle) AS expires_at
    FROM portal.sessions`.execute(db);
  await sql`CREATE VIEW portal.auth_tokens AS
    SELECT id AS credential_id, token_hash, user_id, last_used_at, expires_at, scopes
    FROM portal.tokens WHERE revoked_at IS NULL`.execute(db);
  // An owner's right is a grant like any other, but to one person, and no matrix can take it away.
  await sql`CREATE VIEW portal.auth_grants AS
    SELECT r.resource_type, r.resource_key,
      CASE p.permission WHEN 'view' THEN 1 WHEN 'edit' THEN 2 ELSE 3 END AS level,
      g.kind IS NOT DISTINCT FROM 'public' AS is_public, p.group_id, NULL::int AS user_id
    FROM portal.permissions p
      JOIN portal.resources r ON r.id = p.resource_id
      JOIN portal.groups g ON g.id = p.group_id
    UNION ALL
    SELECT resource_type, resource_key, 3, false, NULL::int, owner_id
    FROM portal.resources WHERE owner_id IS NOT NULL`.execute(db);

  // Readers of the views have no right to write: this is their one way to say that a credential was used.
  await sql`CREATE FUNCTION portal.auth_touch(credential_hash text) RETURNS void
    LANGUAGE sql SECURITY DEFINER SET search_path = portal, pg_temp AS $$
      UPDATE portal.sessions SET last_seen_at = now()
        WHERE token_hash = credential_hash AND last_seen_at < now() - interval '1 minute'
          AND now() < least(expires_at, last_seen_at + idle);
      UPDATE portal.tokens SET last_used_at = now()
        WHERE token_hash = credential_hash AND revoked_at IS NULL
          AND coalesce(last_used_at < now() - interval '1 minute', true);
    $$`.execute(db);
  await sql`REVOKE ALL ON FUNCTION portal.auth_touch(text) FROM PUBLIC`.execute(db);
  await grantToReaders(db);
  await announceChanges(db);
}

async function grantToReaders(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql`SELECT 1 FROM pg_roles WHERE rolname = 'cairn_auth_reader'`.execute(db);
  if (rows.length === 0) return;
  await sql`GRANT USAGE ON SCHEMA portal TO cairn_auth_reader`.execute(db);
  await sql`GRANT SELECT ON portal.auth_users, portal.auth_sessions, portal.auth_tokens, portal.auth_grants TO cairn_auth_reader`.execute(
    db,
  );
  await sql`GRANT EXECUTE ON FUNCTION portal.auth_touch(text) TO cairn_auth_reader`.execute(db);
}

/** Whatever ends or changes an identity is announced by the table itself, so that no code path can forget it. */
async function announceChanges(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE FUNCTION portal.announce_identity() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_notify('portal_auth', CASE TG_TABLE_NAME
        WHEN 'groups' THEN '*'
        WHEN 'users' THEN (to_jsonb(OLD) ->> 'id')
        ELSE coalesce(to_jsonb(OLD) ->> 'user_id', to_jsonb(NEW) ->> 'user_id') END);
      RETURN NULL;
    END $$`.execute(db);
  await sql`CREATE TRIGGER sessions_announce AFTER DELETE ON portal.sessions
    FOR EACH ROW EXECUTE FUNCTION portal.announce_identity()`.execute(db);
  await sql`CREATE TRIGGER tokens_announce AFTER UPDATE OF revoked_at, expires_at OR DELETE ON portal.tokens
    FOR EACH ROW EXECUTE FUNCTION portal.announce_identity()`.execute(db);
  await sql`CREATE TRIGGER users_announce AFTER UPDATE OR DELETE ON portal.users
    FOR EACH ROW EXECUTE FUNCTION portal.announce_identity()`.execute(db);
  await sql`CREATE TRIGGER group_members_announce AFTER INSERT OR UPDATE OR DELETE ON portal.group_members
    FOR EACH ROW EXECUTE FUNCTION portal.announce_identity()`.execute(db);
  await sql`CREATE TRIGGER groups_announce AFTER UPDATE OF name OR DELETE ON portal.groups
    FOR EACH ROW EXECUTE FUNCTION portal.announce_identity()`.execute(db);
}
