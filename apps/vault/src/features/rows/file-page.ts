import { columnsOf, fromCell } from '@cairn/geo';
import type { RowChange, RowOrder, RowPositionsReply } from '@cairn/geo';
import type { RowReader } from './explaining-reader.ts';
import type { FileLayer } from './file-layer.ts';
import { mergePage } from './merge-page.ts';
import type { MergedPage } from './merge-page.ts';
import type { PendingRow } from './pending-changes.ts';
import type { Ordered } from './row-order-index.ts';
import { createRecent } from './recent.ts';

export interface PageRequest {
  order: RowOrder;
  offset: number;
  limit: number;
  /** The edits that are not in the file. */
  net: Map<string, PendingRow>;
  /** Tells this state of the edits from others. */
  state: string;
}

const NONE: RowPositionsReply = { removed: [], added: [] };

/** Finds the rows of a page: the file's own order, kept, with the edited rows put in their places. */
export function createFilePages(reader: RowReader) {
  const places = createRecent<RowPositionsReply>(100);

  async function placesOf(
    layer: FileLayer,
    ordered: Ordered,
    asked: PageRequest,
  ): Promise<RowPositionsReply> {
    const changes = changesThatMove(layer, asked);
    if (changes.length === 0) return NONE;
    const id = `${ordered.id} ${asked.state}`;
    const known = places.get(id);
    if (known) return known;
    const { rows, total } = ordered;
    const { file, layer: name } = layer;
    const found = await reader.run({
      task: 'rowPositions',
      file,
      layer: name,
      rows,
      total,
      order: asked.order,
      changes,
    });
    places.set(id, found);
    return found;
  }

  return async function pageOf(layer: FileLayer, ordered: Ordered, asked: PageRequest): Promise<MergedPage> {
    const { offset, limit } = asked;
    return mergePage(await placesOf(layer, ordered, asked), { total: ordered.total, offset, limit });
  };
}

/** Rows that are gone or new, and those that differ in a column on which the order depends. */
function changesThatMove({ schema }: FileLayer, { order, net }: PageRequest): RowChange[] {
  const needed = new Set([
    ...(order.where ? columnsOf(order.where) : []),
    ...(order.column === null ? [] : [order.column]),
  ]);
  const columns = schema.columns.filter(({ name }) => needed.has(name));
  return [...net.values()].flatMap(({ key, inFile, isDeleted, values }): RowChange[] => {
    if (isDeleted) return [{ key, inFile, values: null }];
    const cells = columns.flatMap(({ name, type, primaryKey }) => {
      if (primaryKey) return inFile ? [] : [[name, BigInt(key)] as const];
      return Object.hasOwn(values, name) ? [[name, fromCell(values[name], type)] as const] : [];
    });
    return inFile && cells.length === 0 ? [] : [{ key, inFile, values: Object.fromEntries(cells) }];
  });
}
