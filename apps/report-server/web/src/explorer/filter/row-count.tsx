import { useMemo } from 'react';
import { Button, Loader } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { formatNumber, sentenceOf, t } from '@cairn/ui';
import { dataKey } from '../queries.ts';
import { useExplorer } from '../state/explorer-context.tsx';
import { useBusyData, useCounts } from '../state/use-counts.ts';
import styles from './filter.module.css';

/** How many rows are left of how many, and the way to stop while the server still works. */
export function RowCount() {
  const { source } = useExplorer();
  const queries = useQueryClient();
  const isBusy = useBusyData(source);
  const counts = useCounts();
  const text = useMemo(() => sentence(counts), [counts]);
  return (
    <span className={styles.count}>
      <span role="status" data-testid="row-count">
        {text}
      </span>
      {isBusy ? (
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<Loader size={12} aria-hidden />}
          onClick={() => void queries.cancelQueries({ queryKey: dataKey(source) })}
        >
          {t('explorer.cancel')}
        </Button>
      ) : null}
    </span>
  );
}

function sentence({ shown, all, isFiltered, error }: ReturnType<typeof useCounts>): string {
  if (error) return t('explorer.notCounted', { reason: sentenceOf(error) });
  if (shown === undefined || all === undefined) return t('explorer.counting');
  return isFiltered
    ? t('explorer.rowsOf', { count: all, shown: formatNumber(shown), all: formatNumber(all) })
    : t('explorer.rows', { count: all, all: formatNumber(all) });
}
