import { sql } from 'kysely';
import type { Db } from '../../db/schema.ts';
import { IDLE_SECONDS, MAX_SECONDS } from './types.ts';
import type { Session } from './types.ts';

const isValid = sql<boolean>`s.expires_at > now() AND s.used_at > now() - make_interval(secs => ${IDLE_SECONDS})`;

/** The first of the sessions that is valid, by the hashes of their secrets; its use is recorded once a minute. */
export async function useSession(db: Db, tokenHashes: string[]): Promise<Session | null> {
  const row = await db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select(['s.token_hash', 'u.id', 'u.name', 'u.email', 'u.accesslevel', 'u.is_super_admin'])
    .select(sql<boolean>`s.used_at < now() - interval '1 minute'`.as('is_stale'))
    .where('s.token_hash', 'in', tokenHashes)
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
  return {
    tokenHash: row.token_hash,
    ...{ userId: row.id, name: row.name, email: row.email },
    ...{ accesslevel: row.accesslevel, isSuperAdmin: row.is_super_admin },
  };
}

export async function insertSession(trx: Db, session: { tokenHash: string; userId: number }): Promise<void> {
  await trx
    .insertInto('sessions')
    .values({
      token_hash: session.tokenHash,
      user_id: session.userId,
      sealed_id_token: null,
      expires_at: sql<Date>`now() + make_interval(secs => ${MAX_SECONDS})`,
    })
    .execute();
}

/** Ends sessions; returns the people of those that existed. */
export async function deleteSessions(
  trx: Db,
  tokenHashes: string[],
): Promise<{ id: number; name: string }[]> {
  if (tokenHashes.length === 0) return [];
  const rows = await trx
    .deleteFrom('sessions as s')
    .where('s.token_hash', 'in', tokenHashes)
    .returning('s.user_id')
    .execute();
  const ids = rows.flatMap(({ user_id }) => (user_id === null ? [] : [user_id]));
  if (ids.length === 0) return [];
  return trx.selectFrom('users').select(['id', 'name']).where('id', 'in', ids).execute();
}

export async function deleteEndedSessions(db: Db): Promise<number> {
  const result = await db
    .deleteFrom('sessions as s')
    .where(sql<boolean>`NOT (${isValid})`)
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
