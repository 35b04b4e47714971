import type { DatabaseSync } from 'node:sqlite';
import { assemble } from '../../geometry/assemble.ts';
import { partsOf } from '../../geometry/parts.ts';
import type { Part } from '../../geometry/parts.ts';
import { fieldType } from '../../geopackage/declared-types.ts';
import { typeSql } from '../geopackage/copy-tables.ts';
import { createFeatureTable, deriveLayer, freeName } from './derive-layer.ts';
import type { DerivedReply } from '../../reader-protocol/derive-types.ts';
import type { DissolveWriteRequest } from '../../reader-protocol/dissolve-types.ts';
import { pointsOf } from './distinct-points.ts';
import type { GeopackageLayer } from '../../geopackage/types.ts';
import { attachAs, ident } from '../geopackage/attach.ts';

interface Column {
  name: string;
  type: string;
  /** In the groups. */
  from: string;
}

/** Copies a GeoPackage with one feature for each group in the place of one layer. */
export function writeDissolved(request: DissolveWriteRequest): DerivedReply {
  return deriveLayer(request, {
    rows: () => 'none',
    change(layer, db) {
      attachAs(db, request.work, 'work');
      fillLayer(db, layer, request);
    },
  });
}

function fillLayer(db: DatabaseSync, layer: GeopackageLayer, request: DissolveWriteRequest): void {
  const columns = columnsOf(layer, request);
  const { hasZ } = layer;
  const dimensions = dimensionsOf(db);
  const dimension = dimensions.size === 1 ? ([...dimensions][0] as 0 | 1 | 2) : null;
  const { key, geometry, srs } = createFeatureTable(db, layer, { columns, dimension, hasZ });
  const insert = db.prepare(
    `INSERT INTO main.${ident(layer.name)} (${[key, geometry, ...columns.map(({ name }) => name)].map(ident).join(', ')})
     SELECT id, ?2 ${columns.map(({ from }) => `, ${from}`).join('')} FROM work.groups WHERE id = ?1`,
  );
  for (const { grp, parts } of shapesOf(db, layer))
    insert.run(grp, assemble(parts, { srsId: srs, hasZ, plural: dimension !== null }));
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
