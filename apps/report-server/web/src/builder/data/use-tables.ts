import { useQuery } from '@tanstack/react-query';
import { unwrap, type ApiError } from '@cairn/ui';
import { reportServer } from '../../client.ts';
import { tablesQuery } from '../../explorer/queries.ts';
import type { SourceColumn } from '../model/fields.ts';

export interface TableName {
  schema: string;
  table: string;
}

/** The tables of a datasource; none where none is chosen. */
export function useTables(datasource: string | null) {
  return useQuery({ ...tablesQuery(datasource ?? ''), enabled: datasource !== null });
}

/** Columns of a table, in the order of the table. */
export function useColumns(datasource: string | null, table: TableName | null) {
  const { schema = '', table: name = '' } = table ?? {};
  return useQuery<SourceColumn[], ApiError>({
    queryKey: ['columns', datasource, schema, name],
    queryFn: async ({ signal }) => {
      const params = { query: { datasource: datasource ?? '', schema, table: name } };
      return (await unwrap(reportServer.GET('/api/v1/explorer/metadata', { params, signal }))).columns;
    },
    enabled: datasource !== null && name !== '',
    staleTime: 60_000,
  });
}
