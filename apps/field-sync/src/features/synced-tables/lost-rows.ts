import { sampleStagedRows } from '@cairn/geo';
import { syncedColumns, syncedGeometry } from './layout.ts';
import type { PlanItem, TableChange } from './types.ts';

const MAX_LOST_ROWS = 20;

/** Items of deletions with the first rows that would be lost, as `lostRows` of their details. */
export function withLostRows(items: PlanItem[], changes: TableChange[]): Promise<PlanItem[]> {
  return Promise.all(
    items.map(async (item) => {
      const change = changes.find(({ layout }) => layout.table === item.table);
      if (item.kind !== 'deletions' || !change?.files) return item;
      const samples = await sampleStagedRows(change.files.difference, {
        columns: syncedColumns(change.layout).map(({ source, encoding }) => ({ after: source, encoding })),
        hasGeometry: syncedGeometry(change.layout) !== null,
        ops: ['D'],
        limit: MAX_LOST_ROWS,
      });
      const lostRows = samples.map(({ key, old }) => ({ key, values: old ?? {} }));
      return { ...item, details: { ...item.details, lostRows } };
    }),
  );
}
