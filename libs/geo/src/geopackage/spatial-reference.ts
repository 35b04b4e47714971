import type { DatabaseSync } from 'node:sqlite';
import type { GeopackageLayer } from './types.ts';
import { plainText } from './sql-names.ts';

/** The srs_id of geometries without a CRS. */
export const UNDEFINED_SRS = -1;

/** A system of the EPSG dataset, for a file. */
export interface EpsgDefinition {
  srid: number;
  name: string;
  /** WKT 1 where the system can be written so, as the standard requires, else WKT 2. */
  definition: string;
}

/** A row of gpkg_spatial_ref_sys, in a file of any author. */
export interface SrsRow {
  srs_id: unknown;
  srs_name: unknown;
  organization: unknown;
  code: unknown;
  definition: unknown;
}

/** Null for an undefined CRS. */
export function toSrs(row: SrsRow): GeopackageLayer['srs'] {
  if (row.definition === null || Number(row.srs_id) <= 0) return null;
  return {
    name: plainText(row.srs_name ?? ''),
    organization: plainText(row.organization ?? ''),
    code: Number(row.code),
    definition: plainText(row.definition),
  };
}

/** Whether coordinates of both layers mean the same. */
export function sameSrs({ before, after }: Record<'before' | 'after', GeopackageLayer>): boolean {
  const name = ({ srs }: GeopackageLayer) =>
    srs && srs.code > 0 ? `${srs.organization.toUpperCase()}:${srs.code}` : (srs?.definition ?? null);
  return name(before) === name(after);
}

/** The srs_id of a layer in our copy of a file. */
export function srsOf(db: DatabaseSync, { name }: Pick<GeopackageLayer, 'name'>): number {
  const row = db
    .prepare('SELECT srs_id AS srs FROM main.gpkg_geometry_columns WHERE lower(table_name) = lower(?)')
    .get(name);
  return (row as { srs: number }).srs;
}

/** The srs_id of a system in our copy of a file; the system is added if necessary. */
export function findOrAddSrs(
  db: DatabaseSync,
  { srid, name, definition }: EpsgDefinition,
): { id: number; isNew: boolean } {
  const existing = db
    .prepare(
      `SELECT srs_id AS id FROM main.gpkg_spatial_ref_sys
        WHERE upper(organization) = 'EPSG' AND organization_coordsys_id = ? AND srs_id > 0`,
    )
    .get(srid) as { id: number } | undefined;
  if (existing) return { id: existing.id, isNew: false };
  const { taken, highest } = db
    .prepare('SELECT max(srs_id = ?) AS taken, max(srs_id) AS highest FROM main.gpkg_spatial_ref_sys')
    .get(srid) as { taken: number | null; highest: number | null };
  const id = taken ? Math.max(highest ?? 0, 0) + 1 : srid;
  const columns = db.prepare('PRAGMA main.table_info(gpkg_spatial_ref_sys)').all() as { name: string }[];
  // The extension for WKT 2 adds a column that must be filled (OGC 12-128r18, annex F.10).
  const hasWkt2 = columns.some((column) => column.name.toLowerCase() === 'definition_12_063');
  db.prepare(
    `INSERT INTO main.gpkg_spatial_ref_sys
       (srs_name, srs_id, organization, organization_coordsys_id, definition${hasWkt2 ? ', definition_12_063' : ''})
     VALUES (?, ?, 'EPSG', ?, ?${hasWkt2 ? ", 'undefined'" : ''})`,
  ).run(name, id, srid, definition);
  return { id, isNew: true };
}

/** Records the CRS of a layer in our copy of a file. Its geometries name it, too: see `withSrsId`. */
export function setSrs(db: DatabaseSync, layer: string, srsId: number): void {
  for (const table of ['gpkg_contents', 'gpkg_geometry_columns'])
    db.prepare(`UPDATE main.${table} SET srs_id = ? WHERE lower(table_name) = lower(?)`).run(srsId, layer);
}

/** A copy of a geometry with another srs_id in its header: four bytes, in the byte order of the flags (OGC 12-128r18, 2.1.3). */
export function withSrsId(geometry: Uint8Array, srsId: number): Uint8Array {
  const copy = Uint8Array.from(geometry);
  new DataView(copy.buffer).setInt32(4, srsId, ((copy[3] as number) & 1) === 1);
  return copy;
}
