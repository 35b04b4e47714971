import { formatNumber, t } from '@cairn/ui';
import { useCounts } from '../state/use-counts.ts';
import styles from './analysis.module.css';

/** Which rows the analysis takes: those that the filter of the explorer leaves. */
export function InputNote() {
  const { shown, isFiltered } = useCounts();
  if (shown === undefined) return <p className={styles.note}>{t('analysis.counting')}</p>;
  const rows = formatNumber(shown);
  return (
    <p className={styles.note} data-analysis-input>
      {isFiltered
        ? t('analysis.filtered', { count: shown, shown: rows })
        : t('analysis.rows', { count: shown, all: rows })}
    </p>
  );
}
