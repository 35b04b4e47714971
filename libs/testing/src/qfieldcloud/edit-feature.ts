import { DatabaseSync } from 'node:sqlite';
import type { SQLInputValue } from 'node:sqlite';
import { pointBlob } from '../geopackage/geometry-blobs.ts';
import { addGeoPackageFunctions } from '../geopackage/spatial-functions.ts';
import type { QfcDeltaContent } from './types.ts';

export type EditResult =
  | { status: 'applied'; pk: string }
  | { status: 'conflict'; message: string; conflicts: string[] }
  | { status: 'not_applied'; message: string };

/**
 * Changes one feature of a GeoPackage as a delta says: attributes, and geometries that are points. A patch or a deletion whose old
 * attributes differ from what is there is a conflict, unless the project overwrites conflicts.
 */
export function editFeature(
  path: string,
  edit: { table: string; delta: QfcDeltaContent; overwriteConflicts: boolean },
): EditResult {
  const { delta } = edit;
  const database = new DatabaseSync(path);
  try {
    addGeoPackageFunctions(database);
    const layer = describe(database, edit.table);
    if (!layer) return { status: 'not_applied', message: `Layer "${edit.table}" has no primary key.` };
    const values = newValues(delta, layer);
    const table = quote(edit.table);
    if (delta.method === 'create') {
      const names = Object.keys(values).map(quote);
      const sql = names.length
        ? `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`
        : `INSERT INTO ${table} DEFAULT VALUES`;
      const { lastInsertRowid } = database.prepare(sql).run(...Object.values(values));
      return { status: 'applied', pk: String(lastInsertRowid) };
    }
    const pk = delta.sourcePk;
    const row = database.prepare(`SELECT * FROM ${table} WHERE ${quote(layer.pk)} = ?`).get(pk);
    if (!row) return { status: 'not_applied', message: `The feature with pk "${pk}" does not exist.` };
    const conflicts = conflictsOf(row, delta.old?.attributes ?? {});
    if (conflicts.length > 0 && !edit.overwriteConflicts) {
      return {
        status: 'conflict',
        message: 'There are conflicts with the already existing feature!',
        conflicts,
      };
    }
    if (delta.method === 'delete') {
      database.prepare(`DELETE FROM ${table} WHERE ${quote(layer.pk)} = ?`).run(pk);
    } else if (Object.keys(values).length > 0) {
      const set = Object.keys(values).map((name) => `${quote(name)} = ?`);
      const sql = `UPDATE ${table} SET ${set.join(', ')} WHERE ${quote(layer.pk)} = ?`;
      database.prepare(sql).run(...Object.values(values), pk);
    }
    return { status: 'applied', pk };
  } catch (error) {
    return { status: 'not_applied', message: (error as Error).message };
  } finally {
    database.close();
  }
}

interface Layer {
  pk: string;
  geometry: { column: string; srid: number } | null;
  columns: Set<string>;
}

function describe(database: DatabaseSync, table: string): Layer | null {
  const columns = database.prepare('SELECT name, pk FROM pragma_table_info(?)').all(table);
  const pk = columns.find((column) => column.pk === 1)?.name;
  const geometry = database
    .prepare('SELECT column_name, srs_id FROM gpkg_geometry_columns WHERE table_name = ?')
    .get(table);
  if (typeof pk !== 'string') return null;
  return {
    pk,
    geometry: geometry ? { column: String(geometry.column_name), srid: Number(geometry.srs_id) } : null,
    columns: new Set(columns.map(({ name }) => String(name))),
  };
}

function newValues(delta: QfcDeltaContent, layer: Layer): Record<string, SQLInputValue> {
  const values: Record<string, SQLInputValue> = {};
  for (const [name, value] of Object.entries(delta.new?.attributes ?? {})) {
    if (!layer.columns.has(name) || name === layer.pk) continue;
    values[name] = typeof value === 'boolean' ? Number(value) : (value as SQLInputValue);
  }
  const wkt = delta.new?.geometry;
  if (layer.geometry && wkt !== undefined) {
    values[layer.geometry.column] = wkt === null ? null : pointBlob(positionOf(wkt), layer.geometry.srid);
  }
  return values;
}

/** Of `POINT (x y)`; other kinds are not spoken here. @throws {Error} for any other text */
function positionOf(wkt: string): number[] {
  const match = /^\s*POINT\s*\(\s*(\S+)\s+(\S+)\s*\)\s*$/i.exec(wkt);
  if (!match) throw new Error(`The stand-in reads points only, not ${wkt.slice(0, 40)}`);
  return [Number(match[1]), Number(match[2])];
}

function conflictsOf(row: Record<string, unknown>, old: Record<string, unknown>): string[] {
  return Object.entries(old)
    .filter(([name, value]) => name in row && String(row[name] ?? '') !== String(value ?? ''))
    .map(
      ([name, value]) =>
        `The attribute "${name}" that has a conflict:\n-${String(value)}\n+${String(row[name])}`,
    );
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
