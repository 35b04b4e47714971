import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Db } from '../../db/handle.ts';
import type { PortalDatabase } from '../../db/schema.ts';
import type { Token } from './types.ts';

const COLUMNS = [
  'id',
  'user_id',
  'name',
  'token_prefix',
  'scopes',
  'created_at',
  'expires_at',
  'last_used_at',
] as const;

type TokenRow = Pick<Selectable<PortalDatabase['tokens']>, (typeof COLUMNS)[number]>;

export interface NewToken {
  userId: number;
  name: string;
  prefix: string;
  /** Lowercase hex SHA-256 of the secret. */
  hash: string;
  expiresAt: Date | null;
}

/** The user's tokens that are not revoked, the newest first. */
export async function findTokens(db: Db, userId: number): Promise<Token[]> {
  const rows = await db
    .selectFrom('tokens')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .orderBy('id', 'desc')
    .execute();
  return rows.map(toToken);
}

/**
 * Whether a session still exists; it stays until the transaction ends. A concurrent request that ends all sessions waits
 * for this transaction, and then sees the tokens that it created.
 */
export async function lockSession(db: Db, id: number): Promise<boolean> {
  const row = await db.selectFrom('sessions').select('id').where('id', '=', id).forShare().executeTakeFirst();
  return row !== undefined;
}

export async function insertToken(db: Db, token: NewToken): Promise<Token> {
  const row = await db
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
  return toToken(row);
}

/** The token's name, or null when the user has no such token that is not revoked yet. */
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

function toToken(row: TokenRow): Token {
  return {
    id: row.id,
    userId: row.user_id,
    name: row.name,
    prefix: row.token_prefix,
    scopes: row.scopes,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
  };
}
