import { sql } from 'kysely';
import type { Db } from '../../db/schema.ts';
import type { EmbedResource, EmbedToken } from './types.ts';

const COLUMNS = [
  'embed_tokens.id',
  'type',
  'owner',
  'resource_key as key',
  'datasource_key as datasource',
  'origins',
  'creator_id as creatorId',
  'creator',
  'embed_tokens.created_at as createdAt',
  'embed_tokens.expires_at as expiresAt',
  'revoked_at as revokedAt',
  'last_used_at as lastUsedAt',
  'uses',
] as const;

export type NewToken = Omit<
  EmbedToken,
  'id' | 'createdAt' | 'expiresAt' | 'revokedAt' | 'lastUsedAt' | 'uses'
> & {
  sha256: string;
  expiresIn: number;
};

export function insertToken(trx: Db, token: NewToken): Promise<EmbedToken> {
  const { type, owner, key, datasource, origins, actions, creatorId, creator } = token;
  return trx
    .insertInto('embed_tokens')
    .values({
      ...{ type, owner, origins, actions, creator },
      token_sha256: token.sha256,
      resource_key: key,
      datasource_key: datasource,
      creator_id: creatorId,
      parameters: JSON.stringify(token.parameters),
      filter: token.filter && JSON.stringify(token.filter),
      expires_at: sql<Date>`now() + make_interval(secs => ${token.expiresIn})`,
    })
    .returning(COLUMNS)
    .returning(typedColumns())
    .executeTakeFirstOrThrow();
}

export interface TokenSelection {
  /** All creators when left out. */
  creatorId?: number;
  type?: EmbedToken['type'];
  key?: string;
  activeOnly?: boolean;
  limit: number;
}

/** Newest first. */
export function listTokens(
  db: Db,
  { creatorId, type, key, activeOnly, limit }: TokenSelection,
): Promise<EmbedToken[]> {
  let query = db.selectFrom('embed_tokens').select(COLUMNS).select(typedColumns());
  if (creatorId !== undefined) query = query.where('creator_id', '=', creatorId);
  if (type !== undefined) query = query.where('type', '=', type);
  if (key !== undefined) query = query.where('resource_key', '=', key);
  if (activeOnly) query = query.where('revoked_at', 'is', null).where('expires_at', '>', sql<Date>`now()`);
  return query.orderBy('id', 'desc').limit(limit).execute();
}

export async function findToken(db: Db, id: number): Promise<EmbedToken | null> {
  const query = db.selectFrom('embed_tokens').select(COLUMNS).select(typedColumns());
  return (await query.where('id', '=', id).executeTakeFirst()) ?? null;
}

/** The token with a secret, if it is neither expired nor revoked. */
export async function findValidToken(db: Db, sha256: string): Promise<EmbedToken | null> {
  const query = db.selectFrom('embed_tokens').select(COLUMNS).select(typedColumns());
  const token = await query
    .where('token_sha256', '=', sha256)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return token ?? null;
}

/** The token of a session, if both are neither expired nor revoked. */
export async function findSessionToken(db: Db, sessionSha256: string): Promise<EmbedToken | null> {
  const token = await db
    .selectFrom('embed_tokens')
    .innerJoin('embed_sessions as s', 's.token_id', 'embed_tokens.id')
    .select(COLUMNS)
    .select(typedColumns())
    .where('s.session_sha256', '=', sessionSha256)
    .where('s.expires_at', '>', sql<Date>`now()`)
    .where('revoked_at', 'is', null)
    .where('embed_tokens.expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return token ?? null;
}

/** Stores a session, which ends with its token, and counts the use. */
export async function insertSession(trx: Db, token: EmbedToken, sessionSha256: string): Promise<void> {
  await trx
    .insertInto('embed_sessions')
    .values({ session_sha256: sessionSha256, token_id: token.id, expires_at: token.expiresAt })
    .execute();
  await trx
    .updateTable('embed_tokens')
    .set({ uses: sql<number>`uses + 1`, last_used_at: sql<Date>`now()` })
    .where('id', '=', token.id)
    .execute();
}

/** Returns the tokens that it revoked. */
export function revokeTokens(
  trx: Db,
  selection: { id?: number; creatorId?: number; resource?: EmbedResource },
): Promise<{ id: number; key: string }[]> {
  const { id, creatorId, resource } = selection;
  if (id === undefined && creatorId === undefined && !resource) throw new Error('Nothing is selected.');
  let query = trx.updateTable('embed_tokens').set({ revoked_at: sql<Date>`now()` });
  if (id !== undefined) query = query.where('id', '=', id);
  if (creatorId !== undefined) query = query.where('creator_id', '=', creatorId);
  if (resource) {
    query = query
      .where('type', '=', resource.type)
      .where('resource_key', '=', resource.key)
      .where(sql<boolean>`owner IS NOT DISTINCT FROM ${resource.owner}`);
  }
  return query.where('revoked_at', 'is', null).returning(['id', 'resource_key as key']).execute();
}

/** Id of the person with this name who created tokens; null when nobody did. */
export async function findCreatorId(db: Db, creator: string): Promise<number | null> {
  const query = db.selectFrom('embed_tokens').select('creator_id').where('creator', '=', creator);
  return (await query.orderBy('id', 'desc').limit(1).executeTakeFirst())?.creator_id ?? null;
}

/** Removes sessions that ended. Tokens stay, for their lists. */
export async function deleteEndedSessions(db: Db): Promise<void> {
  await db
    .deleteFrom('embed_sessions')
    .where('expires_at', '<', sql<Date>`now()`)
    .execute();
}

function typedColumns() {
  return [
    sql<EmbedToken['parameters']>`parameters`.as('parameters'),
    sql<EmbedToken['filter']>`filter`.as('filter'),
    sql<EmbedToken['actions']>`actions`.as('actions'),
  ];
}
