import type { DatabaseSync } from 'node:sqlite';
import { assemble } from '../../geometry/assemble.ts';
import { partsOf } from '../../geometry/parts.ts';
import { typeSql } from '../geopackage/copy-tables.ts';
import type { DerivedReply } from '../../reader-protocol/derive-types.ts';
import type { IntersectWriteRequest } from '../../reader-protocol/overlay-types.ts';
import { createFeatureTable, deriveLayer, freeName } from './derive-layer.ts';
import { layerOf, numberRows } from './write-joined.ts';
import { openPieces } from '../../geopackage/pieces.ts';
import type { GeopackageLayer } from '../../geopackage/types.ts';
import { countCopies, createCopyLimit } from './size-limit.ts';
import type { SizeLimit } from './size-limit.ts';
import { attachAs, ident } from '../geopackage/attach.ts';

/**
 * Copies a GeoPackage; in the place of one layer are what its features have in common with those of another file, with the
 * attributes of both.
 * @throws {Refusal} conflict when the attributes that it repeats are too large together.
 */
export function writeIntersected(request: IntersectWriteRequest, maxCopied?: number): DerivedReply {
  const limit = createCopyLimit(maxCopied);
  return deriveLayer(request, {
    rows: () => 'none',
    change: (layer, db) => fillLayer(db, layer, request, limit),
  });
}

function fillLayer(
  db: DatabaseSync,
  layer: GeopackageLayer,
  request: IntersectWriteRequest,
  limit: SizeLimit,
): void {
  const other = layerOf(request.other, request.otherLayer);
  attachAs(db, request.other, 'other');
  const [own, theirs] = [`src.${ident(layer.name)}`, `other.${ident(other.name)}`];
  numberRows(db, 'own_places', { table: own, row: layer.rowNumber });
  numberRows(db, 'other_places', { table: theirs, row: other.rowNumber });
  const countOwn = countCopies(db, { layer, schema: 'src', places: 'own_places' }, limit);
  const countOther = countCopies(db, { layer: other, schema: 'other', places: 'other_places' }, limit);
  const columns: { name: string; type: string; from: string }[] = [];
  for (const [alias, from] of [
    ['o', layer],
    ['t', other],
  ] as const)
    for (const { name, type } of from.columns) {
      // Rows of the result are found by their number.
      const taken = [...columns.map((column) => column.name), layer.rowNumber];
      columns.push({ name: freeName(name, taken), type: typeSql(type), from: `${alias}.${ident(name)}` });
    }
  const { dimension } = request;
  const { geometry, srs } = createFeatureTable(db, layer, { columns, dimension, hasZ: false });
  const insert = db.prepare(
    `INSERT INTO main.${ident(layer.name)} (${[geometry, ...columns.map(({ name }) => name)].map(ident).join(', ')})
     SELECT ?3 ${columns.map(({ from }) => `, ${from}`).join('')} FROM ${own} o, ${theirs} t
      WHERE o.${layer.rowNumber} = (SELECT id FROM temp.own_places WHERE grp = ?1)
        AND t.${other.rowNumber} = (SELECT id FROM temp.other_places WHERE grp = ?2)`,
  );
  for (const file of request.inputs) {
    const source = openPieces(file);
    try {
      for (const { grp, key: match, geometry: common } of source.all()) {
        const parts = common ? partsOf(common, { hasZ: false }) : [];
        const wanted = dimension ?? Math.max(...parts.map(({ dimension }) => dimension), 0);
        const kept = parts.filter(({ dimension }) => dimension === wanted);
        const blob = assemble(kept, { srsId: srs, hasZ: false, plural: true });
        if (!blob) continue;
        countOwn(grp);
        countOther(match);
        insert.run(grp, match, blob);
      }
    } finally {
      source.close();
    }
  }
}
