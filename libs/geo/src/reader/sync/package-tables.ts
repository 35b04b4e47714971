import type { DatabaseSync } from 'node:sqlite';
import { toSrs } from '../../geopackage/spatial-reference.ts';
import type { SrsRow } from '../../geopackage/spatial-reference.ts';
import type { ColumnRow } from '../../geopackage/to-layer.ts';
import type { PackageGeometry, PackageTable, PackageTablesReply } from '../../reader-protocol/sync-types.ts';
import { attach, ident, plainTable, plainText } from '../geopackage/attach.ts';
import { findRowKey } from '../geopackage/row-key.ts';

const MAX_TABLES = 500;
const TABLES_LEFT = `The file has more than ${MAX_TABLES} tables. Those behind the first ${MAX_TABLES} are left out; move them to another GeoPackage.`;
/** Tables of the standard, of spatial indexes and of SQLite itself. */
export const RESERVED_TABLES = /^(gpkg|rtree|sqlite)_/i;
/** `GPKG` since version 1.2, `GP10` and `GP11` before (OGC 12-128r18, 1.1.1.1.1). */
const APPLICATION_IDS = [0x47504b47, 0x47503130, 0x47503131];

interface ContentRow {
  name: unknown;
  kind: unknown;
  description: unknown;
}

interface GeometryRow extends SrsRow {
  column: unknown;
  type: unknown;
  z: unknown;
  m: unknown;
}

/** The tables of features and of attributes that are plain tables, in the order of the file's contents. */
export function readPackageTables({ file }: { file: string }): PackageTablesReply {
  const db = attach(file);
  try {
    if (!plainTable(db, 'gpkg_contents')) throw new Error('no table gpkg_contents');
    const rows = db
      .prepare(
        `SELECT table_name AS name, data_type AS kind, description FROM src.gpkg_contents
          WHERE data_type IN ('features', 'attributes') ORDER BY rowid LIMIT ${MAX_TABLES + 1}`,
      )
      .all() as unknown as ContentRow[];
    // Names that differ by case alone are one table.
    const tables = new Map(
      rows
        .slice(0, MAX_TABLES)
        .flatMap((row) => readTable(db, row) ?? [])
        .map((table) => [table.name, table]),
    );
    const left = rows.length > MAX_TABLES ? [TABLES_LEFT] : [];
    return { tables: [...tables.values()], warnings: [...warningsOf(db), ...left] };
  } finally {
    db.close();
  }
}

function readTable(db: DatabaseSync, row: ContentRow): PackageTable | null {
  const name = RESERVED_TABLES.test(String(row.name)) ? null : plainTable(db, String(row.name));
  if (name === null) return null;
  const all = db.prepare(`PRAGMA src.table_xinfo(${ident(name)})`).all() as unknown as ColumnRow[];
  // Generated columns would run expressions of the file's author.
  const stored = all.filter(({ hidden }) => hidden === 0);
  const key = findRowKey(db, name, stored);
  const kind = row.kind === 'features' ? 'features' : 'attributes';
  const geometry = kind === 'features' ? readGeometry(db, name, stored) : null;
  return {
    ...{ name, kind, key, geometry, rowCount: countRows(db, name) },
    columns: stored
      .filter((column) => column.name !== key && column.name !== geometry?.column)
      .map((column) => ({ name: column.name, type: column.type, notNull: column.notnull === 1 })),
    description: plainText(row.description ?? ''),
  };
}

function readGeometry(db: DatabaseSync, table: string, columns: ColumnRow[]): PackageGeometry | null {
  if (!['gpkg_geometry_columns', 'gpkg_spatial_ref_sys'].every((name) => plainTable(db, name))) return null;
  const row = db
    .prepare(
      `SELECT g.column_name AS "column", g.geometry_type_name AS type, g.z, g.m,
              s.srs_name, s.organization, s.organization_coordsys_id AS code, s.definition, g.srs_id
         FROM src.gpkg_geometry_columns g LEFT JOIN src.gpkg_spatial_ref_sys s ON s.srs_id = g.srs_id
        WHERE lower(g.table_name) = lower(?)`,
    )
    .get(table) as unknown as GeometryRow | undefined;
  const named = String(row?.column).toLowerCase();
  const column = columns.find(({ name }) => name.toLowerCase() === named);
  if (!row || !column) return null;
  return {
    column: column.name,
    type: plainText(row.type ?? 'GEOMETRY'),
    hasZ: Number(row.z) === 1,
    hasM: Number(row.m) === 1,
    srs: toSrs(row),
  };
}

function countRows(db: DatabaseSync, table: string): number {
  return (db.prepare(`SELECT count(*) AS count FROM src.${ident(table)}`).get() as { count: number }).count;
}

function warningsOf(db: DatabaseSync): string[] {
  const { application_id: id } = db.prepare('PRAGMA src.application_id').get() as { application_id: number };
  if (APPLICATION_IDS.includes(id)) return [];
  return [
    'The file does not say that it is a GeoPackage: its application id is none of GPKG, GP10 and GP11. Write it again with a program that knows the format.',
  ];
}
