import type { DatabaseSync, StatementSync } from 'node:sqlite';

/** Rows that are read at once, unless they are large: one at a time takes half as long again. */
const MAX_ROWS = 200;
const LARGE_BYTES = 16 * 1024;

/**
 * Rows of a table in the order of its row numbers, which are the first of `columns`. Whole numbers beyond 2^53 are exact: from shortly before
 * the first of them on, all whole numbers are bigints, which take longer to read.
 */
export function* readNumberedRows(
  db: DatabaseSync,
  { columns, from }: { columns: string[]; from: string },
): Generator<unknown[]> {
  const [key] = columns as [string];
  const select = `SELECT ${columns.join(', ')} FROM ${from}`;
  const [first, next] = ['?1 IS NULL', `${key} > ?1`].map((where) => {
    const statement = db.prepare(`${select} WHERE ${where} ORDER BY ${key} LIMIT ?2`);
    statement.setReturnArrays(true);
    return statement;
  }) as [StatementSync, StatementSync];
  let last: number | bigint | null = null;
  let count = 1;
  for (;;) {
    let rows: unknown[][];
    try {
      rows = (last === null ? first : next).all(last, count) as unknown as unknown[][];
    } catch (error) {
      if ((error as { code?: string }).code !== 'ERR_OUT_OF_RANGE') throw error;
      for (const statement of [first, next]) statement.setReadBigInts(true);
      continue;
    }
    yield* rows;
    const end = rows.at(-1);
    if (!end) return;
    last = end[0] as number | bigint;
    // The next rows are mostly as large as the last one.
    count = isLarge(end) ? 1 : Math.min(count * 2, MAX_ROWS);
  }
}

function isLarge(row: unknown[]): boolean {
  return row.some(
    (value) => (typeof value === 'string' || value instanceof Uint8Array) && value.length > LARGE_BYTES,
  );
}
