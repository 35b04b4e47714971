import { useHotkeys } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, notifyDone, notifyError, t, unwrap, useMe } from '@cairn/ui';
import { vault } from '../../client.ts';
import { refreshRows } from './edit-cache.ts';
import { editSentence } from './edit-sentence.ts';
import { forgetUndone, lastUndone, rememberUndone } from './undone-edits.ts';

interface UndoKeysOptions {
  dataset: string;
  enabled: boolean;
}

/** Ctrl+Z undoes the person's last change, Ctrl+Shift+Z and Ctrl+Y redo it; not while a field has the focus. */
export function useUndoKeys({ dataset, enabled }: UndoKeysOptions): void {
  const queries = useQueryClient();
  const { data: me } = useMe();
  const params = { path: { name: dataset } };

  /** The request names the edit, so that an edit which another user makes in the meantime stays. */
  async function undo(): Promise<string | null> {
    const latest = { ...params, query: { limit: 1 } };
    const [last] = (await unwrap(vault.GET('/datasets/{name}/edits', { params: latest }))).edits;
    if (!last) return null;
    if (last.by !== me?.user?.username) return t('editing.undoOthers', { what: editSentence(last) });
    const body = { last: true, edit_id: last.id };
    await unwrap(vault.POST('/datasets/{name}/edits/discard', { params, body }));
    rememberUndone(dataset, last.id);
    return t('editing.undoneWhat', { what: editSentence(last) });
  }

  async function redo(): Promise<string> {
    const editId = lastUndone(dataset);
    if (editId === undefined) return t('editing.nothingToRedo');
    forgetUndone(dataset, editId);
    await unwrap(vault.POST('/datasets/{name}/edits/redo', { params, body: { edit_id: editId } }));
    return t('editing.redone');
  }

  const { mutate } = useMutation({
    mutationFn: (change: () => Promise<string | null>) => change(),
    // One after the other, however quickly the keys are pressed.
    scope: { id: `undo ${dataset}` },
    onSuccess: (sentence) => sentence !== null && notifyDone(sentence),
    onError: (error) => {
      if (error instanceof ApiError && error.status === 409) notifyDone(error.message);
      else notifyError(error);
    },
    onSettled: () => refreshRows(queries, dataset),
  });
  const run = (change: () => Promise<string | null>) => () => {
    if (enabled) mutate(change);
  };
  useHotkeys([
    ['mod+Z', run(undo)],
    ['mod+shift+Z', run(redo)],
    ['mod+Y', run(redo)],
  ]);
}
