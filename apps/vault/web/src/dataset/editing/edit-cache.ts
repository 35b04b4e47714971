import type { QueryClient } from '@tanstack/react-query';
import type { RowPage, WorkingEdits } from '../../client.ts';
import { datasetKey, datasetsKey } from '../../query-keys.ts';
import { rowsKey, type Row, type RowKey } from '../rows.ts';

/** Updates a changed row in the table and in the map panel. */
export function putRow(queries: QueryClient, dataset: string, changed: { row: Row; hash: string }): void {
  queries.setQueriesData<RowPage>({ queryKey: rowsKey(dataset) }, (page) => {
    const column = page?.pk_column;
    if (!page || !column) return page;
    const at = page.rows.findIndex((row) => row[column] === changed.row[column]);
    if (at < 0) return page;
    return { ...page, rows: page.rows.with(at, changed.row), hashes: page.hashes.with(at, changed.hash) };
  });
}

export function editsKey(dataset: string): readonly string[] {
  return [...datasetKey(dataset), 'edits'];
}

/** Rows that the draft deletes. */
export function deletedKey(dataset: string): readonly string[] {
  return [...editsKey(dataset), 'deleted'];
}

/** Refreshes the bar of pending edits and the list of changes. */
export function refreshEdits(queries: QueryClient, dataset: string): void {
  void queries.invalidateQueries({ queryKey: editsKey(dataset) });
}

/** Refreshes all pages of rows after rows were added, deleted or changed by others. */
export function refreshRows(queries: QueryClient, dataset: string): void {
  void queries.invalidateQueries({ queryKey: rowsKey(dataset) });
  void queries.invalidateQueries({ queryKey: [...datasetKey(dataset), 'capability'] });
  refreshEdits(queries, dataset);
}

/** Refreshes everything about the dataset after a version was saved or the data changed. */
export function refreshDataset(queries: QueryClient, dataset: string): void {
  void queries.invalidateQueries({ queryKey: datasetKey(dataset) });
  void queries.invalidateQueries({ queryKey: datasetsKey });
}

/** "Ada", "Ada and Bo", "Ada, Bo and Cy". */
export function peopleText({ people }: Pick<WorkingEdits, 'people'>): string {
  return new Intl.ListFormat(navigator.language || 'en', { type: 'conjunction' }).format(people);
}

/** The value by which a row is known to the server. */
export function pkOf(page: RowPage, row: Row): { pk_column: string; pk_value: RowKey } {
  const column = page.pk_column ?? '';
  return { pk_column: column, pk_value: row[column] as RowKey };
}
