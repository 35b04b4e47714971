import { basePath, t, unwrap } from '@cairn/ui';
import { reportServer } from '../../client.ts';
import { explorerLoader, type DataLoader } from '../../explorer/data-loader.ts';
import type { InlineView } from '../types.ts';

/** Values of a report's parameters by name. */
export type ReportValues = Record<string, unknown>;

/** Where the data of a view come from on this server, with values for the parameters of its report. */
export function loaderOf(view: InlineView | null | undefined, values: ReportValues): DataLoader {
  const { report, parameters } = view?.source ?? {};
  return report === undefined ? explorerLoader : reportLoader(report, { ...parameters, ...values });
}

/** Reads the main query of a report as a table. Its rows cannot be saved as those of a table: the report itself can. */
function reportLoader(report: string, parameters: ReportValues): DataLoader {
  const text = JSON.stringify(parameters);
  return {
    id: `report ${report} ${text}`,
    loadTable: (_table, signal) =>
      unwrap(reportServer.POST('/api/v1/explorer/report-table', { body: { report, parameters }, signal })),
    loadRows: async ({ datasource: _datasource, schema: _schema, table: _table, ...shape }, signal) => {
      const { count: _count, cursor: _cursor, ...rest } = shape;
      const body = { report, parameters, ...rest } as never;
      const answer = await unwrap(reportServer.POST('/api/v1/explorer/report-query', { body, signal }));
      return { ...answer, next_cursor: null, total: null, total_kind: null, elapsed_ms: 0 };
    },
    canExport: false,
    exportRows: () => Promise.reject(new Error(t('widget.notSaved'))),
    tileUrl(_table, query) {
      query.set('parameters', text);
      return `${basePath()}/api/v1/explorer/report-tiles/${encodeURIComponent(report)}/{z}/{x}/{y}.mvt?${query}`;
    },
  };
}
