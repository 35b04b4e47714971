import type { DatabaseSync } from 'node:sqlite';
import { partsOf } from '../../geometry/parts.ts';
import type { Part } from '../../geometry/parts.ts';
import type { Box, Region } from '../../geometry/region.ts';
import { openPieces } from '../../geopackage/pieces.ts';
import type { GeopackageLayer } from '../../geopackage/types.ts';
import { ident, spatialIndex } from '../geopackage/attach.ts';

/** Bytes that hold the header of a geometry with its envelope, or a whole point. */
const HEAD = 72;
/** A region over more of the layer than this is looked for row by row. */
const INDEX_SHARE = 0.3;

/** The polygons of a region that GDAL made. */
export function readRegion(file: string): Part[] {
  const source = openPieces(file);
  try {
    return [...source.all()].flatMap(({ geometry }) =>
      geometry ? partsOf(geometry, { hasZ: false }).filter(({ dimension }) => dimension === 2) : [],
    );
  } finally {
    source.close();
  }
}

/** Rows that may be in the region, with the beginnings of their geometries. `condition` is our own SQL on the rows as `t`. */
export function candidates(
  db: DatabaseSync,
  layer: GeopackageLayer,
  { box }: Region,
  condition = '1',
): Iterable<[bigint, Uint8Array]> {
  const [table, geometry] = [ident(layer.name), ident(layer.geometryColumn)];
  const index = shareOf(box, layer.extent) < INDEX_SHARE ? spatialIndex(db, layer) : null;
  const columns = `t.${layer.rowNumber}, substr(t.${geometry}, 1, ${HEAD})`;
  const filled = `typeof(t.${geometry}) = 'blob' AND ${condition}`;
  const statement = db.prepare(
    index
      ? `SELECT ${columns} FROM src.${ident(index)} r CROSS JOIN src.${table} t ON t.${layer.rowNumber} = r.id
          WHERE ${MEETS} AND ${filled} ORDER BY r.id`
      : `SELECT ${columns} FROM src.${table} t WHERE ${filled} ORDER BY t.${layer.rowNumber}`,
  );
  statement.setReadBigInts(true);
  statement.setReturnArrays(true);
  return statement.iterate(...(index ? box : [])) as Iterable<unknown> as Iterable<[bigint, Uint8Array]>;
}

/** How many rows `candidates` gives. */
export function countCandidates(db: DatabaseSync, layer: GeopackageLayer, { box }: Region): number {
  const index = shareOf(box, layer.extent) < INDEX_SHARE ? spatialIndex(db, layer) : null;
  if (!index) return layer.featureCount;
  const { count } = db
    .prepare(`SELECT count(*) AS count FROM src.${ident(index)} r WHERE ${MEETS}`)
    .get(...box) as {
    count: number;
  };
  return count;
}

const MEETS = 'r.maxx >= ?1 AND r.maxy >= ?2 AND r.minx <= ?3 AND r.miny <= ?4';

/** How much of the layer's extent a box covers. */
function shareOf(box: Box, extent: GeopackageLayer['extent']): number {
  if (!extent) return 1;
  const side = (low: 0 | 1, high: 2 | 3) => {
    const length = extent[high] - extent[low];
    const common = Math.min(box[high], extent[high]) - Math.max(box[low], extent[low]);
    return length > 0 ? Math.max(0, common) / length : 1;
  };
  return side(0, 2) * side(1, 3);
}
