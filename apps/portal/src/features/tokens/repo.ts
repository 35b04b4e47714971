import { sql } from 'kysely';
import type { Db } from '../../db/handle.ts';
import type { Token } from './types.ts';

const COLUMNS = [
  'id',
  'user_id as userId',
  'name',
  'token_prefix as prefix',
  'scopes',
  'created_at as createdAt',
  'expires_at as expiresAt',
  'last_used_at as lastUsedAt',
] as const;

export interface NewToken {
  userId: number;
  name: string;
  prefix: string;
  /** Lowercase hex SHA-256 of the secret. */
  hash: string;
  expiresAt: Date | null;
}

/** The user's tokens that are not revoked, newest first. */
export async function findTokens(db: Db, userId: number): Promise<Token[]> {
  return db
    .selectFrom('tokens')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .orderBy('id', 'desc')
    .execute();
}

/**
 * Whether a session exists; it stays until the transaction ends. A concurrent request that ends all sessions waits for this
 * transaction and sees the tokens that it creates.
 */
export async function lockSession(db: Db, id: number): Promise<boolean> {
  const row = await db.selectFrom('sessions').select('id').where('id', '=', id).forShare().executeTakeFirst();
  return row !== undefined;
}

export async function insertToken(db: Db, token: NewToken): Promise<Token> {
  return db
    .insertInto('tokens')
    .values({
      user_id: token.userId,
      name: token.name,
      token_prefix: token.prefix,
      token_hash: token.hash,
      expires_at: token.expiresAt,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/** The token's name, or null when the user has no such token or it is revoked. */
export async function revokeToken(db: Db, userId: number, id: number): Promise<string | null> {
  const row = await db
    .updateTable('tokens')
    .set({ revoked_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .returning('name')
    .executeTakeFirst();
  return row?.name ?? null;
}

export async function revokeTokensOfUser(db: Db, userId: number): Promise<void> {
  await db
    .updateTable('tokens')
    .set({ revoked_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .execute();
}
