import { geometryLayer, geometryId } from '../../reader-protocol/diff-geometries.ts';
import type { DatabaseSync } from 'node:sqlite';
import { tableOf } from './layer-pair.ts';
import { sameSrs, UNDEFINED_SRS } from '../../geopackage/spatial-reference.ts';
import { createLayerTable, createStandardTables } from '../../geopackage/standard-tables.ts';
import type { Side } from '../../reader-protocol/diff-types.ts';
import type { GeopackageLayer } from '../../geopackage/types.ts';
import { ident } from '../geopackage/attach.ts';

/** All geometries of a page together; what would burst it is left out. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Makes the main database a GeoPackage for the geometries of a page: one layer for each coordinate reference system,
 * called after a side that has it.
 */
export function createGeometryTarget(db: DatabaseSync, layers: Record<Side, GeopackageLayer>) {
  createStandardTables(db);
  db.exec('BEGIN');
  const home = sameSrs(layers) ? 'after' : 'before';
  for (const side of new Set([home, 'after'] as const))
    createLayerTable(db, geometryLayer(side), {
      geometry: 'geom',
      srsId: UNDEFINED_SRS,
      columns: 'id INTEGER PRIMARY KEY, geom GEOMETRY',
    });
  const insert = {
    before: prepareInsert(db, { side: 'before', home, layers }),
    after: prepareInsert(db, { side: 'after', home: 'after', layers }),
  };
  const bytes: Record<Side, number> = { before: 0, after: 0 };
  return {
    /** Takes over the geometry of a row, if it has one. */
    add(side: Side, row: bigint, place: number): void {
      const room = MAX_BYTES - bytes.before - bytes.after;
      const written = insert[side](row, { place, room });
      bytes[side] += written;
    },
    finish(): Record<Side, number> {
      db.exec('COMMIT');
      return bytes;
    },
  };
}

function prepareInsert(
  db: DatabaseSync,
  { side, home, layers }: { side: Side; home: Side; layers: Record<Side, GeopackageLayer> },
): (row: bigint, options: { place: number; room: number }) => number {
  const layer = layers[side];
  const geometry = ident(layer.geometryColumn);
  const from = `FROM ${tableOf(side, layer)} WHERE ${layer.rowNumber} = ?`;
  const weigh = db.prepare(`SELECT length(${geometry}) AS bytes ${from} AND typeof(${geometry}) = 'blob'`);
  const copy = db.prepare(`INSERT INTO main.${geometryLayer(home)} SELECT ?, ${geometry} ${from}`);
  return (row, { place, room }) => {
    const bytes = (weigh.get(row) as { bytes: number } | undefined)?.bytes;
    if (bytes === undefined || bytes > room) return 0;
    copy.run(geometryId(side, place), row);
    return bytes;
  };
}
