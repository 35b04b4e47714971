import { createHash } from 'node:crypto';
import { readdir, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { DerivedFiles } from '@cairn/files';
import type { OrderedRows, RowOrder } from '@cairn/geo';
import type { RowReader } from './explaining-reader.ts';
import { createRecent } from './recent.ts';

/** Folder of derived files in which all orders lie, so that their number can be bounded. */
const OWNER = 'row-orders';
const MOST_FILES = 1_000;
const MOST_BYTES = 2 * 1024 ** 3;
const TIME_LIMIT_MS = 60_000;

export interface Ordered {
  rows: OrderedRows;
  total: number;
  /** Tells this order from others. */
  id: string;
}

/** A layer of a file, as readers ask for it. */
export interface OrderedLayer {
  sha256: string;
  file: string;
  layer: string;
  low: string | null;
  high: string | null;
  featureCount: number;
}

/**
 * Orders of a file's rows. Sorting a large layer takes a second, so that the result is kept: row numbers alone, without the
 * edits, which change with each of them and are merged in for each page.
 */
export function createOrders({ derived, reader }: { derived: DerivedFiles; reader: RowReader }) {
  const totals = createRecent<number>(10_000);

  async function keep(of: OrderedLayer, order: RowOrder, id: string): Promise<Ordered> {
    const { file, layer } = of;
    let isNew = false;
    const path = await derived.ensure(OWNER, id, async (output) => {
      const made = await reader.ask(
        { task: 'rowOrder', file, layer, output, order },
        { timeLimitMs: TIME_LIMIT_MS },
      );
      totals.set(id, made.total);
      isNew = true;
    });
    const now = new Date();
    // Those not used for the longest time go first.
    await utimes(path, now, now).catch(() => undefined);
    if (isNew) await dropOldest(dirname(path));
    const total = totals.get(id) ?? (await reader.ask({ task: 'rowCount', file: path })).total;
    totals.set(id, total);
    return { rows: { file: path, low: null, high: null, descending: order.descending }, total, id };
  }

  return {
    /** All rows that match, in order. Without condition and sort the row numbers do, if none is missing. */
    of(layer: OrderedLayer, order: RowOrder): Promise<Ordered> {
      const { sha256, low, high, featureCount } = layer;
      const id = `${sha256}-${hashOf([layer.layer, order])}`;
      const isWhole = order.where === null && order.column === null;
      if (isWhole && isGapless(layer)) {
        const rows = { file: null, low, high, descending: order.descending };
        return Promise.resolve({ rows, total: featureCount, id });
      }
      return keep(layer, order, id);
    },
  };
}

function isGapless({ low, high, featureCount }: OrderedLayer): boolean {
  if (low === null || high === null) return featureCount === 0;
  return BigInt(high) - BigInt(low) + 1n === BigInt(featureCount);
}

function hashOf(value: unknown): string {
  const text = JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'bigint' ? `${part}n` : part,
  );
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

async function dropOldest(folder: string): Promise<void> {
  const names = await readdir(folder);
  const files = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      const found = await stat(path).catch(() => null);
      return { path, size: found?.size ?? 0, usedAt: found?.mtimeMs ?? 0 };
    }),
  );
  let bytes = 0;
  const newestFirst = files.sort((a, b) => b.usedAt - a.usedAt);
  for (const [i, { path, size }] of newestFirst.entries()) {
    bytes += size;
    if (i > 0 && (i >= MOST_FILES || bytes > MOST_BYTES)) await rm(path, { force: true });
  }
}
