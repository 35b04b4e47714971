import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { DerivedFiles, Storage } from '@cairn/files';
import { columnsOf, fromCell } from '@cairn/geo';
import type { OrderedRows, RowChange, RowOrder, RowPositionsReply } from '@cairn/geo';
import { createDerivedFileCache } from '../content/derived-file-cache.ts';
import type { FileLayer, RowReader } from './file-layer.ts';
import { mergePage } from './merge-page.ts';
import type { MergedPage } from './merge-page.ts';
import type { PendingRow } from './pending-changes.ts';

const TIME_LIMIT_MS = 60_000;
const UNMOVED: RowPositionsReply = { removed: [], added: [] };

export interface RowOrderDeps {
  storage: Storage;
  derived: DerivedFiles;
  reader: RowReader;
}

export interface PageRequest {
  order: RowOrder;
  offset: number;
  limit: number;
  pending: Map<string, PendingRow>;
  /** Identifies the state of the draft. */
  revision: string;
}

/** All matching rows of a file in order. */
interface Ordered {
  rows: OrderedRows;
  total: number;
  id: string;
}

/**
 * Keeps the sort orders of layers. Sorting a large layer takes a second, so the row numbers are kept in a file, without the
 * edits of drafts: those are merged into each page.
 */
export function createRowOrderIndex({ storage, derived, reader }: RowOrderDeps) {
  const totals = new LRUCache<string, number>({ max: 10_000 });
  const positions = new LRUCache<string, RowPositionsReply>({ max: 100 });
  const files = createDerivedFileCache({ storage, derived, owner: 'row-orders' });

  async function totalOf(path: string, id: string): Promise<number> {
    const total = totals.get(id) ?? (await reader.run({ task: 'rowCount', file: path })).total;
    totals.set(id, total);
    return total;
  }

  /** Runs `work` with the ordered rows, which stay valid until `work` ends. */
  function withOrder<T>(of: FileLayer, order: RowOrder, work: (ordered: Ordered) => Promise<T>): Promise<T> {
    const { content, file, layer, low, high, featureCount } = of;
    const { descending } = order;
    const id = `${content}-${hashOf([layer, order])}`;
    const isWhole = order.where === null && order.column === null;
    // The row numbers are the order already.
    if (isWhole && isGapless(of))
      return work({ rows: { file: null, low, high, descending }, total: featureCount, id });
    const write = async (output: string): Promise<void> => {
      const request = { task: 'rowOrder', file, layer, output, order } as const;
      totals.set(id, (await reader.run(request, { timeLimitMs: TIME_LIMIT_MS })).total);
    };
    return files.use(id, write, async (path) =>
      work({ rows: { file: path, low: null, high: null, descending }, total: await totalOf(path, id), id }),
    );
  }

  /** Positions at which the changed rows of the draft leave and enter the order. */
  async function positionsOf(
    layer: FileLayer,
    ordered: Ordered,
    request: PageRequest,
  ): Promise<RowPositionsReply> {
    const changes = changesThatMove(layer, request);
    if (changes.length === 0) return UNMOVED;
    const id = `${ordered.id} ${request.revision}`;
    const { rows, total } = ordered;
    const { file, layer: name } = layer;
    const { order } = request;
    const reply =
      positions.get(id) ??
      (await reader.run({ task: 'rowPositions', file, layer: name, rows, total, order, changes }));
    positions.set(id, reply);
    return reply;
  }

  return {
    /** Finds the rows of a page and runs `work` with them while the order stays valid. */
    usePage<T>(
      layer: FileLayer,
      request: PageRequest,
      work: (page: MergedPage, rows: OrderedRows) => Promise<T>,
    ): Promise<T> {
      const { order, offset, limit } = request;
      return withOrder(layer, order, async (ordered) => {
        const page = mergePage(await positionsOf(layer, ordered, request), {
          total: ordered.total,
          offset,
          limit,
        });
        return work(page, ordered.rows);
      });
    },
  };
}

/** Deleted and new rows, and rows that differ in a column of the sort or the filter. */
function changesThatMove({ schema }: FileLayer, { order, pending }: PageRequest): RowChange[] {
  const used = new Set([
    ...(order.where ? columnsOf(order.where) : []),
    ...(order.column === null ? [] : [order.column]),
  ]);
  const columns = schema.columns.filter(({ name }) => used.has(name));
  return [...pending.values()].flatMap(({ key, inFile, isDeleted, values }): RowChange[] => {
    if (isDeleted) return [{ key, inFile, values: null }];
    const cells = columns.flatMap(({ name, type, primaryKey }) => {
      if (primaryKey) return inFile ? [] : [[name, BigInt(key)] as const];
      return Object.hasOwn(values, name) ? [[name, fromCell(values[name], type)] as const] : [];
    });
    return inFile && cells.length === 0 ? [] : [{ key, inFile, values: Object.fromEntries(cells) }];
  });
}

function isGapless({ low, high, featureCount }: FileLayer): boolean {
  if (low === null || high === null) return featureCount === 0;
  return BigInt(high) - BigInt(low) + 1n === BigInt(featureCount);
}

function hashOf(value: unknown): string {
  const text = JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'bigint' ? `${part}n` : part,
  );
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
