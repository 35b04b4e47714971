import type { DatabaseSync } from 'node:sqlite';
import { columnsOf } from '../../expression/tree.ts';
import { columnSql, conditionSql, orderSql, precedesSql } from './row-order.ts';
import { rowNumbers, withRowTable } from './row-table.ts';
import type { RowTable } from './row-table.ts';
import type {
  RowChange,
  RowOrder,
  RowPositionsReply,
  RowPositionsRequest,
} from '../../reader-protocol/row-types.ts';
import { ident } from '../geopackage/attach.ts';

/**
 * Finds the places of rows that were changed, deleted or added within the order of the file's own rows, by halving, so
 * that an edit of a large layer does not cost sorting it again.
 */
export function findRowPositions(request: RowPositionsRequest): RowPositionsReply {
  return withRowTable(request, (table) => {
    const names = neededColumns(request.order);
    collect(table, names, request.changes);
    const find = createSearch(table, names, request);
    const removed: number[] = [];
    const added: RowPositionsReply['added'] = [];
    for (const { n, k, isOld } of matching(table.db, names, request.order)) {
      const position = find(n);
      if (isOld) removed.push(position);
      else added.push({ key: k.toString(), before: position });
    }
    return { removed: removed.sort((a, b) => a - b), added };
  });
}

/** Columns on which the place of a row depends. */
function neededColumns({ where, column }: RowOrder): string[] {
  return [...new Set([...(where ? columnsOf(where) : []), ...(column === null ? [] : [column])])];
}

/** Each changed row as the file has it and as it is now. Columns are numbered, so that no name collides with ours. */
function collect({ db, name, rowNumber, columns }: RowTable, names: string[], changes: RowChange[]): void {
  for (const column of names) columnSql({ columns }, column);
  const declared = names.map((column, i) => `, c${i} ${ident(columns.get(column) ?? '')}`);
  db.exec(
    `CREATE TEMP TABLE probes (n INTEGER PRIMARY KEY, k INTEGER, old INTEGER${declared.join('')}); BEGIN`,
  );
  const copy = db.prepare(
    `INSERT INTO temp.probes SELECT NULL, ${rowNumber}, ?${names.map((column) => `, ${ident(column)}`).join('')}
       FROM ${name} WHERE ${rowNumber} = ?`,
  );
  const create = db.prepare('INSERT INTO temp.probes (k, old) VALUES (?, 0)');
  const set = names.map((_, i) => db.prepare(`UPDATE temp.probes SET c${i} = ? WHERE n = ?`));
  for (const { key, inFile, values } of changes) {
    if (inFile) copy.run(1, BigInt(key));
    if (values === null) continue;
    const { lastInsertRowid: n } = inFile ? copy.run(0, BigInt(key)) : create.run(BigInt(key));
    for (const [i, column] of names.entries()) {
      if (Object.hasOwn(values, column)) set[i]?.run(values[column] ?? null, n);
    }
  }
  db.exec('COMMIT');
}

function matching(
  db: DatabaseSync,
  names: string[],
  order: RowOrder,
): Iterable<{ n: bigint; k: bigint; isOld: boolean }> {
  const column = (name: string) => `c${names.indexOf(name)} COLLATE BINARY`;
  const where = conditionSql(order, column);
  const found = db.prepare(
    `SELECT n, k, old FROM temp.probes WHERE ${where.text} ORDER BY ${orderSql(order, column, 'k')}`,
  );
  found.setReadBigInts(true);
  const rows = found.all(...where.values) as unknown as { n: bigint; k: bigint; old: bigint }[];
  return rows.map(({ n, k, old }) => ({ n, k, isOld: old === 1n }));
}

/** How many rows of the file come before a probe. */
function createSearch(
  table: RowTable,
  names: string[],
  { order, rows, total }: RowPositionsRequest,
): (n: bigint) => number {
  const { db, name, rowNumber } = table;
  const idAt = rowNumbers(db, rows);
  const column = order.column;
  const value =
    column === null
      ? { row: '', probe: '' }
      : { row: `r.${columnSql(table, column)}`, probe: `p.c${names.indexOf(column)} COLLATE BINARY` };
  const precedes = precedesSql(
    order,
    { value: value.row, key: `r.${rowNumber}` },
    { value: value.probe, key: 'p.k' },
  );
  const ask = db.prepare(
    `SELECT ${precedes} AS before FROM ${name} r, temp.probes p WHERE r.${rowNumber} = ? AND p.n = ?`,
  );
  return (n) => {
    let low = 0;
    let high = total;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const id = idAt(middle);
      const found = id === null ? undefined : (ask.get(id, n) as { before: number } | undefined);
      if (found?.before === 1) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}
