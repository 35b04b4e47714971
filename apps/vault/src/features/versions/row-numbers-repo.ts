import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { formatRemovedRows, parseRemovedRows } from '@cairn/geo';
import type { Format, RemovedRows } from '@cairn/geo';
import { unavailable } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
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

/** The next row numbers of a version `v`: above every number that a version with the same numbering gave to a row. */
export const NEXT_ROWS = sql<Record<string, string> | null>`(
  SELECT jsonb_object_agg(layer, number)
    FROM (SELECT key AS layer, max(value::numeric)::text AS number
            FROM versions other CROSS JOIN jsonb_each_text(other.next_rows)
           WHERE other.dataset_id = v.dataset_id
             AND coalesce(other.numbered_in_id, other.id) = coalesce(v.numbered_in_id, v.id)
           GROUP BY key) given)`;

/** Row numbers for a new version with the same rows in the same order. The caller holds the lock of the dataset. */
export async function copyRowNumbers(trx: Db, version: Version): Promise<RowNumbers> {
  const { id, numberedInId, nextRows } = version;
  const row = await trx
    .selectFrom('versions as v')
    .select(NEXT_ROWS.as('next'))
    .where('v.id', '=', id)
    .executeTakeFirst();
  return { numberedInId, removed: await findRemovedRows(trx, version), next: row?.next ?? nextRows };
}

/** Numbers of removed rows by layer. They may be many, so only code that translates row numbers reads them. */
export async function findRemovedRows(
  db: Db,
  { sha256, removedRowsHash }: Pick<Version, 'sha256' | 'removedRowsHash'>,
): Promise<Map<string, RemovedRows>> {
  if (removedRowsHash === null) return new Map();
  const row = await db
    .selectFrom('versions')
    .select('removed_rows')
    .where('sha256', '=', sha256)
    .where('removed_rows_hash', '=', removedRowsHash)
    .limit(1)
    .executeTakeFirst();
  if (!row?.removed_rows) {
    throw unavailable('vault.version_gone', 'The version was deleted in the meantime. Reload the page.');
  }
  const ranges = JSON.parse(row.removed_rows) as Record<string, string>;
  return new Map(Object.entries(ranges).map(([layer, text]) => [layer, parseRemovedRows(text)]));
}
