import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { notifyDone, notifyError, notifyUndo, t } from '@cairn/ui';
import type { RowPage, Version } from '../../client.ts';
import type { TableRow } from '../table/use-rows.ts';
import { deleteRows, takeBack } from './delete-rows.ts';
import { refreshRows, refreshDataset } from './edit-cache.ts';
import styles from '../table/table.module.css';

interface BulkRowsProps {
  version: Version;
  layer: string;
  page: RowPage;
  rows: TableRow[];
  onDone: () => void;
}

/** What can be done with the rows that are ticked. */
export function BulkRows({ version, layer, page, rows, onDone }: BulkRowsProps) {
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const { dataset } = version;
  const undo = async (edits: number[]) => {
    try {
      const done = await takeBack(dataset, edits);
      notifyDone(t(done ? 'editing.rowsBack' : 'editing.rowsNotBack', { count: edits.length }));
    } catch (error) {
      notifyError(error);
    }
    refreshRows(queries, dataset);
  };
  const remove = async () => {
    setBusy(true);
    const { edits, error } = await deleteRows({ version, layer, page, rows });
    setBusy(false);
    onDone();
    if (error) {
      notifyError(error);
      refreshDataset(queries, dataset);
    } else refreshRows(queries, dataset);
    if (edits.length > 0)
      notifyUndo(t('editing.rowsDeleted', { count: edits.length }), () => void undo(edits));
  };
  return (
    <div className={styles.bulk}>
      <span role="status">{t('editing.rowsChosen', { count: rows.length })}</span>
      <Button
        size="compact-sm"
        color="red"
        variant="light"
        leftSection={<IconTrash size={15} aria-hidden />}
        loading={busy}
        onClick={() => void remove()}
      >
        {t('editing.deleteRows', { count: rows.length })}
      </Button>
      <Button size="compact-sm" variant="subtle" onClick={onDone}>
        {t('editing.chooseNone')}
      </Button>
    </div>
  );
}
