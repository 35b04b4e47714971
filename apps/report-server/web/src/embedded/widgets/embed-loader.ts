import { basePath, unwrap } from '@cairn/ui';
import type { ReportServerSchemas } from '@cairn/contracts/client';
import { reportServer } from '../../client.ts';
import type { DataLoader } from '../../explorer/data-loader.ts';

/** Asks for the data of one widget, with the session of the page. Another revision reads everything again. */
export function embedLoader(widget: string, revision: number): DataLoader {
  const params = { path: { widget } };
  return {
    id: `embedded ${widget} ${revision}`,
    loadTable: (_table, signal) =>
      unwrap(reportServer.GET('/embed/api/widgets/{widget}/table', { params, signal })),
    loadRows: (request, signal) => {
      const body = request as ReportServerSchemas['QueryRequest'];
      return unwrap(reportServer.POST('/embed/api/widgets/{widget}/query', { params, body, signal }));
    },
    exportRows: async ({ query, body }, signal) =>
      (await unwrap(
        reportServer.POST('/embed/api/widgets/{widget}/export', {
          params: { ...params, query },
          ...{ body, signal, parseAs: 'stream' },
        }),
      )) as unknown as ReadableStream<Uint8Array<ArrayBuffer>>,
    tileUrl: (_table, query) => {
      const path = `${basePath()}/embed/api/widgets/${encodeURIComponent(widget)}/tiles`;
      return `${path}/{z}/{x}/{y}.mvt?${query}`;
    },
  };
}
