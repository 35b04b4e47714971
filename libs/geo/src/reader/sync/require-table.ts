import type { DatabaseSync } from 'node:sqlite';
import type { ColumnRow } from '../../geopackage/to-layer.ts';
import { Refusal } from '../../reader-protocol/answer.ts';
import { ident, plainTable } from '../geopackage/attach.ts';
import { findRowKey } from '../geopackage/row-key.ts';

/**
 * The table of an attached file for a FROM, once it is a plain one with this key and these stored columns: the layout that the
 * caller knows may be that of another version of the file.
 * @throws {Refusal} conflict when it is not
 */
export function requireTable(
  db: DatabaseSync,
  schema: string,
  { table, key, columns }: { table: string; key: string; columns: string[] },
): string {
  const name = plainTable(db, table, schema);
  if (name === null) throw otherLayout(`it has no table "${table}"`);
  const all = db.prepare(`PRAGMA ${schema}.table_xinfo(${ident(name)})`).all() as unknown as ColumnRow[];
  const stored = all.filter(({ hidden }) => hidden === 0);
  if (findRowKey(db, name, stored, schema) !== key)
    throw otherLayout(`"${key}" is not the key of the table "${table}"`);
  const names = new Set(stored.map((column) => column.name));
  const missing = columns.find((column) => !names.has(column));
  if (missing !== undefined) throw otherLayout(`the table "${table}" has no column "${missing}"`);
  return `${schema}.${ident(name)}`;
}

function otherLayout(how: string): Refusal {
  return new Refusal(
    'conflict',
    'sync.other_layout',
    `The file has another layout than expected: ${how}. Read its tables again.`,
  );
}
