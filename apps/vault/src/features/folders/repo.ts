import { sql } from 'kysely';
import type { Db } from '../../db/handle.ts';
import { isVisible, opensTo } from '../access/repo.ts';
import type { FolderViewer, VisibleDatasets } from '../access/repo.ts';
import type { Folder, FolderListing } from './types.ts';

const COLUMNS = [
  'f.id',
  'f.name',
  'f.description',
  'f.group_id as groupId',
  'f.group_name as groupName',
  'f.owner_id as ownerId',
  'f.owner',
  'f.updated_at as updatedAt',
  'f.archived_at as archivedAt',
] as const;

/** The folders that the viewer may open, by name. */
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
    .select(COLUMNS)
    .select(sql<number>`coalesce(c.n, 0)`.as('datasetCount'))
    .where(opensTo(viewer))
    .orderBy(sql`lower(f.name)`)
    .orderBy('f.id');
  query =
    filter.id === undefined
      ? query.where('f.archived_at', filter.archived ? 'is not' : 'is', null)
      : query.where('f.id', '=', filter.id);
  return query.execute();
}

/** A folder and whether the viewer may open it. */
export async function findFolder(
  db: Db,
  id: number,
  viewer: FolderViewer,
): Promise<{ folder: Folder; opens: boolean } | null> {
  const row = await db
    .selectFrom('folders as f')
    .select(COLUMNS)
    .select(opensTo(viewer).as('opens'))
    .where('f.id', '=', id)
    .executeTakeFirst();
  if (!row) return null;
  const { opens, ...folder } = row;
  return { folder, opens: opens === true };
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

/** False when the folder is archived. */
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

/** False when nothing changes: a folder that is archived already keeps its time. */
export async function setFolderArchived(db: Db, id: number, archived: boolean): Promise<boolean> {
  const updated = await db
    .updateTable('folders')
    .set({ archived_at: archived ? sql<Date>`now()` : null, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('archived_at', archived ? 'is' : 'is not', null)
    .executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}
