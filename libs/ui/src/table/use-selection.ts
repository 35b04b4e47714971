import { useMemo, useState } from 'react';

type Key = string | number;

export interface Selection<Row> {
  /** The chosen rows that are to be matches under the present search and filters. */
  picked: Row[];
  has(row: Row): boolean;
  /** Chooses the rows, or takes them out. */
  set(rows: Row[], on: boolean): void;
  clear(): void;
}

/** Which rows are chosen. Rows that a filter hides stay chosen but count for nothing until they are back. */
export function useSelection<Row>(matches: Row[], rowKey: (row: Row) => Key): Selection<Row> {
  const [chosen, setChosen] = useState<ReadonlySet<Key>>(new Set());
  const picked = useMemo(
    () => (chosen.size === 0 ? [] : matches.filter((row) => chosen.has(rowKey(row)))),
    [chosen, matches, rowKey],
  );
  return {
    picked,
    has: (row) => chosen.has(rowKey(row)),
    set(rows, on) {
      const next = new Set(chosen);
      for (const row of rows)
        if (on) next.add(rowKey(row));
        else next.delete(rowKey(row));
      setChosen(next);
    },
    clear: () => setChosen(new Set()),
  };
}
