import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { formatRemovedRows, parseRemovedRows } from '@cairn/geo';
import type { Format, RemovedRows } from '@cairn/geo';
import { unavailable } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import type { Version } from './types.ts';

/**
 * How the rows of a version are numbered. Shapefiles and GeoJSON files have no key: their rows have the numbers from 1 on, in
 * the order of the file, without those of rows that were removed in this or an earlier version.
 */
export interface RowNumbers {
  /** Version in which the rows were numbered first; versions with the same one give a row the same number. */
  numberedInId: number;
  removed: Map<string, RemovedRows>;
  /** The least number that a new row may get, in digits, by layer. */
  next: Record<string, string>;
}

/** The only layer of a GeoJSON may change its name without becoming another one. */
const ONLY_LAYER = '*';

/** What a layer is called in `removed` and `next`. */
export function layerKey(format: Format, layer: string): string {
  return format === 'GeoJSON' ? ONLY_LAYER : layer;
}

/** Name of a layer in the file; null for its only one. */
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

/** Of a version `v`: the next numbers. A number that another version of its dataset gave to a row is not given to another row. */
export const NEXT_ROWS = sql<Record<string, string> | null>`(
  SELECT jsonb_object_agg(layer, number)
    FROM (SELECT key AS layer, max(value::numeric)::text AS number
            FROM versions other CROSS JOIN jsonb_each_text(other.next_rows)
           WHERE other.dataset_id = v.dataset_id
             AND coalesce(other.numbered_in_id, other.id) = coalesce(v.numbered_in_id, v.id)
           GROUP BY key) given)`;

/** For a new version of the same rows in the same order; the caller holds the lock of the dataset. */
export async function numbersOf(trx: Db, version: Version): Promise<RowNumbers> {
  const { id, numberedInId, nextRows } = version;
  const row = await trx
    .selectFrom('versions as v')
    .select(NEXT_ROWS.as('next'))
    .where('v.id', '=', id)
    .executeTakeFirst();
  return { numberedInId, removed: await findRemovedRows(trx, version), next: row?.next ?? nextRows };
}

/** Numbers of removed rows by layer. They may be many, so that they are read only by what translates numbers. */
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
    throw unavailable('vault.version_gone', 'The version was deleted in the meantime; reload the page.');
  }
  const ranges = JSON.parse(row.removed_rows) as Record<string, string>;
  return new Map(Object.entries(ranges).map(([layer, text]) => [layer, parseRemovedRows(text)]));
}
