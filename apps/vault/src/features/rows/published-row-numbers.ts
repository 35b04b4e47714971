import { removedAfter } from '@cairn/geo';
import type { EditedLayer } from '@cairn/geo';
import type { Db } from '../../db/handle.ts';
import type { CheckedFile } from '../versions/types.ts';
import { layerKey, nextRowOf } from '../versions/row-numbers.ts';
import { findRemovedRows } from '../versions/row-numbers-repo.ts';
import type { RowNumbers } from '../versions/types.ts';
import type { Version } from '../versions/types.ts';
import { largestGivenKey } from './edit-repo.ts';

/** About a megabyte of text. */
const MAX_RANGES = 100_000;

export interface PublishedRowNumbers {
  /** As the new version has them; null when they cannot be kept, and the rows are numbered anew. */
  numbers: RowNumbers | null;
  /** Number of rows by the name of the layer, where the places of the rows decide about their numbers. */
  counts: Map<string, number>;
}

/** Numbers that the rows of a version and those of a session keep in the version that is made of them. */
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
      .reduce((a, b) => (a > b ? a : b), await largestGivenKey(db, sessionId, layer));
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

/** Whether the new file holds the rows that were to be in it: else their places say nothing of their numbers. */
export function hasExpectedRows(
  { layers }: Pick<CheckedFile, 'layers'>,
  { counts }: PublishedRowNumbers,
): boolean {
  return [...counts].every(([name, count]) => {
    const found =
      layers.find((layer) => layer.name === name) ?? (layers.length === 1 ? layers[0] : undefined);
    return found?.featureCount === count || (count === 0 && found === undefined);
  });
}
