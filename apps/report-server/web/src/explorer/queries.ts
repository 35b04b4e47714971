import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { unwrap, type ApiError } from '@cairn/ui';
import {
  reportServer,
  type ExplorerDatasource,
  type QueryAnswer,
  type QueryRequest,
  type TableMetadata,
} from '../client.ts';
import { useDataLoader, type DataLoader } from './data-loader.ts';
import type { TableRef } from './state/source.ts';

/** All answers about the data of one table. */
export const dataKey = ({ datasource, schema, table }: TableRef) =>
  ['data', datasource, schema, table] as const;

export function useDatasources() {
  return useQuery<ExplorerDatasource[], ApiError>({
    queryKey: ['datasources'],
    queryFn: async ({ signal }) =>
      (await unwrap(reportServer.GET('/api/v1/explorer/datasources', { signal }))).datasources,
    staleTime: 60_000,
  });
}

export function tablesQuery(datasource: string) {
  return {
    queryKey: ['tables', datasource],
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const params = { query: { datasource } };
      return (await unwrap(reportServer.GET('/api/v1/explorer/tables', { params, signal }))).tables;
    },
    staleTime: 60_000,
  };
}

export function useMetadata(source: TableRef | null, other?: DataLoader) {
  const context = useDataLoader();
  const loader = other ?? context;
  return useQuery<TableMetadata, ApiError>({
    queryKey: ['metadata', source?.datasource, source?.schema, source?.table, loader.id],
    queryFn: ({ signal }) => loader.loadTable(source as TableRef, signal),
    enabled: source !== null,
    staleTime: 60_000,
    // A table that is not there does not appear when one asks again.
    retry: (count, { status }) => status !== 404 && count < 2,
  });
}

/** Rows or groups of a table; the former answer stays until the next is there. */
export function useRows(request: QueryRequest | null) {
  const loader = useDataLoader();
  return useQuery<QueryAnswer, ApiError>({
    queryKey: [...(request ? dataKey(request) : ['data']), 'query', request, loader.id],
    queryFn: ({ signal }) => loader.loadRows(request as QueryRequest, signal),
    enabled: request !== null,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
}
