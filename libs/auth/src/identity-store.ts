import { CompiledQuery, sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Actor } from '@cairn/service';

export type CredentialKind = 'session' | 'token';

/** The user that credentials identify, and how long the answer may be cached. */
export interface Identity {
  actor: Actor;
  /** Hash of the first valid credential. */
  hash: string;
  /** Milliseconds until the credential expires, by the database's clock. */
  millisecondsLeft: number;
  /** Whether the last recorded use is at least a minute old. */
  touchDue: boolean;
}

interface UserRow {
  user_id: number;
  username: string;
  email: string | null;
  is_admin: boolean;
  group_names: string[];
  group_ids: number[];
}

interface IdentityRow extends UserRow {
  credential_id: number;
  token_hash: string;
  ms_left: number | null;
  touch_due: boolean;
}

/** 10,000 days: a token that never expires. */
const FOREVER = 864_000_000_000;

const IDENTITY_SQL: Record<CredentialKind, string> = {
  session: identitySql('auth_sessions'),
  token: identitySql('auth_tokens'),
};

function identitySql(view: string): string {
  return `SELECT c.credential_id, c.token_hash, u.user_id, u.username, u.email, u.is_admin, u.group_names, u.group_ids,
      (extract(epoch FROM c.expires_at - now()) * 1000)::float8 AS ms_left,
      coalesce(c.last_used_at < now() - interval '1 minute', true) AS touch_due
    FROM portal.${view} c JOIN portal.auth_users u ON u.user_id = c.user_id
    WHERE c.token_hash = ANY($1::text[]) AND u.enabled AND (c.expires_at IS NULL OR c.expires_at > now())
    ORDER BY array_position($1::text[], c.token_hash)`;
}

/**
 * The user that the credentials of one request identify, by one query on the portal's published views. Unknown and expired
 * credentials are ignored. Null when no credential is valid, and when they belong to different users, because it is not
 * clear which one is meant.
 */
export async function findIdentity(
  db: Kysely<unknown>,
  kind: CredentialKind,
  hashes: string[],
): Promise<Identity | null> {
  const { rows } = await db.executeQuery<IdentityRow>(CompiledQuery.raw(IDENTITY_SQL[kind], [hashes]));
  const [row] = rows;
  if (!row || rows.some((other) => other.user_id !== row.user_id)) return null;
  const actor = toActor(row, { via: kind, credentialId: String(row.credential_id) });
  return {
    actor,
    hash: row.token_hash,
    millisecondsLeft: row.ms_left ?? FOREVER,
    touchDue: row.touch_due,
  };
}

/** The current state of a user, without a credential; null when the account was deleted or disabled. */
export async function findUser(db: Kysely<unknown>, userId: number): Promise<Actor | null> {
  const { rows } = await sql<UserRow>`SELECT user_id, username, email, is_admin, group_names, group_ids
    FROM portal.auth_users WHERE user_id = ${userId}::int AND enabled`.execute(db);
  const row = rows[0];
  return row ? toActor(row, { via: null, credentialId: null }) : null;
}

/** Current names of all groups, by id. */
export async function listGroupNames(db: Kysely<unknown>): Promise<Map<number, string>> {
  const { rows } = await sql<{ group_id: number; group_name: string }>`SELECT group_id, group_name
    FROM portal.auth_groups`.execute(db);
  return new Map(rows.map((row) => [row.group_id, row.group_name]));
}

function toActor(row: UserRow, by: Pick<Actor, 'via' | 'credentialId'>): Actor {
  return Object.freeze({
    kind: 'user' as const,
    id: row.user_id,
    username: row.username,
    email: row.email,
    isAdmin: row.is_admin,
    groups: row.group_names,
    groupIds: row.group_ids,
    ...by,
    service: null,
  });
}

/** Records the use of a credential; the database writes at most once a minute. */
export async function touchCredential(db: Kysely<unknown>, hash: string): Promise<void> {
  await db.executeQuery(CompiledQuery.raw('SELECT portal.auth_touch($1)', [hash]));
}
