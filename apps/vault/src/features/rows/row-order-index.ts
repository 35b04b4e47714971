import { createHash } from 'node:crypto';
import type { DerivedFiles, Storage } from '@cairn/files';
import type { OrderedRows, RowOrder } from '@cairn/geo';
import { createDerivedFileCache } from '../content/derived-file-cache.ts';
import type { RowReader } from './explaining-reader.ts';
import { createRecent } from './recent.ts';

const TIME_LIMIT_MS = 60_000;

export interface RowOrderDeps {
  storage: Storage;
  derived: DerivedFiles;
  reader: RowReader;
}

export interface Ordered {
  rows: OrderedRows;
  total: number;
  /** Tells this order from others. */
  id: string;
}

/** A layer of a file, as readers ask for it. */
export interface IndexedLayer {
  /** Key of the content; see contentKey. */
  content: string;
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
export function createRowOrderIndex({ storage, derived, reader }: RowOrderDeps) {
  const totals = createRecent<number>(10_000);
  const files = createDerivedFileCache({ storage, derived, owner: 'row-orders' });

  async function totalOf(path: string, id: string): Promise<number> {
    const total = totals.get(id) ?? (await reader.run({ task: 'rowCount', file: path })).total;
    totals.set(id, total);
    return total;
  }

  return {
    /**
     * Runs `work` with all rows that match, in order; the order is valid until `work` ends. Without condition and sort the order
     * is that of the row numbers, if none is missing.
     */
    use<T>(of: IndexedLayer, order: RowOrder, work: (ordered: Ordered) => Promise<T>): Promise<T> {
      const { content, file, layer, low, high, featureCount } = of;
      const { descending } = order;
      const id = `${content}-${hashOf([layer, order])}`;
      const isWhole = order.where === null && order.column === null;
      if (isWhole && isGapless(of))
        return work({ rows: { file: null, low, high, descending }, total: featureCount, id });
      const make = async (output: string): Promise<void> => {
        const request = { task: 'rowOrder', file, layer, output, order } as const;
        totals.set(id, (await reader.run(request, { timeLimitMs: TIME_LIMIT_MS })).total);
      };
      return files.use(id, make, async (path) =>
        work({ rows: { file: path, low: null, high: null, descending }, total: await totalOf(path, id), id }),
      );
    },
  };
}

function isGapless({ low, high, featureCount }: IndexedLayer): boolean {
  if (low === null || high === null) return featureCount === 0;
  return BigInt(high) - BigInt(low) + 1n === BigInt(featureCount);
}

function hashOf(value: unknown): string {
  const text = JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'bigint' ? `${part}n` : part,
  );
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
