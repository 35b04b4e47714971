import { sql } from 'kysely';
import type { Db } from '../../db/handle.ts';
import type { NewSession, Session } from './types.ts';

/** Sessions of one user, of which older ones end: a script that never signs out must not fill the table. */
const MAX_SESSIONS = 100;

export async function insertSession(db: Db, session: NewSession): Promise<number> {
  const { id } = await db
    .insertInto('sessions')
    .values({
      token_hash: session.tokenHash,
      user_id: session.userId,
      idle: `${session.idleSeconds} seconds`,
      expires_at: sql<Date>`now() + make_interval(secs => ${session.maxSeconds})`,
      ip: session.ip,
      user_agent: session.userAgent,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .deleteFrom('sessions')
    .where('user_id', '=', session.userId)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('sessions')
        .select('id')
        .where('user_id', '=', session.userId)
        .orderBy('id', 'desc')
        .limit(1_000_000)
        .offset(MAX_SESSIONS),
    )
    .execute();
  return id;
}

/** The user's valid sessions, most recently used first. */
export async function findSessions(db: Db, userId: number): Promise<Session[]> {
  return db
    .selectFrom('sessions')
    .select(['id', 'created_at as createdAt', 'last_seen_at as lastSeenAt', 'ip', 'user_agent as userAgent'])
    .select(sql<Date>`least(expires_at, last_seen_at + idle)`.as('expiresAt'))
    .where('user_id', '=', userId)
    .where(sql<boolean>`now() < least(expires_at, last_seen_at + idle)`)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** The first of the sessions whose user must change the password, or null. */
export async function findPendingSession(
  db: Db,
  tokenHashes: string[],
): Promise<{ tokenHash: string; userId: number; username: string; passwordHash: string } | null> {
  const row = await db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select(['s.token_hash as tokenHash', 'u.id as userId', 'u.username', 'u.password_hash as passwordHash'])
    .where('s.token_hash', '=', sql<string>`ANY(${tokenHashes}::text[])`)
    .where('u.enabled', '=', true)
    .where('u.must_change_password', '=', true)
    .where(sql<boolean>`now() < least(s.expires_at, s.last_seen_at + s.idle)`)
    .orderBy(sql`array_position(${tokenHashes}::text[], s.token_hash)`)
    .executeTakeFirst();
  return row ?? null;
}

/** Ends sessions; returns those that existed. */
export async function deleteSessionsByHash(
  db: Db,
  tokenHashes: string[],
): Promise<{ id: number; userId: number; username: string }[]> {
  return db
    .deleteFrom('sessions')
    .using('users')
    .whereRef('users.id', '=', 'sessions.user_id')
    .where('sessions.token_hash', '=', sql<string>`ANY(${tokenHashes}::text[])`)
    .returning(['sessions.id', 'sessions.user_id as userId', 'users.username'])
    .execute();
}

/** False when the user has no such session. */
export async function deleteSessionOfUser(db: Db, userId: number, id: number): Promise<boolean> {
  const result = await db
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Ends all sessions of a user, except one when given. */
export async function deleteSessionsOfUser(db: Db, userId: number, exceptId?: number): Promise<void> {
  let query = db.deleteFrom('sessions').where('user_id', '=', userId);
  if (exceptId !== undefined) query = query.where('id', '<>', exceptId);
  await query.execute();
}

export async function deleteEndedSessions(db: Db): Promise<number> {
  const result = await db
    .deleteFrom('sessions')
    .where(sql<boolean>`now() >= least(expires_at, last_seen_at + idle)`)
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
