import type { DatabaseSync } from 'node:sqlite';

/**
 * Rows of a table in the order of its keys, the first of `columns`. Whole numbers beyond 2^53 are exact: from the row with the first of
 * them on, all whole numbers are bigints, which take longer to read.
 */
export function* readRows(
  db: DatabaseSync,
  { columns, from }: { columns: string[]; from: string },
): Generator<unknown[]> {
  const [key] = columns as [string];
  const select = `SELECT ${columns.join(', ')} FROM ${from}`;
  let last: unknown = null;
  try {
    const statement = db.prepare(`${select} ORDER BY ${key}`);
    statement.setReturnArrays(true);
    for (const row of statement.iterate() as Iterable<unknown> as Iterable<unknown[]>) {
      yield row;
      last = row[0];
    }
    return;
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_OUT_OF_RANGE') throw error;
  }
  const rest = db.prepare(`${select} WHERE ?1 IS NULL OR ${key} > ?1 ORDER BY ${key}`);
  rest.setReturnArrays(true);
  rest.setReadBigInts(true);
  yield* rest.iterate(last as number | null) as Iterable<unknown> as Iterable<unknown[]>;
}
