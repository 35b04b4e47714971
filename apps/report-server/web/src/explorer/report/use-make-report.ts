import { useNavigate } from 'react-router';
import { t, useChange } from '@cairn/ui';
import type { ReportServerSchemas } from '@cairn/contracts/client';
import { reportServer } from '../../client.ts';
import { NEW_REPORT_ROUTE } from '../../library/addresses.ts';
import { useChartSpec } from '../chart/use-chart.ts';
import type { ChartSpec } from '../chart/spec.ts';
import type { Pane } from '../state/address.ts';
import { useExplorer } from '../state/explorer-context.tsx';
import { useShownColumns } from '../table/use-shown-columns.ts';
import { useViews } from '../views/use-views.ts';

type HandoffInput = ReportServerSchemas['HandoffInput'];

/** Hands the rows of the filter over to the builder, as a table, a chart or a map. */
export function useMakeReport() {
  const { source, state, tree } = useExplorer();
  const { columns } = useShownColumns();
  const chart = useChartSpec();
  const view = useViews().views?.find(({ key }) => key === state.view);
  const navigate = useNavigate();
  const { datasource, schema, table } = source;

  const change = useChange(
    (kind: Pane) => reportServer.POST('/api/v1/explorer/handoff', { body: inputOf(kind) }),
    {
      onDone: ({ template, source: from, warnings }) => {
        const findings = warnings.map((message) => ({
          level: 'warning' as const,
          path: '$',
          place: t('handoff.place'),
          message,
        }));
        void navigate(NEW_REPORT_ROUTE, { state: { template, datasource: from.datasource, findings } });
      },
    },
  );

  function inputOf(kind: Pane): HandoffInput {
    const { sort, color } = state;
    return {
      kind,
      source: { datasource, schema, table },
      columns: columns.map(({ name }) => name),
      ...(view ? { title: view.title } : {}),
      ...(tree ? { filter: tree } : {}),
      ...(sort ? { sort: [{ column: sort.column, dir: sort.descending ? 'desc' : 'asc' }] } : {}),
      ...(kind === 'chart' && chart ? { chart: chartInput(chart) } : {}),
      ...(kind === 'map' && color ? { map: { color_by: color } } : {}),
    };
  }

  return { make: change.mutate, isMaking: change.isPending };
}

function chartInput({ type, x, y, fn }: ChartSpec): NonNullable<HandoffInput['chart']> {
  return { type, x, fn, ...(y ? { y } : {}) };
}
