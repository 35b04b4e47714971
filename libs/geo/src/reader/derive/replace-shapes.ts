import type { DatabaseSync } from 'node:sqlite';
import { assemble } from '../../geometry/assemble.ts';
import { partsOf } from '../../geometry/parts.ts';
import { deriveLayer, hasTable, inOrder } from './derive-layer.ts';
import type { ReplaceShapesReply, ReplaceShapesRequest } from '../../reader-protocol/shape-types.ts';
import { openPieces } from '../../geopackage/pieces.ts';
import { findOrAddSrs, setSrs, srsOf, withSrsId } from '../../geopackage/spatial-reference.ts';
import type { GeopackageLayer } from '../../geopackage/types.ts';
import { ident } from '../geopackage/attach.ts';

const PLURAL_TYPES = ['MULTIPOINT', 'MULTILINESTRING', 'MULTIPOLYGON'] as const;

/**
 * Copies a GeoPackage; in one layer pieces, whose groups are those of `extractShapes`, take the place of the shapes. Features
 * that had a shape and have none now are left out.
 */
export function replaceShapes(request: ReplaceShapesRequest): ReplaceShapesReply {
  let lost = 0;
  const { dimension } = request;
  const reply = deriveLayer(request, {
    rows: (layer) => ({
      ...inOrder(layer),
      ...(dimension === undefined ? {} : { types: { [layer.geometryColumn]: PLURAL_TYPES[dimension] } }),
    }),
    change(layer, db) {
      lost = writeShapes(db, layer, request);
    },
  });
  return { ...reply, lost };
}

/** Returns how many features were left out. */
function writeShapes(
  db: DatabaseSync,
  layer: GeopackageLayer,
  { inputs, dimension, srs: given }: Pick<ReplaceShapesRequest, 'inputs' | 'dimension' | 'srs'>,
): number {
  const [table, geometry, row] = [`main.${ident(layer.name)}`, ident(layer.geometryColumn), layer.rowNumber];
  const srs = given ? findOrAddSrs(db, given).id : srsOf(db, layer);
  if (given) setSrs(db, layer.name, srs);
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
        const blob =
          dimension === undefined
            ? withSrsId(piece.geometry, srs)
            : uniform(piece.geometry, { dimension, srs });
        if (!blob) continue;
        update.run(blob, found.id);
        mark.run(found.id);
      }
    } finally {
      source.close();
    }
  }
  if (dimension !== undefined) describe(db, layer, PLURAL_TYPES[dimension]);
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
  if (hasTable(db, 'gpkg_extensions'))
    db.prepare(
      `DELETE FROM main.gpkg_extensions WHERE lower(table_name) = lower(?) AND extension_name LIKE 'gpkg\\_geom\\_%' ESCAPE '\\'`,
    ).run(name);
}

/** The parts of one dimension, as one geometry without heights. */
function uniform(
  geometry: Uint8Array,
  { dimension, srs }: { dimension: 0 | 1 | 2; srs: number },
): Uint8Array | null {
  const parts = partsOf(geometry, { hasZ: false }).filter((part) => part.dimension === dimension);
  return assemble(parts, { srsId: srs, hasZ: false, plural: true });
}
