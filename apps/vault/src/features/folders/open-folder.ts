import { badRequest } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { findFolder } from './repo.ts';
import type { Folder, FolderViewer } from './types.ts';

/** The folder, when somebody may put a dataset into it; else AppError `bad_request`. */
export async function findOpenFolder(db: Db, id: number, viewer: FolderViewer): Promise<Folder> {
  const found = Number.isSafeInteger(id) && id > 0 ? await findFolder(db, id, viewer) : null;
  // Whether a folder is missing or closed is the same to whoever may not open it.
  if (!found?.opens) {
    throw badRequest('vault.no_such_folder', `There is no folder ${id} that is open to you; choose another.`);
  }
  if (found.folder.archivedAt) throw folderArchived(found.folder);
  return found.folder;
}

/** The same folder when the viewer may put a dataset into it, else null. */
export async function folderIfOpen(db: Db, id: number | null, viewer: FolderViewer): Promise<number | null> {
  const found = id === null ? null : await findFolder(db, id, viewer);
  return found?.opens && !found.folder.archivedAt ? found.folder.id : null;
}

export function folderArchived({ name }: Folder) {
  return badRequest(
    'vault.folder_archived',
    `The folder "${name}" is archived; restore it first, or choose another.`,
  );
}
