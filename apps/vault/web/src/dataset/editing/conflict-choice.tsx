import { Button, Group } from '@mantine/core';
import { t } from '@cairn/ui';
import type { EditColumn } from '../../client.ts';
import { cellText } from '../table/cell-text.ts';
import type { CellConflict, CellEditing } from './use-cell-editing.ts';
import styles from '../table/table.module.css';

interface ConflictChoiceProps {
  column: EditColumn;
  conflict: CellConflict;
  editing: CellEditing;
}

/** Both values of a row that another user changed first, and the choice between them. */
export function ConflictChoice({ column, conflict, editing }: ConflictChoiceProps) {
  const text = (value: unknown) => cellText(value, column) ?? t('table.null');
  return (
    <div className={styles.conflict} role="alertdialog" aria-label={t('editing.conflictTitle')}>
      <p>{t('editing.conflict')}</p>
      <dl>
        <div>
          <dt>{t('editing.theirs')}</dt>
          <dd>{text(conflict.theirs)}</dd>
        </div>
        <div>
          <dt>{t('editing.mine')}</dt>
          <dd>{text(conflict.mine)}</dd>
        </div>
      </dl>
      <Group gap={8}>
        <Button size="compact-sm" variant="default" data-autofocus onClick={editing.takeTheirs}>
          {t('editing.takeTheirs')}
        </Button>
        <Button size="compact-sm" onClick={editing.writeAgain}>
          {t('editing.writeAgain')}
        </Button>
      </Group>
    </div>
  );
}
