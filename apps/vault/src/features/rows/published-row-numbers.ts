import { removedAfter } from '@cairn/geo';
import type { EditedLayer } from '@cairn/geo';
import type { Db } from '../../db/handle.ts';
import type { CheckedFile, RowNumbers, Version } from '../versions/types.ts';
import { layerKey, nextRowOf, findRemovedRows } from '../versions/row-numbers-repo.ts';
import { findLargestInsertedKey } from './edit-repo.ts';

/** About a megabyte of text. */
const MAX_RANGES = 100_000;

export interface PublishedRowNumbers {
  /** For the new version; null when the numbers cannot be kept, so that its rows are renumbered. */
  numbers: RowNumbers | null;
  /** Expected number of rows by layer, where the position of a row determines its number. */
  counts: Map<string, number>;
}

/** Computes the row numbers of the version that is published from a draft. */
export async function numberPublishedRows(
  db: Db,
  { version, sessionId, layers }: { version: Version; sessionId: number; layers: EditedLayer[] },
): Promise<PublishedRowNumbers> {
  const { format, numberedInId } = version;
  const removed = await findRemovedRows(db, version);
  const next = new Map(Object.entries(version.nextRows));
  const counts = new Map<string, number>();
  for (const { layer, featureCount: rowCount, ...rows } of layers) {
    const key = layerKey(format, layer);
    const [deleted, inserted] = [rows.deleted, rows.inserted].map((own) => own.map((row) => row.key));
    const largest = [...deleted!, ...inserted!]
      .map(BigInt)
      .reduce((a, b) => (a > b ? a : b), await findLargestInsertedKey(db, sessionId, layer));
    const least = BigInt(nextRowOf(version, layer) ?? 0);
    if (largest > 0n) next.set(key, (largest >= least ? largest + 1n : least).toString());
    // The rows of a GeoPackage have their keys in the file.
    if (format === 'GPKG') continue;
    counts.set(layer, rowCount - deleted!.length + inserted!.length);
    const edits = { rowCount, deleted: deleted!.map(Number), inserted: inserted!.map(Number) };
    removed.set(key, removedAfter(removed.get(key) ?? [], edits));
  }
  const ranges = [...removed.values()].reduce((sum, own) => sum + own.length, 0);
  const numbers = { numberedInId, removed, next: Object.fromEntries(next) };
  return { numbers: ranges > MAX_RANGES ? null : numbers, counts };
}

/** Whether each layer of the new file has the expected number of rows; else positions do not determine the numbers. */
export function hasExpectedRows(
  { layers }: Pick<CheckedFile, 'layers'>,
  { counts }: PublishedRowNumbers,
): boolean {
  return [...counts].every(([name, count]) => {
    const layer = layers.find((each) => each.name === name) ?? (layers.length === 1 ? layers[0] : undefined);
    return layer?.featureCount === count || (count === 0 && layer === undefined);
  });
}
