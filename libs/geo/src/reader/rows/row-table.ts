import type { DatabaseSync } from 'node:sqlite';
import type { ColumnRow } from '../../geopackage/to-layer.ts';
import { defineFoldCase } from '../geopackage/fold-case.ts';
import { findRowKey } from '../geopackage/row-key.ts';
import { Refusal } from '../../reader-protocol/answer.ts';
import type { OrderedRows, RowRangeReply, LayerOfFile } from '../../reader-protocol/row-types.ts';
import { attach, attachAs, ident, plainTable, rowNumberName } from '../geopackage/attach.ts';

/** A layer's table, opened to read single rows of it. */
export interface RowTable {
  db: DatabaseSync;
  /** For a FROM. */
  name: string;
  /** What SQLite calls the row number. */
  rowNumber: string;
  /** Name of the column that is the row number too. */
  key: string | null;
  /** Stored columns by name, with their declared type. */
  columns: Map<string, string>;
  geometryColumn: string | null;
}

type Row = Record<string, string | number | null>;

/** Opens the table of a layer, without counting its rows. Generated columns are left out, since reading runs them. */
export function openRowTable({ file, layer }: LayerOfFile, target?: string): RowTable {
  const db = attach(file, target);
  try {
    const name = plainTable(db, layer);
    if (!name) throw new Refusal('not_found', 'vault.no_such_layer', `There is no layer "${layer}".`);
    const info = db.prepare(`PRAGMA src.table_xinfo(${ident(name)})`).all() as Row[];
    const rowNumber = rowNumberName(info.map((column) => String(column.name)));
    if (rowNumber === null) throw new Error('no row number');
    defineFoldCase(db);
    const stored = info.filter((column) => column.hidden === 0);
    return {
      db,
      name: `src.${ident(name)}`,
      rowNumber,
      key: findRowKey(db, name, stored as unknown as ColumnRow[]),
      columns: new Map(stored.map((column) => [String(column.name), String(column.type)])),
      geometryColumn: geometryColumnOf(db, name, stored),
    };
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Does something with a layer's table and closes it. */
export function withRowTable<T>(of: LayerOfFile, use: (table: RowTable) => T, target?: string): T {
  const table = openRowTable(of, target);
  try {
    return use(table);
  } finally {
    table.db.close();
  }
}

export function readRowRange(request: LayerOfFile): RowRangeReply {
  return withRowTable(request, ({ db, name, rowNumber, key }) => {
    // Two statements, since SQLite finds the ends of an index only one at a time.
    const end = (which: 'min' | 'max') => {
      const statement = db.prepare(`SELECT ${which}(${rowNumber}) AS value FROM ${name}`);
      statement.setReadBigInts(true);
      return (statement.get() as { value: bigint | null }).value?.toString() ?? null;
    };
    return { key, low: end('min'), high: end('max') };
  });
}

/** The row number at a position, from 0; null beyond the end. */
export function rowNumbers(
  db: DatabaseSync,
  { file, low, high, descending }: OrderedRows,
): (position: number) => bigint | null {
  if (file !== null) {
    attachAs(db, file, 'ordered');
    const statement = db.prepare('SELECT id FROM ordered.positions WHERE rowid = ?');
    statement.setReadBigInts(true);
    return (position) => (statement.get(position + 1) as { id: bigint } | undefined)?.id ?? null;
  }
  if (low === null || high === null) return () => null;
  const [first, last] = [BigInt(low), BigInt(high)];
  return (position) => {
    const id = descending ? last - BigInt(position) : first + BigInt(position);
    return id < first || id > last ? null : id;
  };
}

function geometryColumnOf(db: DatabaseSync, table: string, columns: Row[]): string | null {
  if (!plainTable(db, 'gpkg_geometry_columns')) return null;
  const found = db
    .prepare('SELECT column_name FROM src.gpkg_geometry_columns WHERE lower(table_name) = lower(?)')
    .get(table) as { column_name: string } | undefined;
  const name = found?.column_name.toLowerCase();
  const column = columns.find((candidate) => String(candidate.name).toLowerCase() === name);
  return column ? String(column.name) : null;
}
