import { basePath, unwrap } from '@cairn/ui';
import type { ReportServerSchemas } from '@cairn/contracts/client';
import { reportServer } from '../../client.ts';
import type { DataLoader } from '../../explorer/data-loader.ts';

interface EmbeddedWidget {
  widget: string;
  /** Whether it shows a report, with these values for its parameters as JSON. */
  isReport: boolean;
  parameters: string;
  /** Another one reads everything again. */
  revision: number;
}

/** Asks for the data of one widget, with the session of the page. */
export function embedLoader({ widget, isReport, parameters, revision }: EmbeddedWidget): DataLoader {
  const values = parameters === '{}' ? {} : { parameters };
  const params = { path: { widget }, query: values };
  return {
    id: `embedded ${widget} ${revision} ${parameters}`,
    loadTable: (_table, signal) =>
      unwrap(reportServer.GET('/embed/api/widgets/{widget}/table', { params, signal })),
    loadRows: (request, signal) => {
      const body = request as ReportServerSchemas['QueryRequest'];
      return unwrap(reportServer.POST('/embed/api/widgets/{widget}/query', { params, body, signal }));
    },
    canExport: !isReport,
    exportRows: async ({ query, body }, signal) =>
      (await unwrap(
        reportServer.POST('/embed/api/widgets/{widget}/export', {
          params: { ...params, query: { ...values, ...query } },
          ...{ body, signal, parseAs: 'stream' },
        }),
      )) as unknown as ReadableStream<Uint8Array<ArrayBuffer>>,
    tileUrl: (_table, query) => {
      for (const [name, value] of Object.entries(values)) query.set(name, value);
      const path = `${basePath()}/embed/api/widgets/${encodeURIComponent(widget)}/tiles`;
      return `${path}/{z}/{x}/{y}.mvt?${query}`;
    },
  };
}
