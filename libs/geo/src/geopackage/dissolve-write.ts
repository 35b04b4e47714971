import type { DatabaseSync } from 'node:sqlite';
import { assemble } from '../geometry/assemble.ts';
import { partsOf } from '../geometry/parts.ts';
import type { Part } from '../geometry/parts.ts';
import { fieldType } from './declared.ts';
import { typeSql } from './copy-tables.ts';
import type { DerivedReply, DissolveWriteRequest } from './derive-types.ts';
import { copyFresh } from './fresh-copy.ts';
import { readAttachedLayers } from './layers.ts';
import { pointsOf } from './point-sets.ts';
import type { GeopackageLayer } from './protocol.ts';
import { attachAs, ident } from './untrusted.ts';

const TYPES = ['MULTIPOINT', 'MULTILINESTRING', 'MULTIPOLYGON'] as const;

interface Column {
  name: string;
  type: string;
  /** In the groups. */
  from: string;
}

/** Copies a GeoPackage with one feature for each group in the place of one layer. */
export function writeDissolved(request: DissolveWriteRequest): DerivedReply {
  let layer: GeopackageLayer | undefined;
  const { layers, warnings } = copyFresh(request, {
    rows(db) {
      layer = readAttachedLayers(db, request.layer)[0];
      return (table) => (table === layer?.name ? 'none' : 'all');
    },
    change(db) {
      if (!layer) throw new Error('no such layer');
      attachAs(db, request.work, 'work');
      fillLayer(db, layer, request);
      return [layer.name];
    },
  });
  return { featureCount: layers.find(({ name }) => name === layer?.name)?.featureCount ?? 0, warnings };
}

function fillLayer(db: DatabaseSync, layer: GeopackageLayer, request: DissolveWriteRequest): void {
  const columns = columnsOf(layer, request);
  const taken = columns.map(({ name }) => name);
  const [key, geometry] = [freeName('fid', taken), freeName('geom', taken)];
  const dimensions = dimensionsOf(db);
  const only = dimensions.size === 1 ? [...dimensions][0] : undefined;
  const type = only === undefined ? 'GEOMETRY' : TYPES[only];
  const table = `main.${ident(layer.name)}`;
  db.exec(
    `CREATE TABLE ${table} (${ident(key)} INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, ${ident(geometry)} ${type}
       ${columns.map((column) => `, ${ident(column.name)} ${column.type}`).join('')})`,
  );
  const { srs } = db
    .prepare('SELECT srs_id AS srs FROM main.gpkg_geometry_columns WHERE lower(table_name) = lower(?)')
    .get(layer.name) as { srs: number };
  describe(db, layer.name, { column: geometry, type, z: layer.hasZ ? 1 : 0 });
  const insert = db.prepare(
    `INSERT INTO ${table} (${[key, geometry, ...taken].map(ident).join(', ')})
     SELECT id, ?2 ${columns.map(({ from }) => `, ${from}`).join('')} FROM work.groups WHERE id = ?1`,
  );
  for (const { grp, parts } of shapesOf(db, layer))
    insert.run(grp, assemble(parts, { srsId: srs, hasZ: layer.hasZ, plural: only !== undefined }));
}

function columnsOf(layer: GeopackageLayer, { field, sums }: DissolveWriteRequest): Column[] {
  const typeOf = (name: string) => layer.columns.find((column) => column.name === name)?.type ?? '';
  const columns: Column[] =
    field === null ? [] : [{ name: field, type: typeSql(typeOf(field)), from: 'value' }];
  const names = () => columns.map(({ name }) => name);
  columns.push({ name: freeName('feature_count', [...names(), ...sums]), type: 'INTEGER', from: 'features' });
  for (const [i, name] of sums.entries()) {
    const type = fieldType(typeOf(name)) === 'integer' ? 'INTEGER' : 'REAL';
    columns.push({ name: freeName(name, names(), `${name}_sum`), type, from: `s${i}` });
  }
  return columns;
}

/** A name that no other has; SQLite does not tell names apart by their case. */
export function freeName(wanted: string, taken: string[], instead = `${wanted}_1`): string {
  const used = new Set(taken.map((name) => name.toLowerCase()));
  let name = wanted;
  for (let i = 1; used.has(name.toLowerCase()); i += 1) name = i === 1 ? instead : `${wanted}_${i}`;
  return name;
}

/** What the geometry column is now, and nothing that was said of columns which are gone. */
export function describe(
  db: DatabaseSync,
  table: string,
  geometry: { column: string; type: string; z: number },
): void {
  db.prepare(
    `UPDATE main.gpkg_geometry_columns SET column_name = ?, geometry_type_name = ?, z = ?, m = 0
      WHERE lower(table_name) = lower(?)`,
  ).run(geometry.column, geometry.type, geometry.z, table);
  for (const about of ['gpkg_extensions', 'gpkg_data_columns']) {
    const isThere = db
      .prepare(`SELECT 1 FROM main.sqlite_master WHERE type = 'table' AND name = ?`)
      .get(about);
    if (isThere) db.prepare(`DELETE FROM main.${about} WHERE lower(table_name) = lower(?)`).run(table);
  }
}

/** Of all shapes together. */
function dimensionsOf(db: DatabaseSync): Set<0 | 1 | 2> {
  const found = new Set<0 | 1 | 2>();
  if (db.prepare('SELECT 1 FROM work.points LIMIT 1').get()) found.add(0);
  for (const { geom } of db.prepare('SELECT geom FROM work.merged').iterate())
    for (const { dimension } of partsOf(geom as Uint8Array, { hasZ: false })) found.add(dimension);
  return found;
}

/** All groups in order, those without a shape as well. */
function* shapesOf(db: DatabaseSync, { hasZ }: GeopackageLayer): Generator<{ grp: number; parts: Part[] }> {
  const points = pointsOf(db, 'work');
  let next = points.next();
  const groups = db.prepare(
    'SELECT g.id AS grp, m.geom FROM work.groups g LEFT JOIN work.merged m ON m.grp = g.id ORDER BY g.id',
  );
  for (const row of groups.iterate()) {
    const { grp, geom } = row as { grp: number; geom: Uint8Array | null };
    const parts = geom ? partsOf(geom, { hasZ }) : [];
    for (; !next.done && next.value.grp === grp; next = points.next()) parts.push(next.value.part);
    yield { grp, parts };
  }
}
