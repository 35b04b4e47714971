import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Db } from '../../db/handle.ts';
import type { VaultDatabase } from '../../db/schema.ts';
import { isVisible } from '../access/dataset-guard.ts';
import type { VisibleDatasets } from '../access/dataset-guard.ts';
import type { Folder, FolderListing, FolderViewer } from './types.ts';

/** Whether a viewer may open the folder `f` of a query. */
export function opensTo(viewer: FolderViewer) {
  // Folders are for signed-in users; visitors read single datasets.
  if (viewer.id === null) return sql<boolean>`false`;
  return viewer.isAdmin
    ? sql<boolean>`true`
    : sql<boolean>`((f.group_id IS NULL AND f.group_name IS NULL) OR f.owner_id = ${viewer.id}
        OR f.group_id = ANY(${viewer.groupIds}::int[]))`;
}

/** By name, those that the viewer may open. */
export async function listFolders(
  db: Db,
  viewer: FolderViewer,
  filter: { archived: boolean; visible: VisibleDatasets; id?: number },
): Promise<FolderListing[]> {
  let counted = db
    .selectFrom('datasets as d')
    .select((eb) => ['d.folder_id', eb.fn.countAll<number>().as('n')])
    .where('d.folder_id', 'is not', null)
    .where('d.archived_at', 'is', null)
    .groupBy('d.folder_id');
  if (filter.visible !== 'all') counted = counted.where(isVisible('d.id', filter.visible));
  let query = db
    .selectFrom('folders as f')
    .leftJoin(counted.as('c'), 'c.folder_id', 'f.id')
    .selectAll('f')
    .select('c.n as dataset_count')
    .where(opensTo(viewer))
    .orderBy(sql`lower(f.name)`)
    .orderBy('f.id');
  query =
    filter.id === undefined
      ? query.where('f.archived_at', filter.archived ? 'is not' : 'is', null)
      : query.where('f.id', '=', filter.id);
  const rows = await query.execute();
  return rows.map((row) => ({ ...toFolder(row), datasetCount: row.dataset_count ?? 0 }));
}

/** Names by id of all folders that the viewer may open, archived ones too. */
export async function listFolderNames(db: Db, viewer: FolderViewer): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('folders as f')
    .select(['f.id', 'f.name'])
    .where(opensTo(viewer))
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** A folder and whether the viewer may open it. */
export async function findFolder(
  db: Db,
  id: number,
  viewer: FolderViewer,
): Promise<{ folder: Folder; opens: boolean } | null> {
  const row = await db
    .selectFrom('folders as f')
    .selectAll('f')
    .select(opensTo(viewer).as('opens'))
    .where('f.id', '=', id)
    .executeTakeFirst();
  return row ? { folder: toFolder(row), opens: row.opens === true } : null;
}

export async function insertFolder(
  db: Db,
  folder: { name: string; description: string; group: FolderGroup | null; owner: FolderOwner },
): Promise<number> {
  const { id } = await db
    .insertInto('folders')
    .values({
      name: folder.name,
      description: folder.description,
      group_id: folder.group?.id ?? null,
      group_name: folder.group?.name ?? null,
      owner_id: folder.owner.id,
      owner: folder.owner.username,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export interface FolderGroup {
  id: number;
  name: string;
}

interface FolderOwner {
  id: number | null;
  username: string | null;
}

/** False when the folder is archived by now. */
export async function updateFolder(
  db: Db,
  id: number,
  fields: { name: string; description: string },
): Promise<boolean> {
  const updated = await db
    .updateTable('folders')
    .set({ ...fields, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}

/** Leaves the moment of the first archiving as it is. */
export async function setFolderArchived(db: Db, id: number, archived: boolean): Promise<void> {
  await db
    .updateTable('folders')
    .set({ archived_at: archived ? sql<Date>`now()` : null, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('archived_at', archived ? 'is' : 'is not', null)
    .execute();
}

function toFolder(row: Selectable<VaultDatabase['folders']>): Folder {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    groupId: row.group_id,
    groupName: row.group_name,
    ownerId: row.owner_id,
    owner: row.owner,
    updatedAt: row.updated_at,
    archivedAt: row.archived_at,
  };
}
