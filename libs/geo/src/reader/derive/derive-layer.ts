import type { DatabaseSync } from 'node:sqlite';
import type { RowSelection } from '../geopackage/copy-tables.ts';
import type { DerivedReply } from '../../reader-protocol/derive-types.ts';
import { copyGeopackage } from '../geopackage/copy-geopackage.ts';
import { readAttachedLayers } from '../geopackage/read-layers.ts';
import type { GeopackageLayer } from '../../geopackage/types.ts';
import { Refusal } from '../../reader-protocol/answer.ts';
import { srsOf } from '../../geopackage/spatial-reference.ts';
import { ident } from '../geopackage/attach.ts';

export interface LayerPlan {
  /** Which rows are copied: by default all in the order of their numbers; `none` leaves out the table. */
  rows?(layer: GeopackageLayer, db: DatabaseSync): 'none' | RowSelection;
  /** Changes the layer in the copy. */
  change?(layer: GeopackageLayer, db: DatabaseSync): void;
}

/** Copies a GeoPackage into a new one with one layer changed. */
export function deriveLayer(
  request: { file: string; output: string; layer: string },
  plan: LayerPlan,
): DerivedReply {
  let layer: GeopackageLayer | undefined;
  const { layers, warnings } = copyGeopackage(request, {
    rows(db) {
      layer = readAttachedLayers(db, request.layer)[0];
      if (!layer) throw new Error('no such layer');
      const { name } = layer;
      const selection = plan.rows?.(layer, db) ?? inOrder(layer);
      return (table) => (table === name ? selection : 'all');
    },
    change(db) {
      plan.change?.(layer as GeopackageLayer, db);
      return [(layer as GeopackageLayer).name];
    },
  });
  return { featureCount: layers.find(({ name }) => name === layer?.name)?.featureCount ?? 0, warnings };
}

/** All rows in order, so that those of a table without a key can be distinguished in the copy. */
export function inOrder({ rowNumber }: GeopackageLayer): RowSelection {
  return { text: `1 ORDER BY ${rowNumber}`, values: [] };
}

/** SQLite takes 2,000 columns in a table. */
const MAX_COLUMNS = 1_500;

/** @throws {Refusal} conflict for a table that would have too many columns. */
export function refuseManyColumns(columns: number): void {
  if (columns <= MAX_COLUMNS) return;
  throw new Refusal(
    'conflict',
    'vault.too_many_columns',
    `The result would have ${columns} fields. At most ${MAX_COLUMNS} are allowed.`,
  );
}

const TYPES = ['MULTIPOINT', 'MULTILINESTRING', 'MULTIPOLYGON'] as const;

export interface FeatureColumns {
  /** With the declared type, as SQL. */
  columns: { name: string; type: string }[];
  /** Of all shapes: 0 points, 1 lines, 2 polygons; null when they differ. */
  dimension: 0 | 1 | 2 | null;
  hasZ: boolean;
}

/** Creates an empty table of features in the place of a layer that was not copied. */
export function createFeatureTable(
  db: DatabaseSync,
  layer: GeopackageLayer,
  { columns, dimension, hasZ }: FeatureColumns,
): { key: string; geometry: string; srs: number } {
  const taken = columns.map(({ name }) => name);
  const [key, geometry] = [freeName('fid', taken), freeName('geom', taken)];
  const type = dimension === null ? 'GEOMETRY' : TYPES[dimension];
  db.exec(
    `CREATE TABLE main.${ident(layer.name)} (${ident(key)} INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, ${ident(geometry)} ${type}
       ${columns.map((column) => `, ${ident(column.name)} ${column.type}`).join('')})`,
  );
  describe(db, layer.name, { column: geometry, type, z: hasZ ? 1 : 0 });
  return { key, geometry, srs: srsOf(db, layer) };
}

/** A name that is not taken; SQLite ignores the case of names. */
export function freeName(preferred: string, taken: string[], instead = `${preferred}_1`): string {
  const used = new Set(taken.map((name) => name.toLowerCase()));
  let name = preferred;
  for (let i = 1; used.has(name.toLowerCase()); i += 1) name = i === 1 ? instead : `${preferred}_${i}`;
  return name;
}

/** Records the new geometry column, and deletes the entries of removed columns. */
function describe(
  db: DatabaseSync,
  table: string,
  geometry: { column: string; type: string; z: number },
): void {
  db.prepare(
    `UPDATE main.gpkg_geometry_columns SET column_name = ?, geometry_type_name = ?, z = ?, m = 0
      WHERE lower(table_name) = lower(?)`,
  ).run(geometry.column, geometry.type, geometry.z, table);
  for (const about of ['gpkg_extensions', 'gpkg_data_columns'])
    if (hasTable(db, about))
      db.prepare(`DELETE FROM main.${about} WHERE lower(table_name) = lower(?)`).run(table);
}

/** Whether the copy has a table that the GeoPackage standard leaves optional. */
export function hasTable(db: DatabaseSync, name: string): boolean {
  return (
    db.prepare(`SELECT 1 FROM main.sqlite_master WHERE type = 'table' AND name = ?`).get(name) !== undefined
  );
}
