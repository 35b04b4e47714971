import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Db } from '../../db/handle.ts';
import type { VaultDatabase } from '../../db/schema.ts';
import { datasetResource } from '../access/dataset-guard.ts';
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

export async function findDatasetId(db: Db, name: string): Promise<number | null> {
  const row = await db.selectFrom('datasets').select('id').where('name', '=', name).executeTakeFirst();
  return row?.id ?? null;
}

/** The dataset that had a name before it was renamed, unless another dataset has taken the name since. */
export async function findByFormerName(db: Db, name: string): Promise<{ id: number; name: string } | null> {
  const row = await db
    .selectFrom('former_names as f')
    .innerJoin('datasets as d', 'd.id', 'f.dataset_id')
    .select(['d.id', 'd.name'])
    .where('f.name', '=', name)
    .executeTakeFirst();
  return row ?? null;
}

/** In the transaction in which a dataset takes a name: links by it lead to this dataset, not to one that had it before. */
export async function dropFormerName(trx: Db, name: string): Promise<void> {
  await trx.deleteFrom('former_names').where('name', '=', name).execute();
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
    resourceKey: portalKey(row.id, row.legacy_keys),
    legacyKeys: row.legacy_keys,
  };
}

/** During an upgrade a dataset may still be registered under a name. */
export function portalKey(id: number, legacyKeys: string[]): string {
  return legacyKeys[0] ?? datasetResource(id).resourceKey;
}
