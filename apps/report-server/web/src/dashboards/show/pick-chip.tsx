import { CloseButton } from '@mantine/core';
import { t } from '@cairn/ui';
import { clauseSentence } from '../../explorer/filter/sentence.ts';
import type { Pick } from '../state/dashboard-state.ts';
import type { Dashboard } from '../types.ts';
import { titleOf } from './widget-content.ts';
import { useViewTable } from './use-view-table.ts';
import styles from './show.module.css';

interface PickChipProps {
  dashboard: Dashboard;
  pick: Pick;
  onRemove: () => void;
}

/** What was picked in a widget, in words, and the way to take it back. */
export function PickChip({ dashboard, pick, onRemove }: PickChipProps) {
  const { widget, clauses } = pick;
  const columns = useViewTable(dashboard.views[widget]).source?.metadata.columns ?? [];
  const item = dashboard.layout.find(({ id }) => id === widget);
  const condition = clauses.map((clause) => clauseSentence(clause, columns)).join(` ${t('filter.and')} `);
  return (
    <span className={styles.chip}>
      <span className={styles.chipText}>
        {item ? <span className={styles.from}>{titleOf(dashboard, item)}: </span> : null}
        {condition}
      </span>
      <CloseButton
        size={24}
        iconSize={14}
        aria-label={t('filter.remove', { condition })}
        onClick={onRemove}
      />
    </span>
  );
}
