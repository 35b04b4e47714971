import type { QueryClient } from '@tanstack/react-query';
import type { RowPage, WorkingEdits } from '../../client.ts';
import { rowsKey, type Row, type RowKey } from '../rows.ts';

/** Puts a changed row wherever it is shown: in the table and beside the map. */
export function putRow(queries: QueryClient, dataset: string, changed: { row: Row; hash: string }): void {
  queries.setQueriesData<RowPage>({ queryKey: rowsKey(dataset) }, (page) => {
    const column = page?.pk_column;
    if (!page || !column) return page;
    const at = page.rows.findIndex((row) => row[column] === changed.row[column]);
    if (at < 0) return page;
    return { ...page, rows: page.rows.with(at, changed.row), hashes: page.hashes.with(at, changed.hash) };
  });
}

export function workingKey(dataset: string): readonly string[] {
  return ['dataset', dataset, 'edits'];
}

/** Rows that the draft deletes. */
export function deletedKey(dataset: string): readonly string[] {
  return [...workingKey(dataset), 'deleted'];
}

/** What was changed is told by the bar above the table and by the list of changes. */
export function afterEdit(queries: QueryClient, dataset: string): void {
  void queries.invalidateQueries({ queryKey: workingKey(dataset) });
}

/** Rows came or went, or others changed some: all pages are old. */
export function afterManyEdits(queries: QueryClient, dataset: string): void {
  void queries.invalidateQueries({ queryKey: rowsKey(dataset) });
  void queries.invalidateQueries({ queryKey: ['dataset', dataset, 'capability'] });
  afterEdit(queries, dataset);
}

/** The edits became a version, or the data changed beneath them. */
export function afterSeal(queries: QueryClient, dataset: string): void {
  void queries.invalidateQueries({ queryKey: ['dataset', dataset] });
  void queries.invalidateQueries({ queryKey: ['datasets-summary'] });
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
