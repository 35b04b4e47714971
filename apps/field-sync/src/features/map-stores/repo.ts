import type { Selectable } from 'kysely';
import type { MapStoresTable } from '../../db/publishing-tables.ts';
import type { Db } from '../../db/schema.ts';
import type { MapStoreFields, SealedMapStore } from './types.ts';

interface StoredFields extends MapStoreFields {
  sealedPassword: string | null;
}

export async function findStore(db: Db, id: number): Promise<SealedMapStore | null> {
  const row = await db.selectFrom('map_stores').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? toStore(row) : null;
}

/** Until the end of the transaction nobody else changes it. */
export async function lockStore(trx: Db, id: number): Promise<SealedMapStore | null> {
  const query = trx.selectFrom('map_stores').selectAll().where('id', '=', id).forUpdate();
  const row = await query.executeTakeFirst();
  return row ? toStore(row) : null;
}

export async function insertStore(trx: Db, fields: StoredFields, ownerId: number | null): Promise<number> {
  const { id } = await trx
    .insertInto('map_stores')
    .values({ ...toColumns(fields), owner_id: ownerId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateStore(trx: Db, id: number, fields: StoredFields): Promise<void> {
  const values = { ...toColumns(fields), updated_at: new Date() };
  await trx.updateTable('map_stores').set(values).where('id', '=', id).execute();
}

export async function deleteStore(trx: Db, id: number): Promise<void> {
  await trx.deleteFrom('map_stores').where('id', '=', id).execute();
}

function toColumns({ projectId, sealedPassword, ...fields }: StoredFields) {
  return { ...fields, project_id: projectId, sealed_password: sealedPassword };
}

function toStore(row: Selectable<MapStoresTable>): SealedMapStore {
  const { id, name, url, username, workspace } = row;
  return {
    ...{ id, name, projectId: row.project_id, url, username, workspace },
    ...{ ownerId: row.owner_id, sealedPassword: row.sealed_password },
  };
}
