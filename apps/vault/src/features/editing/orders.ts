import { createHash } from 'node:crypto';
import type { DerivedFiles } from '@cairn/files';
import type { OrderedRows, RowOrder } from '@cairn/geo';
import { createBoundedFiles } from '../contents/bounded-files.ts';
import type { RowReader } from './explaining-reader.ts';
import { createRecent } from './recent.ts';

const TIME_LIMIT_MS = 60_000;

export interface Ordered {
  rows: OrderedRows;
  total: number;
  /** Tells this order from others. */
  id: string;
}

/** A layer of a file, as readers ask for it. */
export interface OrderedLayer {
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
export function createOrders({ derived, reader }: { derived: DerivedFiles; reader: RowReader }) {
  const totals = createRecent<number>(10_000);
  const files = createBoundedFiles({ derived, owner: 'row-orders' });

  async function keep(of: OrderedLayer, order: RowOrder, id: string): Promise<Ordered> {
    const { file, layer } = of;
    const path = await files.ensure(id, async (output) => {
      const made = await reader.ask(
        { task: 'rowOrder', file, layer, output, order },
        { timeLimitMs: TIME_LIMIT_MS },
      );
      totals.set(id, made.total);
    });
    const total = totals.get(id) ?? (await reader.ask({ task: 'rowCount', file: path })).total;
    totals.set(id, total);
    return { rows: { file: path, low: null, high: null, descending: order.descending }, total, id };
  }

  return {
    /** All rows that match, in order. Without condition and sort the row numbers do, if none is missing. */
    of(layer: OrderedLayer, order: RowOrder): Promise<Ordered> {
      const { content, low, high, featureCount } = layer;
      const id = `${content}-${hashOf([layer.layer, order])}`;
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
