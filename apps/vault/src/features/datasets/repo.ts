import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Db } from '../../db/handle.ts';
import type { VaultDatabase } from '../../db/schema.ts';
import type { Dataset, Description } from './types.ts';

export async function findDataset(db: Db, name: string): Promise<Dataset | null> {
  const row = await db.selectFrom('datasets').selectAll().where('name', '=', name).executeTakeFirst();
  return row ? toDataset(row) : null;
}

/** The dataset, which nobody else changes, extends or deletes until the transaction ends. */
export async function lockDatasetRow(trx: Db, name: string): Promise<Dataset | null> {
  const row = await trx
    .selectFrom('datasets')
    .selectAll()
    .where('name', '=', name)
    .forUpdate()
    .executeTakeFirst();
  return row ? toDataset(row) : null;
}

/** Replaces what people wrote; null when there is no such dataset, or it is archived. */
export async function saveDescription(
  db: Db,
  name: string,
  { by, ...fields }: Description & { by: string | null },
): Promise<Dataset | null> {
  const now = sql<Date>`now()`;
  const row = await db
    .updateTable('datasets')
    .set({ ...fields, described_at: now, described_by: by, updated_at: now })
    .where('name', '=', name)
    .where('archived_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  return row ? toDataset(row) : null;
}

/** Datasets that the portal has not been told of. */
export async function findUnregistered(db: Db, id: number): Promise<Dataset | null> {
  const row = await db
    .selectFrom('datasets')
    .selectAll()
    .where('id', '=', id)
    .where('registered_at', 'is', null)
    .executeTakeFirst();
  return row ? toDataset(row) : null;
}

export async function markRegistered(db: Db, id: number): Promise<boolean> {
  const result = await db
    .updateTable('datasets')
    .set({ registered_at: sql<Date>`now()` })
    .where('id', '=', id)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

function toDataset(row: Selectable<VaultDatabase['datasets']>): Dataset {
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    title: row.title,
    description: row.description,
    tags: row.tags,
    citation: row.citation,
    attribution: row.attribution,
    keywords: row.keywords,
    notes: row.notes,
    folderId: row.folder_id,
    ownerId: row.owner_id,
    owner: row.owner,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    describedAt: row.described_at,
    describedBy: row.described_by,
    archivedAt: row.archived_at,
    registeredAt: row.registered_at,
  };
}
