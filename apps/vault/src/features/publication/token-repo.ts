import { sql } from 'kysely';
import type { Db } from '../../db/handle.ts';
import type { TileToken } from './types.ts';

const COLUMNS = [
  'id',
  'label',
  'prefix',
  'created_by_id as createdById',
  'created_by as createdBy',
  'created_at as createdAt',
  'expires_at as expiresAt',
  'last_used_at as lastUsedAt',
] as const;

/** A token that has not expired, of a dataset that is not archived. */
export interface UsableToken {
  id: number;
  publicationId: string;
  datasetId: number;
  createdById: number;
  /** Whether the last use that is recorded is more than a minute ago. */
  touchDue: boolean;
}

export async function findUsableToken(db: Db, sha256: string): Promise<UsableToken | null> {
  const row = await db
    .selectFrom('tile_tokens as t')
    .innerJoin('tile_publications as p', 'p.id', 't.publication_id')
    .innerJoin('datasets as d', 'd.id', 'p.dataset_id')
    .select(['t.id', 'p.id as publicationId', 'p.dataset_id as datasetId', 't.created_by_id as createdById'])
    .select(
      sql<boolean>`t.last_used_at IS NULL OR t.last_used_at < now() - interval '1 minute'`.as('touchDue'),
    )
    .where('t.token_sha256', '=', sha256)
    .where('d.archived_at', 'is', null)
    .where(sql<boolean>`(t.expires_at IS NULL OR t.expires_at > now())`)
    .executeTakeFirst();
  return row ?? null;
}

export async function touchToken(db: Db, id: number): Promise<void> {
  await db
    .updateTable('tile_tokens')
    .set({ last_used_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

/** Newest first. */
export function listTokens(db: Db, publicationId: string): Promise<TileToken[]> {
  return db
    .selectFrom('tile_tokens')
    .select(COLUMNS)
    .where('publication_id', '=', publicationId)
    .orderBy('id', 'desc')
    .execute();
}

/** Locks the publication, so that it does not end and its tokens can be counted. False when it has ended. */
export async function lockPublication(trx: Db, id: string): Promise<boolean> {
  const row = await trx
    .selectFrom('tile_publications')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

export async function countTokens(trx: Db, publicationId: string): Promise<number> {
  const { count } = await trx
    .selectFrom('tile_tokens')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('publication_id', '=', publicationId)
    .executeTakeFirstOrThrow();
  return count;
}

export function insertToken(
  trx: Db,
  token: Pick<TileToken, 'label' | 'prefix' | 'createdById' | 'createdBy' | 'expiresAt'> & {
    publicationId: string;
    sha256: string;
  },
): Promise<TileToken> {
  return trx
    .insertInto('tile_tokens')
    .values({
      publication_id: token.publicationId,
      token_sha256: token.sha256,
      prefix: token.prefix,
      label: token.label,
      created_by_id: token.createdById,
      created_by: token.createdBy,
      expires_at: token.expiresAt,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/** The label of the deleted token; null when the publication has no such token. */
export async function deleteToken(trx: Db, publicationId: string, id: number): Promise<string | null> {
  const row = await trx
    .deleteFrom('tile_tokens')
    .where('id', '=', id)
    .where('publication_id', '=', publicationId)
    .returning('label')
    .executeTakeFirst();
  return row?.label ?? null;
}
