import { useEffect, useMemo, useState } from 'react';
import { useIsFetching } from '@tanstack/react-query';
import type { QueryAnswer } from '../../client.ts';
import { dataKey, useRows } from '../queries.ts';
import { useExplorer } from './explorer-context.tsx';
import type { TableRef } from './source.ts';

/** How long work goes on before a button to stop it appears. */
const PATIENCE_MS = 400;

/** The rows of the table before and after the filter, counted by the server. */
export function useCounts() {
  const { source, tree } = useExplorer();
  const { datasource, schema, table } = source;
  const whole = useMemo(
    () => ({ datasource, schema, table, aggregates: [{ fn: 'count', as: 'rows' }] }),
    [datasource, schema, table],
  );
  const all = useRows(whole);
  const filtered = useRows(tree ? { ...whole, filter: tree } : whole);
  const isOld = filtered.isPlaceholderData;
  return {
    all: countOf(all.data),
    shown: isOld ? undefined : countOf(filtered.data),
    isFiltered: tree !== undefined,
    error: all.error ?? filtered.error,
  };
}

/** Whether the server has been at work on this table for longer than a moment. */
export function useBusyData(table: TableRef): boolean {
  const isFetching = useIsFetching({ queryKey: dataKey(table) }) > 0;
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    if (!isFetching) return undefined;
    const timer = setTimeout(() => setLong(true), PATIENCE_MS);
    return () => {
      clearTimeout(timer);
      setLong(false);
    };
  }, [isFetching]);
  return isFetching && isLong;
}

function countOf(answer: QueryAnswer | undefined): number | undefined {
  const count = answer?.rows[0]?.rows;
  return count === undefined ? undefined : Number(count);
}
