import { useMemo } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { t, type ApiError } from '@cairn/ui';
import { useDataLoader } from '../data-loader.ts';
import { dataKey } from '../queries.ts';
import { useExplorer } from '../state/explorer-context.tsx';
import { fetchChart } from './fetch-chart.ts';
import type { ChartSpec } from './spec.ts';
import { suggestFirstChart } from './suggest.ts';
import type { ChartData } from './types.ts';

/** The chart of the address, else the one that the table begins with; null where no column can be drawn. */
export function useChartSpec(): ChartSpec | null {
  const { source, state } = useExplorer();
  const { metadata } = source;
  const chosen = state.chart;
  return useMemo(() => {
    const isKnown = (name: string) => name === '' || metadata.columns.some((column) => column.name === name);
    if (chosen && isKnown(chosen.x) && isKnown(chosen.y)) return chosen;
    return suggestFirstChart(metadata);
  }, [chosen, metadata]);
}

/** The data of a chart over the filtered rows; `enabled` puts off asking for them. */
export function useChart(spec: ChartSpec | null, enabled = true) {
  const { source, tree } = useExplorer();
  const loader = useDataLoader();
  const column = source.metadata.columns.find(({ name }) => name === spec?.x);
  const { datasource, schema, table } = source;
  return useQuery<ChartData, ApiError>({
    queryKey: [...dataKey(source), 'chart', spec, tree, loader.id],
    queryFn: ({ signal }) => {
      if (!spec || !column) throw new Error('There is no chart to fetch.');
      const words = { noValue: t('explorer.noValue'), others: t('chart.others') };
      const chart = { datasource, schema, table, spec, column, filter: tree };
      return fetchChart(chart, words, (request) => loader.loadRows(request, signal));
    },
    enabled: enabled && spec !== null && column !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
}
