import type { DatabaseSync } from 'node:sqlite';
import { toSql } from '../../expression/to-sql.ts';
import type { SqlCondition } from '../../expression/to-sql.ts';
import { Refusal } from '../../reader-protocol/answer.ts';
import { withRowTable } from './row-table.ts';
import type { RowTable } from './row-table.ts';
import type { RowOrder, RowOrderRequest } from '../../reader-protocol/row-types.ts';
import { attach, ident } from '../geopackage/attach.ts';

/** What decides the order of texts and bytes. */
const SORTED_LENGTH = 200;

/** Writes the row numbers of the rows that match, in order, so that any page of them is found at once. */
export function orderRows(request: RowOrderRequest): { total: number } {
  return withRowTable(
    request,
    (table) => {
      const { db, name, rowNumber } = table;
      const column = (wanted: string) => columnSql(table, wanted);
      const where = conditionSql(request.order, column);
      const order = orderSql(request.order, column, rowNumber);
      db.exec('PRAGMA main.journal_mode = OFF; PRAGMA main.synchronous = OFF');
      db.prepare(
        `CREATE TABLE main.positions AS SELECT ${rowNumber} AS id FROM ${name} WHERE ${where.text} ORDER BY ${order}`,
      ).run(...where.values);
      return countIn(db, 'main');
    },
    request.output,
  );
}

/** How many rows an earlier `orderRows` wrote. */
export function countOrdered({ file }: { file: string }): { total: number } {
  const db = attach(file);
  try {
    return countIn(db, 'src');
  } finally {
    db.close();
  }
}

function countIn(db: DatabaseSync, schema: 'main' | 'src'): { total: number } {
  return db.prepare(`SELECT coalesce(max(rowid), 0) AS total FROM ${schema}.positions`).get() as {
    total: number;
  };
}

/** A column of the table by its name, compared byte by byte: the file may declare any collation. */
export function columnSql({ columns }: Pick<RowTable, 'columns'>, name: string): string {
  if (!columns.has(name))
    throw new Refusal('bad_request', 'vault.no_such_column', `There is no column "${name}".`);
  return `${ident(name)} COLLATE BINARY`;
}

export function conditionSql({ where }: RowOrder, column: (name: string) => string): SqlCondition {
  return where ? toSql(where, { dialect: 'sqlite', column }) : { text: '1', values: [] };
}

export function orderSql(order: RowOrder, column: (name: string) => string, key: string): string {
  const direction = order.descending ? 'DESC' : 'ASC';
  if (order.column === null) return `${key} ${direction}`;
  const value = column(order.column);
  return `${value} IS NULL, ${folded(value)} ${direction}, ${cut(value)} ${direction}, ${key}`;
}

/** Whether one row comes before another; the same order as above. */
export function precedesSql(
  order: RowOrder,
  one: { value: string; key: string },
  other: { value: string; key: string },
): string {
  const before = order.descending ? '>' : '<';
  if (order.column === null) return `${one.key} ${before} ${other.key}`;
  const [a, b] = [one.value, other.value];
  return `CASE
    WHEN (${a} IS NULL) <> (${b} IS NULL) THEN (${b} IS NULL)
    WHEN ${folded(a)} <> ${folded(b)} THEN ${folded(a)} ${before} ${folded(b)}
    WHEN ${cut(a)} <> ${cut(b)} THEN ${cut(a)} ${before} ${cut(b)}
    ELSE ${one.key} < ${other.key} END`;
}

/** Any column of SQLite may hold anything; numbers sort as numbers, then texts, then bytes. */
function folded(value: string): string {
  return `CASE typeof(${value}) WHEN 'text' THEN cairn_fold(substr(${value}, 1, ${SORTED_LENGTH}))
    WHEN 'blob' THEN substr(${value}, 1, ${SORTED_LENGTH}) ELSE ${value} END`;
}

function cut(value: string): string {
  return `CASE WHEN typeof(${value}) IN ('text', 'blob') THEN substr(${value}, 1, ${SORTED_LENGTH}) ELSE ${value} END`;
}
