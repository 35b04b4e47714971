import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import { t } from '@cairn/ui';
import type { History } from '../state/use-undo.ts';
import styles from './filter.module.css';

interface UndoButtonsProps {
  history: Pick<History, 'undo' | 'redo' | 'canUndo' | 'canRedo'>;
}

/** Takes changes back, and makes them again. */
export function UndoButtons({ history: { undo, redo, canUndo, canRedo } }: UndoButtonsProps) {
  return (
    <span className={styles.undo}>
      <Tooltip label={t('filter.undoHint')}>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconArrowBackUp size={16} aria-hidden />}
          {...unavailable(!canUndo)}
          onClick={() => canUndo && undo()}
        >
          {t('filter.undo')}
        </Button>
      </Tooltip>
      <Tooltip label={t('filter.redoHint')}>
        <ActionIcon
          size={30}
          variant="default"
          aria-label={t('filter.redo')}
          {...unavailable(!canRedo)}
          onClick={() => canRedo && redo()}
        >
          <IconArrowForwardUp size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </span>
  );
}

/** Looks disabled, and keeps the focus of those who have just undone the last change by keyboard. */
function unavailable(is: boolean) {
  return { 'aria-disabled': is, 'data-disabled': is || undefined };
}
