import { sql } from 'kysely';
import type { Db } from '../../db/schema.ts';
import { IDLE_SECONDS, MAX_SECONDS } from './types.ts';
import type { EndedSession, Session, SessionIdentity } from './types.ts';

const isValid = sql<boolean>`s.expires_at > now() AND s.used_at > now() - make_interval(secs => ${IDLE_SECONDS})`;

/**
 * The newest of the sessions that is valid, by the hashes of their secrets; its use is recorded once a minute. A session counts in the
 * mode in which it began: `local` with an account, `oidc` with what the identity provider said.
 */
export async function useSession(
  db: Db,
  { tokenHashes, mode }: { tokenHashes: string[]; mode: 'local' | 'oidc' },
): Promise<Session | null> {
  const row = await db
    .selectFrom('sessions as s')
    .leftJoin('users as u', 'u.id', 's.user_id')
    .select(['s.token_hash', 's.identity', 'u.id', 'u.name', 'u.email', 'u.accesslevel', 'u.is_super_admin'])
    .select(sql<boolean>`s.used_at < now() - interval '1 minute'`.as('is_stale'))
    .where('s.token_hash', 'in', tokenHashes)
    .where('s.identity', mode === 'oidc' ? 'is not' : 'is', null)
    .where(isValid)
    .orderBy('s.created_at', 'desc')
    .executeTakeFirst();
  if (!row) return null;
  if (row.is_stale) {
    await db
      .updateTable('sessions')
      .set({ used_at: sql<Date>`now()` })
      .where('token_hash', '=', row.token_hash)
      .execute();
  }
  const identity = row.identity as SessionIdentity | null;
  const level = identity?.level ?? row.accesslevel;
  if (level === null) return null;
  return {
    ...{ tokenHash: row.token_hash, userId: row.id, accesslevel: level },
    name: identity?.name ?? row.name ?? '',
    // People may enter any address at some providers.
    email: identity ? (identity.isEmailVerified ? identity.email : null) : row.email,
    isSuperAdmin: row.is_super_admin === true && level === 'Admin',
  };
}

export async function insertSession(
  trx: Db,
  session: {
    tokenHash: string;
    userId: number | null;
    identity?: SessionIdentity;
    sealedIdToken?: string | null;
  },
): Promise<void> {
  const { tokenHash, userId, identity, sealedIdToken = null } = session;
  await trx
    .insertInto('sessions')
    .values({
      ...{ token_hash: tokenHash, user_id: userId, sealed_id_token: sealedIdToken },
      ...(identity ? { identity: JSON.stringify(identity) } : {}),
      expires_at: sql<Date>`now() + make_interval(secs => ${MAX_SECONDS})`,
    })
    .execute();
}

/** Ends sessions; returns those that existed. */
export async function deleteSessions(trx: Db, tokenHashes: string[]): Promise<EndedSession[]> {
  if (tokenHashes.length === 0) return [];
  const rows = await trx
    .deleteFrom('sessions as s')
    .where('s.token_hash', 'in', tokenHashes)
    .returning([
      's.user_id',
      's.sealed_id_token',
      sql<string | null>`s.identity ->> 'name'`.as('identity_name'),
    ])
    .returning(sql<string | null>`(SELECT name FROM users AS u WHERE u.id = s.user_id)`.as('user_name'))
    .execute();
  return rows.map((row) => ({
    userId: row.user_id,
    name: row.identity_name ?? row.user_name ?? '',
    sealedIdToken: row.sealed_id_token,
  }));
}

export async function deleteEndedSessions(db: Db): Promise<number> {
  const result = await db
    .deleteFrom('sessions as s')
    .where(sql<boolean>`NOT (${isValid})`)
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
