import type { DatabaseSync } from 'node:sqlite';
import { assemble } from '../geometry/assemble.ts';
import { partsOf } from '../geometry/parts.ts';
import type { ShapesPutReply, ShapesPutRequest } from './derive-types.ts';
import { copyFresh } from './fresh-copy.ts';
import { readAttachedLayers } from './layers.ts';
import { openPieces } from './pieces.ts';
import type { GeopackageLayer } from './protocol.ts';
import { ident } from './untrusted.ts';

const PLURAL_TYPES = ['MULTIPOINT', 'MULTILINESTRING', 'MULTIPOLYGON'] as const;

/**
 * Copies a GeoPackage; in one layer pieces, whose groups are those of `takeShapes`, take the place of the shapes. Features
 * that had a shape and have none now are left out.
 */
export function putShapes(request: ShapesPutRequest): ShapesPutReply {
  let layer: GeopackageLayer | undefined;
  let lost = 0;
  const { layers, warnings } = copyFresh(request, {
    rows(db) {
      layer = readAttachedLayers(db, request.layer)[0];
      if (!layer) throw new Error('no such layer');
      const { name, geometryColumn, rowNumber } = layer;
      const wanted = {
        text: `1 ORDER BY ${rowNumber}`,
        values: [],
        types: { [geometryColumn]: PLURAL_TYPES[request.dimension] },
      };
      return (table) => (table === name ? wanted : 'all');
    },
    change(db) {
      if (!layer) throw new Error('no such layer');
      lost = replaceShapes(db, layer, request);
      return [layer.name];
    },
  });
  const featureCount = layers.find(({ name }) => name === layer?.name)?.featureCount ?? 0;
  return { featureCount, warnings, lost };
}

/** Returns how many features were left out. */
function replaceShapes(
  db: DatabaseSync,
  layer: GeopackageLayer,
  { inputs, dimension }: Pick<ShapesPutRequest, 'inputs' | 'dimension'>,
): number {
  const [table, geometry, row] = [`main.${ident(layer.name)}`, ident(layer.geometryColumn), layer.rowNumber];
  const { srs } = db
    .prepare('SELECT srs_id AS srs FROM main.gpkg_geometry_columns WHERE lower(table_name) = lower(?)')
    .get(layer.name) as { srs: number };
  db.exec(
    `CREATE TEMP TABLE places AS SELECT row_number() OVER (ORDER BY ${row}) - 1 AS grp, ${row} AS id FROM ${table};
     CREATE UNIQUE INDEX temp.places_by_grp ON places (grp);
     CREATE TEMP TABLE replaced (id INTEGER PRIMARY KEY)`,
  );
  const placeOf = db.prepare('SELECT id FROM temp.places WHERE grp = ?');
  placeOf.setReadBigInts(true);
  const update = db.prepare(`UPDATE ${table} SET ${geometry} = ? WHERE ${row} = ?`);
  const mark = db.prepare('INSERT INTO temp.replaced VALUES (?)');
  for (const file of inputs) {
    const source = openPieces(file);
    try {
      for (const piece of source.all()) {
        const found = placeOf.get(piece.grp) as { id: bigint } | undefined;
        if (!found || !piece.geometry) continue;
        const parts = partsOf(piece.geometry, { hasZ: false }).filter((part) => part.dimension === dimension);
        const blob = assemble(parts, { srsId: srs, hasZ: false, plural: true });
        if (!blob) continue;
        update.run(blob, found.id);
        mark.run(found.id);
      }
    } finally {
      source.close();
    }
  }
  describe(db, layer, PLURAL_TYPES[dimension]);
  const { changes } = db
    .prepare(
      `DELETE FROM ${table} WHERE typeof(${geometry}) = 'blob' AND ${row} NOT IN (SELECT id FROM temp.replaced)`,
    )
    .run();
  return Number(changes);
}

/** The layer has another type of geometry now, without heights, and no arcs. */
function describe(db: DatabaseSync, { name }: GeopackageLayer, type: string): void {
  db.prepare(
    'UPDATE main.gpkg_geometry_columns SET geometry_type_name = ?, z = 0, m = 0 WHERE lower(table_name) = lower(?)',
  ).run(type, name);
  const extensions = db
    .prepare(`SELECT 1 FROM main.sqlite_master WHERE type = 'table' AND name = 'gpkg_extensions'`)
    .get();
  if (extensions)
    db.prepare(
      `DELETE FROM main.gpkg_extensions WHERE lower(table_name) = lower(?) AND extension_name LIKE 'gpkg\\_geom\\_%' ESCAPE '\\'`,
    ).run(name);
}
