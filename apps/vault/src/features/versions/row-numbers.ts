import { createHash } from 'node:crypto';
import { formatRemovedRows } from '@cairn/geo';
import type { Format } from '@cairn/geo';
import type { RowNumbers, Version } from './types.ts';

/** A GeoJSON file has one layer, which stays the same layer when its name changes. */
const ONLY_LAYER = '*';

/** Key of a layer in `removed` and `next`. */
export function layerKey(format: Format, layer: string): string {
  return format === 'GeoJSON' ? ONLY_LAYER : layer;
}

/** Name of a layer in the file; null for the only layer of a GeoJSON file. */
export function layerOfKey(key: string): string | null {
  return key === ONLY_LAYER ? null : key;
}

export function nextRowOf({ format, nextRows }: Pick<Version, 'format' | 'nextRows'>, layer: string) {
  const key = layerKey(format, layer);
  // A layer may be called `constructor`.
  return Object.hasOwn(nextRows, key) ? (nextRows[key] as string) : null;
}

export function toRowColumns({ numberedInId, removed, next }: RowNumbers) {
  const ranges = [...removed].flatMap(([layer, rows]) =>
    rows.length > 0 ? [[layer, formatRemovedRows(rows)] as const] : [],
  );
  const text = ranges.length > 0 ? JSON.stringify(Object.fromEntries(ranges.toSorted())) : null;
  return {
    numbered_in_id: numberedInId,
    removed_rows: text,
    removed_rows_hash: text && createHash('sha256').update(text).digest('hex').slice(0, 32),
    next_rows: Object.keys(next).length > 0 ? JSON.stringify(next) : null,
  };
}
