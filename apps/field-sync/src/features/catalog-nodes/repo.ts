import type { Selectable } from 'kysely';
import type { CatalogNodesTable } from '../../db/publishing-tables.ts';
import type { Db } from '../../db/schema.ts';
import type { CatalogNodeFields, SealedCatalogNode } from './types.ts';

interface StoredFields extends CatalogNodeFields {
  sealedPassword: string | null;
}

export async function findNode(db: Db, id: number): Promise<SealedCatalogNode | null> {
  const row = await db.selectFrom('catalog_nodes').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? toNode(row) : null;
}

/** Until the end of the transaction nobody else changes it. */
export async function lockNode(trx: Db, id: number): Promise<SealedCatalogNode | null> {
  const query = trx.selectFrom('catalog_nodes').selectAll().where('id', '=', id).forUpdate();
  const row = await query.executeTakeFirst();
  return row ? toNode(row) : null;
}

export async function insertNode(trx: Db, fields: StoredFields, ownerId: number | null): Promise<number> {
  const { id } = await trx
    .insertInto('catalog_nodes')
    .values({ ...toColumns(fields), owner_id: ownerId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateNode(trx: Db, id: number, fields: StoredFields): Promise<void> {
  const values = { ...toColumns(fields), updated_at: new Date() };
  await trx.updateTable('catalog_nodes').set(values).where('id', '=', id).execute();
}

export async function deleteNode(trx: Db, id: number): Promise<void> {
  await trx.deleteFrom('catalog_nodes').where('id', '=', id).execute();
}

function toColumns({ sealedPassword, ...fields }: StoredFields) {
  return { ...fields, sealed_password: sealedPassword };
}

function toNode(row: Selectable<CatalogNodesTable>): SealedCatalogNode {
  const { id, name, host, port, username, folder } = row;
  return {
    ...{ id, name, host, port, username, folder },
    ...{ ownerId: row.owner_id, sealedPassword: row.sealed_password },
  };
}
