import type { DatabaseSync } from 'node:sqlite';
import { assemble } from '../../geometry/assemble.ts';
import { partsOf } from '../../geometry/parts.ts';
import type { Part } from '../../geometry/parts.ts';
import { deriveLayer } from './derive-layer.ts';
import { srsOf } from '../../geopackage/spatial-reference.ts';
import type { ClipWriteReply, ClipWriteRequest } from '../../reader-protocol/overlay-types.ts';
import { readParts } from './parse-geometry.ts';
import { openPieces } from '../../geopackage/pieces.ts';
import type { GeopackageLayer } from '../../geopackage/types.ts';
import { attachAs, ident } from '../geopackage/attach.ts';

/** Types whose features have one part, and what holds several. */
const PLURAL: Record<string, string> = {
  POINT: 'MULTIPOINT',
  LINESTRING: 'MULTILINESTRING',
  POLYGON: 'MULTIPOLYGON',
  CURVE: 'MULTICURVE',
  COMPOUNDCURVE: 'MULTICURVE',
  CIRCULARSTRING: 'MULTICURVE',
  SURFACE: 'MULTISURFACE',
  CURVEPOLYGON: 'MULTISURFACE',
};

/** Copies a GeoPackage; of one layer only the features in the region. GDAL has cut those that cross its boundary. */
export function writeClipped(request: ClipWriteRequest): ClipWriteReply {
  let cut: Cut = { features: 0, repaired: 0, lost: 0, hasSeveral: false };
  const reply = deriveLayer(request, {
    rows(layer, db) {
      attachAs(db, request.work, 'work');
      cut = readCut(db, layer, request.cuts);
      const plural = cut.hasSeveral ? PLURAL[layer.geometryType.toUpperCase()] : undefined;
      const { rowNumber, geometryColumn } = layer;
      return {
        // In order, so that the rows of a table without a key can be distinguished afterwards.
        text: `${rowNumber} IN (SELECT id FROM work.inside UNION ALL SELECT id FROM temp.cut) ORDER BY ${rowNumber}`,
        values: [],
        ...(plural ? { types: { [geometryColumn]: plural } } : {}),
      };
    },
    change: (layer, db) => replaceGeometries(db, layer, cut),
  });
  return { ...reply, repaired: cut.repaired, lost: cut.lost };
}

interface Cut {
  features: number;
  repaired: number;
  /** Shapes that GDAL could not repair. */
  lost: number;
  /** A feature fell into several parts. */
  hasSeveral: boolean;
}

/** Keeps what is left of the features that were cut, in `temp.cut`: polygons of polygons, lines of lines. */
function readCut(db: DatabaseSync, layer: GeopackageLayer, files: string[]): Cut {
  db.exec('CREATE TEMP TABLE cut (id INTEGER PRIMARY KEY, geom BLOB)');
  const insert = db.prepare('INSERT INTO temp.cut VALUES (?, ?)');
  const crossing = db.prepare('SELECT id, dimensions FROM work.crossing WHERE key = ?');
  crossing.setReadBigInts(true);
  const cut: Cut = { features: 0, repaired: 0, lost: 0, hasSeveral: false };
  for (const file of files) {
    const source = openPieces(file);
    try {
      for (const { key, geometry, note } of source.all()) {
        const { id, dimensions } = crossing.get(key) as { id: bigint; dimensions: bigint | null };
        if (note === 1) cut.repaired += 1;
        if (note === 2) cut.lost += 1;
        if (!geometry) continue;
        const parts = keptParts(partsOf(geometry, layer), dimensions);
        const blob = assemble(parts, { srsId: 0, hasZ: layer.hasZ });
        if (!blob) continue;
        insert.run(id, blob);
        cut.features += 1;
        cut.hasSeveral ||= parts.length > 1;
      }
    } finally {
      source.close();
    }
  }
  return cut;
}

/** Where a feature only touches the region a point or a line is left of it, which it was not before. */
function keptParts(parts: Part[], dimensions: bigint | null): Part[] {
  const known = dimensions ?? BigInt(1 << Math.max(...parts.map(({ dimension }) => dimension), 0));
  return parts.filter(({ dimension }) => (known & (1n << BigInt(dimension))) !== 0n);
}

/** Maps rows to those of the copy: a table without a key gets new row numbers. */
function numberRows(db: DatabaseSync, { fidColumn }: GeopackageLayer): void {
  const place = fidColumn === null ? 'row_number() OVER (ORDER BY id)' : 'id';
  db.exec(
    `CREATE TEMP TABLE kept AS SELECT id, ${place} AS place
       FROM (SELECT id FROM work.inside UNION ALL SELECT id FROM temp.cut)`,
  );
}

function replaceGeometries(db: DatabaseSync, layer: GeopackageLayer, cut: Cut): void {
  const [table, geometry] = [`main.${ident(layer.name)}`, ident(layer.geometryColumn)];
  const type = layer.geometryType.toUpperCase();
  const becomes = cut.hasSeveral ? PLURAL[type] : undefined;
  const plural = type.startsWith('MULTI') || becomes !== undefined;
  const shape = { srsId: srsOf(db, layer), hasZ: layer.hasZ, plural };
  if (becomes) {
    db.function('cairn_plural', { directOnly: true, deterministic: true }, (blob) => {
      const parts = blob instanceof Uint8Array ? readParts(blob, layer) : [];
      return typeof parts === 'string' ? (blob as Uint8Array) : assemble(parts, shape);
    });
    db.exec(`UPDATE ${table} SET ${geometry} = cairn_plural(${geometry})`);
  }
  db.prepare(
    `UPDATE main.gpkg_geometry_columns SET geometry_type_name = coalesce(?, geometry_type_name),
            m = CASE WHEN m = 1 AND ? THEN 2 ELSE m END WHERE lower(table_name) = lower(?)`,
  ).run(becomes ?? null, Number(cut.features > 0), layer.name);
  const update = db.prepare(`UPDATE ${table} SET ${geometry} = ? WHERE ${layer.rowNumber} = ?`);
  numberRows(db, layer);
  const rows = db.prepare('SELECT place, geom FROM temp.cut JOIN temp.kept USING (id) ORDER BY place');
  rows.setReadBigInts(true);
  for (const row of rows.iterate()) {
    const { place, geom } = row as { place: bigint; geom: Uint8Array };
    update.run(assemble(partsOf(geom, layer), shape), place);
  }
}
