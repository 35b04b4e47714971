import type { RowPositionsReply } from '@cairn/geo';

/** A row of a page: at a position among the file's own rows, or by its key. */
export type PageItem = { position: number } | { key: string };

export interface MergedPage {
  total: number;
  items: PageItem[];
}

/** A page of the `total` ordered rows of a file, without the `removed` ones and with the `added` ones at their places. */
export function mergePage(
  { removed, added }: RowPositionsReply,
  { total, offset, limit }: { total: number; offset: number; limit: number },
): MergedPage {
  const mergedTotal = total - removed.length + added.length;
  const mergedIndex = (before: number, i: number) => before - countBelow(removed, before) + i;
  const addedAt = new Map(added.map(({ key, before }, i) => [mergedIndex(before, i), key]));
  const items: PageItem[] = [];
  let passed = added.filter(({ before }, i) => mergedIndex(before, i) < offset).length;
  for (let at = offset; at < Math.min(mergedTotal, offset + limit); at += 1) {
    const key = addedAt.get(at);
    if (key !== undefined) {
      items.push({ key });
      passed += 1;
    } else items.push({ position: positionOf(removed, at - passed) });
  }
  return { total: mergedTotal, items };
}

/** How many of the ascending numbers are smaller. */
function countBelow(numbers: number[], limit: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] as number) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The position of the `nth` row that is not removed. */
function positionOf(removed: number[], nth: number): number {
  // removed[i] - i rows remain before the i-th removed row.
  let low = 0;
  let high = removed.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((removed[middle] as number) - middle <= nth) low = middle + 1;
    else high = middle;
  }
  return nth + low;
}
