import type { DatabaseSync } from 'node:sqlite';
import type { CompareTableReply, CompareTableRequest } from '../../reader-protocol/sync-types.ts';
import { attachAs, ident, openUntrusted } from '../geopackage/attach.ts';
import { differentGeometry, differentValues } from '../diff/different-sql.ts';
import { requireTable } from './require-table.ts';
import { createStage } from './stage-rows.ts';
import type { Stage } from './stage-rows.ts';

/** Both tables for a FROM, and what is read of each: its key, geometry and columns. */
interface TablePair {
  db: DatabaseSync;
  request: CompareTableRequest;
  before: string;
  after: string;
}

type Row = unknown[];

/**
 * Writes the rows of a table that differ between two GeoPackages, matched by their keys, as rows to apply. SQLite finds rows that look
 * different; of these the rows whose values become the same in PostgreSQL are left out. Both tables are read in the order of their keys, and
 * memory does not grow with them.
 */
export function compareTable(request: CompareTableRequest): CompareTableReply {
  const db = openUntrusted(':memory:');
  try {
    const pair = openPair(db, request);
    const rowsBefore = countRows(db, pair.before);
    const rowsAfter = countRows(db, pair.after);
    const stage = createStage(request);
    stageChanged(pair, stage);
    const inserted = rowsAfter - rowsBefore + stage.counts.deleted;
    stageInserted(pair, { stage, inserted });
    return { ...stage.close(), rowsBefore, rowsAfter };
  } finally {
    db.close();
  }
}

function openPair(db: DatabaseSync, request: CompareTableRequest): TablePair {
  const { columns, geometry, table, key } = request;
  const tableOf = (side: 'before' | 'after') => {
    attachAs(db, request[side], side);
    const names = [...columns.map((column) => column[side]), geometry?.[side] ?? null];
    return requireTable(db, side, {
      table: table[side],
      key: key[side],
      columns: names.filter((name) => name !== null),
    });
  };
  return { db, request, before: tableOf('before'), after: tableOf('after') };
}

function countRows(db: DatabaseSync, table: string): number {
  return (db.prepare(`SELECT count(*) AS count FROM ${table}`).get() as { count: number }).count;
}

/** Geometry (if the request has one) and columns of one side; `x` is the earlier table, `y` the later one. */
function halfOf({ columns, geometry }: CompareTableRequest, side: 'before' | 'after'): string[] {
  const alias = side === 'before' ? 'x' : 'y';
  const names = [...(geometry ? [geometry[side]] : []), ...columns.map((column) => column[side])];
  return names.map((name) => (name === null ? 'NULL' : `${alias}.${ident(name)}`));
}

/** Rows that are gone or look different. */
function stageChanged({ db, request, before, after }: TablePair, stage: Stage): void {
  const { columns, geometry } = request;
  const [x, y] = [`x.${ident(request.key.before)}`, `y.${ident(request.key.after)}`];
  const differs = [...(geometry === null ? [] : [geometryDiffers(geometry)]), differentValues(columns)].join(
    ' OR ',
  );
  const selected = [x, y, ...halfOf(request, 'after'), ...halfOf(request, 'before')];
  const rows = iterate(
    db,
    `SELECT ${selected.join(', ')} FROM ${before} x LEFT JOIN ${after} y ON ${y} = ${x}
      WHERE ${y} IS NULL OR ${differs} ORDER BY ${x}`,
  );
  for (const row of rows) {
    if (row[1] === null) stage.remove(row[0], row);
    else stage.update(row[0], row);
  }
}

function geometryDiffers({ before, after }: NonNullable<CompareTableRequest['geometry']>): string {
  const y = `y.${ident(after)}`;
  return before === null ? `${y} IS NOT NULL` : differentGeometry(`x.${ident(before)}`, y);
}

/** New rows: most have keys beyond the last earlier one, so that the other keys are read only when these are not all. */
function stageInserted(
  { db, request, before, after }: TablePair,
  { stage, inserted }: { stage: Stage; inserted: number },
): void {
  if (inserted === 0) return;
  const [x, y] = [`x.${ident(request.key.before)}`, `y.${ident(request.key.after)}`];
  const select = `SELECT NULL, ${[y, ...halfOf(request, 'after')].join(', ')} FROM ${after} y`;
  const last = readLast(db, `SELECT max(${x}) AS last FROM ${before} x`);
  const beyond = last === null ? 'TRUE' : `${y} > ${last}`;
  for (const row of iterate(db, `${select} WHERE ${beyond} ORDER BY ${y}`)) stage.insert(row[1], row);
  if (stage.counts.inserted === inserted) return;
  const isNew = `NOT EXISTS (SELECT 1 FROM ${before} x WHERE ${x} = ${y})`;
  const between = iterate(db, `${select} WHERE ${y} < ${last} AND ${isNew} ORDER BY ${y}`);
  for (const row of between) stage.insert(row[1], row);
}

function readLast(db: DatabaseSync, sql: string): bigint | null {
  const statement = db.prepare(sql);
  statement.setReadBigInts(true);
  return (statement.get() as { last: bigint | null }).last;
}

function iterate(db: DatabaseSync, sql: string): Iterable<Row> {
  const statement = db.prepare(sql);
  statement.setReadBigInts(true);
  statement.setReturnArrays(true);
  return statement.iterate() as Iterable<unknown> as Iterable<Row>;
}
