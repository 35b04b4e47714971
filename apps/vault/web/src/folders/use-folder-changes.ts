import { useQueryClient } from '@tanstack/react-query';
import { notifyError, notifyUndo, t, unwrap } from '@cairn/ui';
import { vault, type Folder } from '../client.ts';
import { foldersKey } from '../query-keys.ts';

/** Puts a folder away and brings it back; both can be undone, so neither asks. */
export function useFolderChanges() {
  const queries = useQueryClient();
  const change = async (folder: Folder, archived: boolean): Promise<boolean> => {
    const params = { path: { id: folder.id } };
    try {
      await unwrap(
        archived
          ? vault.POST('/api/folders/{id}/archive', { params })
          : vault.POST('/api/folders/{id}/restore', { params }),
      );
    } catch (error) {
      notifyError(error);
      return false;
    }
    void queries.invalidateQueries({ queryKey: foldersKey });
    return true;
  };
  return {
    async archive(folder: Folder): Promise<boolean> {
      const done = await change(folder, true);
      if (done) notifyUndo(t('folders.archivedNow', { name: folder.name }), () => void change(folder, false));
      return done;
    },
    async restore(folder: Folder): Promise<boolean> {
      const done = await change(folder, false);
      if (done) notifyUndo(t('folders.restoredNow', { name: folder.name }), () => void change(folder, true));
      return done;
    },
  };
}
