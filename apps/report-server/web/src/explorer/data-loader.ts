import { createContext, use } from 'react';
import { basePath, unwrap } from '@cairn/ui';
import type { ReportServerOperations, ReportServerSchemas } from '@cairn/contracts/client';
import { reportServer, type QueryAnswer, type QueryRequest, type TableMetadata } from '../client.ts';
import type { TableRef } from './state/source.ts';

export interface ExportQuery {
  query: ReportServerOperations['exportTable']['parameters']['query'];
  body: ReportServerSchemas['ExportRequest'];
}

/** Where table, chart and map get their data. Pages on other sites have addresses of their own. */
export interface DataLoader {
  /** Keeps the answers of different loaders apart. */
  id: string;
  loadTable: (table: TableRef, signal: AbortSignal) => Promise<TableMetadata>;
  loadRows: (request: QueryRequest, signal: AbortSignal) => Promise<QueryAnswer>;
  /** Whether rows can be saved as a file. */
  canExport: boolean;
  /** Rows as a file, while they come. */
  exportRows: (request: ExportQuery, signal: AbortSignal) => Promise<ReadableStream<Uint8Array<ArrayBuffer>>>;
  /** Address of the vector tiles of a table, with `{z}`, `{x}` and `{y}`. */
  tileUrl: (table: TableRef, query: URLSearchParams) => string;
}

/** Asks the explorer's own routes, with the rights of the person. */
export const explorerLoader: DataLoader = {
  id: 'explorer',
  loadTable: ({ datasource, schema, table }, signal) =>
    unwrap(
      reportServer.GET('/api/v1/explorer/metadata', {
        params: { query: { datasource, schema, table } },
        signal,
      }),
    ),
  loadRows: (request, signal) => {
    const body = request as ReportServerSchemas['QueryRequest'];
    return unwrap(reportServer.POST('/api/v1/explorer/query', { body, signal }));
  },
  canExport: true,
  exportRows: async ({ query, body }, signal) =>
    (await unwrap(
      reportServer.POST('/api/v1/explorer/export', { params: { query }, body, signal, parseAs: 'stream' }),
    )) as unknown as ReadableStream<Uint8Array<ArrayBuffer>>,
  tileUrl: ({ datasource, schema, table }, query) => {
    const path = [datasource, schema, table].map(encodeURIComponent).join('/');
    return `${basePath()}/api/v1/explorer/tiles/${path}/{z}/{x}/{y}.mvt?${query}`;
  },
};

export const DataLoaderContext = createContext(explorerLoader);

export function useDataLoader(): DataLoader {
  return use(DataLoaderContext);
}
