import type { DatabaseSync } from 'node:sqlite';
import { assemble } from '../../geometry/assemble.ts';
import { partsOf } from '../../geometry/parts.ts';
import { deriveLayer, hasTable, inOrder, srsOf } from './derive-layer.ts';
import type { ReplaceShapesReply, ReplaceShapesRequest } from '../../reader-protocol/shape-types.ts';
import { openPieces } from '../../geopackage/pieces.ts';
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
  const srs = given ? placeIn(db, layer, given) : srsOf(db, layer);
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
            ? withSrs(piece.geometry, srs)
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

function withSrs(geometry: Uint8Array, srs: number): Uint8Array {
  const copy = Uint8Array.from(geometry);
  new DataView(copy.buffer).setInt32(4, srs, ((copy[3] as number) & 1) === 1);
  return copy;
}

/** Says that a layer is in another CRS. Returns the number by which the file knows it, which may be taken by another one. */
function placeIn(
  db: DatabaseSync,
  { name }: GeopackageLayer,
  { code, name: title, definition }: NonNullable<ReplaceShapesRequest['srs']>,
): number {
  const known = db
    .prepare(
      `SELECT srs_id AS srs FROM main.gpkg_spatial_ref_sys
        WHERE upper(organization) = 'EPSG' AND organization_coordsys_id = ? AND srs_id > 0`,
    )
    .get(code) as { srs: number } | undefined;
  const taken = db.prepare(
    'SELECT max(srs_id) + 1 AS next, max(srs_id = ?) AS taken FROM main.gpkg_spatial_ref_sys',
  );
  const { next, taken: isTaken } = taken.get(code) as { next: number; taken: number };
  const srs = known?.srs ?? (isTaken ? next : code);
  if (!known) addSrs(db, { srs, code, title, definition });
  for (const table of ['gpkg_geometry_columns', 'gpkg_contents'])
    db.prepare(`UPDATE main.${table} SET srs_id = ? WHERE lower(table_name) = lower(?)`).run(srs, name);
  return srs;
}

function addSrs(
  db: DatabaseSync,
  { srs, code, title, definition }: { srs: number; code: number; title: string; definition: string },
): void {
  // Files with heights have a second definition, which may be undefined when the first is not (OGC 12-128r18, F.10).
  const second = 'definition_12_063';
  const columns = db.prepare('PRAGMA main.table_info(gpkg_spatial_ref_sys)').all();
  const [column, value] = columns.some(({ name }) => name === second)
    ? [`, ${second}`, ", 'undefined'"]
    : ['', ''];
  db.prepare(
    `INSERT INTO main.gpkg_spatial_ref_sys (srs_name, srs_id, organization, organization_coordsys_id, definition${column})
     VALUES (?, ?, 'EPSG', ?, ?${value})`,
  ).run(title, srs, code, definition);
}
