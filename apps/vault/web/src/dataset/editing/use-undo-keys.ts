import { useHotkeys } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError, notifyDone, notifyError, t, unwrap, useMe } from '@cairn/ui';
import { vault } from '../../client.ts';
import { afterManyEdits } from './edit-cache.ts';
import { editSentence } from './edit-sentence.ts';
import type { Edit } from './use-working.ts';

interface UndoKeysOptions {
  dataset: string;
  /** The newest change of the draft. */
  last: Edit | undefined;
  enabled: boolean;
}

/** Ctrl+Z undoes the person's last change, Ctrl+Shift+Z and Ctrl+Y redo it; not while a field has the focus. */
export function useUndoKeys({ dataset, last, enabled }: UndoKeysOptions): void {
  const queries = useQueryClient();
  const { data: me } = useMe();
  const params = { path: { name: dataset } };

  async function run(change: () => Promise<unknown>, done: string): Promise<void> {
    if (!enabled) return;
    try {
      await change();
      notifyDone(done);
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) notifyDone(error.message);
      else notifyError(error);
    }
    afterManyEdits(queries, dataset);
  }
  const undo = () => {
    if (!enabled || !last) return;
    if (last.by !== me?.user?.username) notifyDone(t('editing.undoOthers', { what: editSentence(last) }));
    else
      void run(
        () => unwrap(vault.POST('/datasets/{name}/edits/discard', { params, body: { last: true } })),
        t('editing.undoneWhat', { what: editSentence(last) }),
      );
  };
  const redo = () =>
    void run(() => unwrap(vault.POST('/datasets/{name}/edits/redo', { params })), t('editing.redone'));
  useHotkeys([
    ['mod+Z', undo],
    ['mod+shift+Z', redo],
    ['mod+Y', redo],
  ]);
}
