import { useMemo } from 'react';
import { useApi } from '@cairn/ui';
import type { EditColumn, RowPage, Version } from '../../client.ts';
import { getRows, rowsKey, type Row } from '../rows.ts';
import { PAGE_SIZE, type TableState } from './table-state.ts';

/** The contract's name for the row ids of shapefiles and GeoJSON. */
export const ADDED_ROW_ID = 'cairn_fid';

/** The page of rows that the address asks for; the former one stays until the next is there. */
export function useRows(version: Version, { query, page }: TableState) {
  const pageQuery = { ...query, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
  return useApi(
    [...rowsKey(version.dataset), version.id, 'page', pageQuery],
    (signal) => getRows(version, pageQuery, signal),
    { keepPrevious: true },
  );
}

/** One row of the table with what belongs to it. */
export interface TableRow {
  key: string;
  row: Row;
  hash: string;
  bounds: RowPage['bounds'][number];
  /** Columns that the draft changed; null for an unchanged row. */
  changed: string[] | null;
}

/** A page of the rows of a dataset or of a table. */
type Rows = Pick<RowPage, 'rows' | 'hashes' | 'bounds' | 'columns' | 'offset' | 'pk_column' | 'changes'>;

export function useTableRows(page: Rows | undefined): TableRow[] {
  return useMemo(
    () =>
      page?.rows.map((row, i) => ({
        key: keyOf(page, row, i),
        row,
        hash: page.hashes[i] ?? '',
        bounds: page.bounds[i] ?? null,
        changed: page.changes?.[i] ?? null,
      })) ?? [],
    [page],
  );
}

/**
 * The columns of the table, the key first. Geometries are drawn on the map. The row id that the server adds to a file
 * without keys is left out unless the layer has no other column.
 */
export function tableColumns(page: Pick<RowPage, 'columns' | 'pk_column'> | undefined): EditColumn[] {
  const all = page?.columns.filter(({ type }) => type !== 'geometry') ?? [];
  const own = all.filter(({ name }) => name !== ADDED_ROW_ID);
  const columns = own.length > 0 ? own : all;
  const key = (column: EditColumn) => (column.name === page?.pk_column ? 0 : 1);
  return columns.sort((a, b) => key(a) - key(b));
}

function keyOf(page: Rows, row: Row, index: number): string {
  return page.pk_column ? String(row[page.pk_column]) : `row ${page.offset + index}`;
}
