import { sql } from 'kysely';
import type { Actor } from '@cairn/service';
import type { Db } from '../../db/handle.ts';

/** Ids of the datasets that an actor may see; `all` for administrators. */
export type VisibleDatasets = 'all' | number[];

/** Whether the dataset whose id is in a column is visible. */
export function isVisible(column: string, visible: VisibleDatasets) {
  return visible === 'all'
    ? sql<boolean>`true`
    : sql<boolean>`${sql.ref(column)} = ANY(${visible}::bigint[])`;
}

/** The user whose access to folders is checked. */
export type FolderViewer = Pick<Actor, 'id' | 'isAdmin' | 'groupIds'>;

/** Whether a viewer may open the folder `f` of a query. */
export function opensTo(viewer: FolderViewer) {
  // Folders are for signed-in users; visitors read single datasets.
  if (viewer.id === null) return sql<boolean>`false`;
  return viewer.isAdmin
    ? sql<boolean>`true`
    : sql<boolean>`((f.group_id IS NULL AND f.group_name IS NULL) OR f.owner_id = ${viewer.id}
        OR f.group_id = ANY(${viewer.groupIds}::int[]))`;
}

/** Datasets that the portal may still have under a name. */
export async function listLegacyKeys(db: Db): Promise<{ id: number; name: string }[]> {
  return db
    .selectFrom('datasets')
    .select(['id', sql<string>`legacy_keys[1]`.as('name')])
    .where('legacy_keys', '<>', sql<string[]>`'{}'`)
    .execute();
}
