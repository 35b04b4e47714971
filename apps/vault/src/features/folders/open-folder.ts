import { badRequest } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { findFolder } from './repo.ts';
import type { Folder } from './types.ts';
import type { FolderViewer } from '../access/repo.ts';

/** The folder, if the viewer may put a dataset into it. @throws {AppError} bad_request otherwise. */
export async function findOpenFolder(db: Db, id: number, viewer: FolderViewer): Promise<Folder> {
  const result = Number.isSafeInteger(id) && id > 0 ? await findFolder(db, id, viewer) : null;
  // The same error for a missing and for a closed folder, so that it does not reveal which folders exist.
  if (!result?.opens) {
    throw badRequest(
      'vault.no_such_folder',
      `There is no folder ${id} that is open to you. Choose another one.`,
    );
  }
  if (result.folder.archivedAt) throw folderArchived(result.folder);
  return result.folder;
}

/** The same folder when the viewer may put a dataset into it, else null. */
export async function folderIfOpen(db: Db, id: number | null, viewer: FolderViewer): Promise<number | null> {
  const result = id === null ? null : await findFolder(db, id, viewer);
  return result?.opens && !result.folder.archivedAt ? result.folder.id : null;
}

export function folderArchived({ name }: Folder) {
  return badRequest(
    'vault.folder_archived',
    `The folder "${name}" is archived. Restore it first, or choose another one.`,
  );
}
