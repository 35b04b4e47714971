import { findSrid, readSpatialReferences } from '@cairn/geo';
import type { PackageTable } from '@cairn/geo';
import type pg from 'pg';
import { referenceOf } from './layout.ts';
import type { SridOf } from './layout.ts';
import type { TableLayout } from './types.ts';

/** The database's codes for reference systems of a package. Those of the layout are known; call it outside a transaction. */
export async function readSrids(
  client: pg.ClientBase,
  tables: PackageTable[],
  layout: TableLayout[],
): Promise<SridOf> {
  const srids = new Map(layout.map(({ geometry }) => [geometry?.reference ?? '', geometry?.srid ?? 0]));
  const unknown = tables
    .map(({ geometry }) => referenceOf(geometry?.srs ?? null))
    .filter((reference) => reference !== null && !srids.has(reference));
  const known = unknown.length === 0 ? [] : await readSpatialReferences(client);
  for (const reference of unknown as string[]) {
    const at = reference.lastIndexOf(':');
    const [authority, code] = [reference.slice(0, at), reference.slice(at + 1)];
    srids.set(reference, findSrid(known, { name: reference, authority, code }));
  }
  return (srs) => srids.get(referenceOf(srs) ?? '') ?? 0;
}
