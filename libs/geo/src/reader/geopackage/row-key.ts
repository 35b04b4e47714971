import type { DatabaseSync } from 'node:sqlite';
import type { ColumnRow } from '../../geopackage/to-layer.ts';
import { ident } from './attach.ts';

/**
 * Name of the column that is SQLite's row number itself: the one column of the primary key, unless SQLite keeps an index for it, as for
 * a key declared `INT` or in a table without row numbers. `columns` are those of a plain table in the file that is attached
 * under the name `schema`.
 */
export function findRowKey(
  db: DatabaseSync,
  table: string,
  columns: Pick<ColumnRow, 'name' | 'type' | 'pk'>[],
  schema = 'src',
): string | null {
  const keys = columns.filter(({ pk }) => pk > 0);
  if (keys.length !== 1 || !/^INT/i.test(String(keys[0]?.type))) return null;
  const indexes = db.prepare(`PRAGMA ${schema}.index_list(${ident(table)})`).all();
  return indexes.some(({ origin }) => origin === 'pk') ? null : String(keys[0]?.name);
}
