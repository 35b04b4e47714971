import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { ConfirmDanger, formatNumber, t, useChange } from '@cairn/ui';
import { vault, type WorkingEdits } from '../../client.ts';
import { refreshRows, peopleText } from './edit-cache.ts';
import { editSentence } from './edit-sentence.ts';
import { rememberUndone } from './undone-edits.ts';
import type { Edit } from './use-pending-edits.ts';

function useDiscard(dataset: string, done: string, onDone?: () => void) {
  const queries = useQueryClient();
  return useChange(
    (last: Edit | null) =>
      vault.POST('/datasets/{name}/edits/discard', {
        params: { path: { name: dataset } },
        body: last ? { last: true, edit_id: last.id } : { last: false },
      }),
    {
      done,
      onDone: (_left, last) => {
        if (last) rememberUndone(dataset, last.id);
        refreshRows(queries, dataset);
        onDone?.();
      },
    },
  );
}

/** Undoes the newest change, also of another user; the tooltip names it. */
export function UndoLast({ dataset, last }: { dataset: string; last: Edit }) {
  const discard = useDiscard(dataset, t('editing.undone'));
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<IconArrowBackUp size={15} aria-hidden />}
      title={t('editing.undoWhat', { what: editSentence(last) })}
      loading={discard.isPending}
      onClick={() => discard.mutate(last)}
    >
      {t('editing.undoLast')}
    </Button>
  );
}

/** Discards all changes since the last version, after asking. */
export function DiscardAll({ dataset, working }: { dataset: string; working: WorkingEdits }) {
  const [asking, setAsking] = useState(false);
  const discard = useDiscard(dataset, t('editing.discarded'), () => setAsking(false));
  const lost = {
    count: working.edits,
    number: formatNumber(working.edits),
    people: peopleText(working),
  };
  return (
    <>
      <Button size="compact-sm" variant="subtle" color="red" onClick={() => setAsking(true)}>
        {t('editing.discardAll')}
      </Button>
      <ConfirmDanger
        opened={asking}
        title={t('editing.discardTitle')}
        action={t('editing.discardAction')}
        typeName={dataset}
        busy={discard.isPending}
        onConfirm={() => discard.mutate(null)}
        onClose={() => setAsking(false)}
      >
        {t('editing.discardText', lost)}
      </ConfirmDanger>
    </>
  );
}
