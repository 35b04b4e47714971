import { t } from '@cairn/ui';
import { FieldDrawer } from '../fields/field-drawer.tsx';
import { useExplorer } from '../state/explorer-context.tsx';
import { FilterSentence } from './filter-sentence.tsx';
import { RowCount } from './row-count.tsx';
import { UndoButtons } from './undo-buttons.tsx';
import styles from './filter.module.css';

/** The one filter over table, map and chart, as a sentence of conditions that can be changed. */
export function FilterBar() {
  return (
    <section className={styles.bar} aria-label={t('filter.label')}>
      <FieldDrawer />
      <FilterSentence />
      <div className={styles.end}>
        <RowCount />
        <UndoButtons history={useExplorer()} />
      </div>
    </section>
  );
}
