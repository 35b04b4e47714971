import { sql } from 'kysely';
import type { Db } from '../../db/handle.ts';
import { dropFormerName } from './repo.ts';
import type { Author } from '../versions/types.ts';

/** Links by the former name still lead to the dataset. Fails with a unique violation of `datasets_name_key` when the name is taken. */
export async function updateName(
  trx: Db,
  { id, name }: { id: number; name: string },
  renamed: { name: string; title: string },
): Promise<void> {
  await trx
    .updateTable('datasets')
    .set({ ...renamed, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
  await dropFormerName(trx, renamed.name);
  await trx
    .insertInto('former_names')
    .values({ name, dataset_id: id })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ dataset_id: id }))
    .execute();
}

/** False when there is no such dataset. A dataset that is archived already keeps the moment at which it was. */
export async function setArchived(db: Db, name: string, archived: boolean): Promise<boolean> {
  const set = await db
    .updateTable('datasets')
    .set({ archived_at: archived ? sql<Date>`coalesce(archived_at, now())` : null })
    .where('name', '=', name)
    .executeTakeFirst();
  return set.numUpdatedRows > 0n;
}

export async function updateFolder(trx: Db, id: number, folderId: number | null): Promise<void> {
  await trx.updateTable('datasets').set({ folder_id: folderId }).where('id', '=', id).execute();
}

/** Its versions go with it. */
export async function deleteDatasetRow(trx: Db, id: number): Promise<void> {
  await trx.deleteFrom('datasets').where('id', '=', id).execute();
}

/** The source of a clone: until the transaction ends its versions stay, whoever wants to delete them. */
export async function shareDataset(trx: Db, name: string) {
  const row = await trx
    .selectFrom('datasets')
    .select(['id', 'name', 'title', 'folder_id'])
    .where('name', '=', name)
    .forShare()
    .executeTakeFirst();
  return row ? { id: row.id, name: row.name, title: row.title, folderId: row.folder_id } : null;
}

interface Clone {
  id: number;
  sourceId: number;
  name: string;
  title: string;
  folderId: number | null;
  owner: Author;
  /** Whether what people wrote goes along. */
  described: boolean;
}

/** False when the name is taken. */
export async function insertClone(trx: Db, clone: Clone): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO datasets (id, name, title, type, folder_id, owner_id, owner,
      description, tags, citation, attribution, keywords, notes)
    SELECT ${clone.id}::bigint, ${clone.name}, ${clone.title}, type, ${clone.folderId}::bigint, ${clone.owner.id}::int, ${clone.owner.username},
      ${clone.described ? sql`description, tags, citation, attribution, keywords, notes` : sql`'', '{}', '', '', '{}', ''`}
    FROM datasets WHERE id = ${clone.sourceId}
    ON CONFLICT (name) DO NOTHING RETURNING id`.execute(trx);
  await dropFormerName(trx, clone.name);
  return rows.length > 0;
}
