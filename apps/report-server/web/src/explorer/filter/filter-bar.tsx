import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import { t } from '@cairn/ui';
import { FieldDrawer } from '../fields/field-drawer.tsx';
import { useExplorer } from '../state/explorer-context.tsx';
import { FilterSentence } from './filter-sentence.tsx';
import { RowCount } from './row-count.tsx';
import styles from './filter.module.css';

/** The one filter over table, map and chart, as a sentence of conditions that can be changed. */
export function FilterBar() {
  return (
    <section className={styles.bar} aria-label={t('filter.label')}>
      <FieldDrawer />
      <FilterSentence />
      <div className={styles.end}>
        <RowCount />
        <UndoButtons />
      </div>
    </section>
  );
}

function UndoButtons() {
  const { undo, redo, canUndo, canRedo } = useExplorer();
  return (
    <span className={styles.undo}>
      <Tooltip label={t('filter.undoHint')}>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconArrowBackUp size={16} aria-hidden />}
          disabled={!canUndo}
          onClick={undo}
        >
          {t('filter.undo')}
        </Button>
      </Tooltip>
      <Tooltip label={t('filter.redoHint')}>
        <ActionIcon
          size={30}
          variant="default"
          aria-label={t('filter.redo')}
          disabled={!canRedo}
          onClick={redo}
        >
          <IconArrowForwardUp size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </span>
  );
}
