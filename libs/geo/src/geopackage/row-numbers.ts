/**
 * Numbers that rows of a layer had until they were removed, in ranges: in ascending order, with at least one number between two
 * of them. The rows of the file have the other numbers from 1 on, in their order.
 */
export type RemovedRows = { first: number; last: number }[];

/** Reads what `formatRemovedRows` wrote, such as `1-3,7`. */
export function parseRemovedRows(text: string): RemovedRows {
  if (text === '') return [];
  return text.split(',').map((range) => {
    const [first, last = first] = range.split('-').map(Number) as [number, number?];
    return { first, last };
  });
}

export function formatRemovedRows(removed: RemovedRows): string {
  return removed.map(({ first, last }) => (first === last ? `${first}` : `${first}-${last}`)).join(',');
}

/** Translates between the place of a row in its file, counted from 1, and its number. */
export function numberRows(removed: RemovedRows) {
  let total = 0;
  const ranges = removed.map(({ first, last }) => {
    const rowsBefore = first - 1 - total;
    total += last - first + 1;
    return { first, last, rowsBefore, removedUpTo: total };
  });
  /** The last range for which this holds; it holds for all ranges up to one. */
  function lastWhere(holds: (range: (typeof ranges)[number]) => boolean) {
    let [low, high] = [0, ranges.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (holds(ranges[middle]!)) low = middle + 1;
      else high = middle;
    }
    return ranges[low - 1];
  }
  return {
    numberAt: (place: number): number =>
      place + (lastWhere(({ rowsBefore }) => rowsBefore < place)?.removedUpTo ?? 0),
    /** Null for the number of a row that was removed. */
    placeOf(number: number): number | null {
      const range = lastWhere(({ first }) => first <= number);
      if (!range) return number;
      return number <= range.last ? null : number - range.removedUpTo;
    },
  };
}

/** What is removed after a layer of `rowCount` rows lost some and got others behind its last one. */
export function removedAfter(
  removed: RemovedRows,
  { rowCount, deleted, inserted }: { rowCount: number; deleted: number[]; inserted: number[] },
): RemovedRows {
  const highest = rowCount === 0 ? 0 : numberRows(removed).numberAt(rowCount);
  const unused = inserted
    .toSorted((a, b) => a - b)
    .map((number, i, all) => ({ first: (all[i - 1] ?? highest) + 1, last: number - 1 }))
    .filter(({ first, last }) => first <= last);
  const single = deleted.map((number) => ({ first: number, last: number }));
  return beforeLastRow(
    joined([...removed, ...single, ...unused]),
    rowCount - deleted.length + inserted.length,
  );
}

function joined(ranges: RemovedRows): RemovedRows {
  const result: RemovedRows = [];
  for (const { first, last } of ranges.toSorted((a, b) => a.first - b.first)) {
    const former = result.at(-1);
    if (former && first <= former.last + 1) former.last = Math.max(former.last, last);
    else result.push({ first, last });
  }
  return result;
}

/** Numbers beyond the last row decide about no row. */
function beforeLastRow(removed: RemovedRows, rowCount: number): RemovedRows {
  let total = 0;
  return removed.filter(({ first, last }) => {
    const rowsBefore = first - 1 - total;
    total += last - first + 1;
    return rowsBefore < rowCount;
  });
}
