import { useQueries } from '@tanstack/react-query';
import type { ExplorerDatasource, ExplorerTable } from '../../client.ts';
import { tablesQuery, useDatasources } from '../queries.ts';

export interface FoundTable extends ExplorerTable {
  datasource: ExplorerDatasource;
}

/** The tables of all datasources that the user may see; those of one that does not answer are missing. */
export function useAllTables() {
  const datasources = useDatasources();
  const list = datasources.data ?? [];
  const answers = useQueries({ queries: list.map(({ key }) => tablesQuery(key)) });
  const tables = list.flatMap((datasource, at): FoundTable[] =>
    (answers[at]?.data ?? []).map((table) => ({ ...table, datasource })),
  );
  const failed = list.flatMap((datasource, at) => {
    const error = answers[at]?.error;
    return error ? [{ datasource, error }] : [];
  });
  return {
    datasources,
    tables,
    failed,
    isPending: datasources.isPending || answers.some(({ isPending }) => isPending),
  };
}
