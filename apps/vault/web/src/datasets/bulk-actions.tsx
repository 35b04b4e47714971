import { Button } from '@mantine/core';
import { IconArchive, IconArchiveOff, IconFolderSymlink } from '@tabler/icons-react';
import { t } from '@cairn/ui';
import type { DatasetSummary } from '../client.ts';
import type { DatasetActions } from './dataset-menu.tsx';
import type { DatasetRights } from './use-dataset-rights.ts';

interface BulkActionsProps extends Pick<DatasetActions, 'onMove' | 'onArchive' | 'onRestore'> {
  rows: DatasetSummary[];
  rightsOn: (row: DatasetSummary) => DatasetRights;
}

/** What can be done with all that is chosen; those that the person may not change are left out of it. */
export function BulkActions({ rows, rightsOn, onMove, onArchive, onRestore }: BulkActionsProps) {
  const changeable = rows.filter((row) => rightsOn(row).change);
  const restorable = rows.filter((row) => rightsOn(row).restore);
  return (
    <>
      {changeable.length > 0 ? (
        <>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconFolderSymlink size={15} aria-hidden />}
            onClick={() => onMove(changeable)}
          >
            {t('bulk.move')}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconArchive size={15} aria-hidden />}
            onClick={() => onArchive(changeable)}
          >
            {t('bulk.archive')}
          </Button>
        </>
      ) : null}
      {restorable.length > 0 ? (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconArchiveOff size={15} aria-hidden />}
          onClick={() => onRestore(restorable)}
        >
          {t('bulk.restore')}
        </Button>
      ) : null}
      {changeable.length + restorable.length === 0 ? <span>{t('bulk.none')}</span> : null}
    </>
  );
}
