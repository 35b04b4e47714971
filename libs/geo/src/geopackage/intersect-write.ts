import type { DatabaseSync } from 'node:sqlite';
import { assemble } from '../geometry/assemble.ts';
import { partsOf } from '../geometry/parts.ts';
import { typeSql } from './copy-tables.ts';
import type { DerivedReply, IntersectWriteRequest } from './derive-types.ts';
import { describe, freeName } from './dissolve-write.ts';
import { copyFresh } from './fresh-copy.ts';
import { layerOf, numberRows } from './join-write.ts';
import { readAttachedLayers } from './layers.ts';
import { openPieces } from './pieces.ts';
import type { GeopackageLayer } from './protocol.ts';
import { attachAs, ident } from './untrusted.ts';

const TYPES = ['MULTIPOINT', 'MULTILINESTRING', 'MULTIPOLYGON'] as const;

/**
 * Copies a GeoPackage; in the place of one layer are what its features have in common with those of another file, with the
 * attributes of both.
 */
export function writeIntersected(request: IntersectWriteRequest): DerivedReply {
  let layer: GeopackageLayer | undefined;
  const { layers, warnings } = copyFresh(request, {
    rows(db) {
      layer = readAttachedLayers(db, request.layer)[0];
      return (table) => (table === layer?.name ? 'none' : 'all');
    },
    change(db) {
      if (!layer) throw new Error('no such layer');
      fillLayer(db, layer, request);
      return [layer.name];
    },
  });
  return { featureCount: layers.find(({ name }) => name === layer?.name)?.featureCount ?? 0, warnings };
}

function fillLayer(db: DatabaseSync, layer: GeopackageLayer, request: IntersectWriteRequest): void {
  const other = layerOf(request.other, request.otherLayer);
  attachAs(db, request.other, 'other');
  const [own, theirs] = [`src.${ident(layer.name)}`, `other.${ident(other.name)}`];
  numberRows(db, 'own_places', { table: own, row: layer.rowNumber });
  numberRows(db, 'other_places', { table: theirs, row: other.rowNumber });
  const columns: { name: string; type: string; from: string }[] = [];
  for (const [alias, from] of [
    ['o', layer],
    ['t', other],
  ] as const)
    for (const { name, type } of from.columns) {
      const taken = columns.map((column) => column.name);
      columns.push({ name: freeName(name, taken), type: typeSql(type), from: `${alias}.${ident(name)}` });
    }
  const taken = columns.map(({ name }) => name);
  const [key, geometry] = [freeName('fid', taken), freeName('geom', taken)];
  const type = request.dimension === null ? 'GEOMETRY' : TYPES[request.dimension];
  db.exec(
    `CREATE TABLE main.${ident(layer.name)} (${ident(key)} INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, ${ident(geometry)} ${type}
       ${columns.map((column) => `, ${ident(column.name)} ${column.type}`).join('')})`,
  );
  const { srs } = db
    .prepare('SELECT srs_id AS srs FROM main.gpkg_geometry_columns WHERE lower(table_name) = lower(?)')
    .get(layer.name) as { srs: number };
  describe(db, layer.name, { column: geometry, type, z: 0 });
  const insert = db.prepare(
    `INSERT INTO main.${ident(layer.name)} (${[geometry, ...taken].map(ident).join(', ')})
     SELECT ?3 ${columns.map(({ from }) => `, ${from}`).join('')} FROM ${own} o, ${theirs} t
      WHERE o.${layer.rowNumber} = (SELECT id FROM temp.own_places WHERE grp = ?1)
        AND t.${other.rowNumber} = (SELECT id FROM temp.other_places WHERE grp = ?2)`,
  );
  for (const file of request.inputs) {
    const source = openPieces(file);
    try {
      for (const { grp, key: match, geometry: common } of source.all()) {
        const parts = common ? partsOf(common, { hasZ: false }) : [];
        const wanted = request.dimension ?? Math.max(...parts.map(({ dimension }) => dimension), 0);
        const kept = parts.filter(({ dimension }) => dimension === wanted);
        const blob = assemble(kept, { srsId: srs, hasZ: false, plural: true });
        if (blob) insert.run(grp, match, blob);
      }
    } finally {
      source.close();
    }
  }
}
