import { sql } from 'kysely';
import type { Db } from '../../../db/schema.ts';

export interface Asset {
  name: string;
  /** Key of the object in the storage. */
  object: string;
  mime: 'image/png' | 'image/jpeg';
  sha256: string;
  width: number | null;
  height: number | null;
  createdAt: Date;
}

const COLUMNS = [
  'name',
  'object',
  sql<Asset['mime']>`mime`.as('mime'),
  'sha256',
  'width',
  'height',
  'created_at as createdAt',
] as const;

export function listAssets(db: Db, reportId: number): Promise<Asset[]> {
  return db
    .selectFrom('report_assets')
    .select(COLUMNS)
    .where('report_id', '=', reportId)
    .orderBy('name')
    .execute();
}

/** Inserts a picture, or replaces the one of the same name; returns the picture and the object that no row names any more. */
export async function putAsset(
  trx: Db,
  reportId: number,
  asset: Omit<Asset, 'createdAt'>,
): Promise<{ asset: Asset; replaced: string | null }> {
  const former = await trx
    .selectFrom('report_assets')
    .select('object')
    .where('report_id', '=', reportId)
    .where('name', '=', asset.name)
    .executeTakeFirst();
  const written = await trx
    .insertInto('report_assets')
    .values({ report_id: reportId, ...asset })
    .onConflict((conflict) =>
      conflict.columns(['report_id', 'name']).doUpdateSet({ ...asset, created_at: sql<never>`now()` }),
    )
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
  return { asset: written, replaced: former?.object ?? null };
}

/** Returns the object of the deleted picture; null when there is no such picture. */
export async function deleteAsset(trx: Db, reportId: number, name: string): Promise<string | null> {
  const deleted = await trx
    .deleteFrom('report_assets')
    .where('report_id', '=', reportId)
    .where('name', '=', name)
    .returning('object')
    .executeTakeFirst();
  return deleted?.object ?? null;
}
