import type { RowPositionsReply } from '@cairn/geo';

/** A row of a page: at a position among the file's own rows, or by its key. */
export type PageItem = { position: number } | { key: string };

export interface MergedPage {
  total: number;
  items: PageItem[];
}

/**
 * A page of the rows as they are now: the file's own rows in order (`total` of them), without those that are `removed`, with
 * those that are `added` at their places.
 */
export function mergePage(
  { removed, added }: RowPositionsReply,
  { total, offset, limit }: { total: number; offset: number; limit: number },
): MergedPage {
  const kept = total - removed.length;
  const now = kept + added.length;
  // Where each added row stands in the whole.
  const places = new Map(added.map(({ key, before }, i) => [before - countBelow(removed, before) + i, key]));
  const items: PageItem[] = [];
  let passed = added.filter(({ before }, i) => before - countBelow(removed, before) + i < offset).length;
  for (let at = offset; at < Math.min(now, offset + limit); at += 1) {
    const key = places.get(at);
    if (key !== undefined) {
      items.push({ key });
      passed += 1;
    } else items.push({ position: skip(removed, at - passed) });
  }
  return { total: now, items };
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

/** The position of the row that is number `nth` when those removed are not counted. */
function skip(removed: number[], nth: number): number {
  // The i-th removed row stands behind it when fewer than nth - i + 1 rows that stay come before.
  let low = 0;
  let high = removed.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((removed[middle] as number) - middle <= nth) low = middle + 1;
    else high = middle;
  }
  return nth + low;
}
