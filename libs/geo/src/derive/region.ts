import { join } from 'node:path';
import { badRequest } from '@cairn/service';
import type { Crs } from '../crs.ts';
import type { Extent } from '../extent.ts';
import type { Gdal } from '../gdal.ts';
import { geometryBlob } from '../geopackage/geometry-blob.ts';
import { createPieces, openPieces, PIECES_SRS } from '../geopackage/pieces.ts';
import { frameRegion, movePieces, repairPieces } from './pieces-sql.ts';
import { toolOptions } from './types.ts';
import type { DeriveOptions } from './types.ts';
import { frameOf } from './seam.ts';

/** Longitude and latitude in WGS84; longitudes may go on beyond 180 rather than begin anew at -180. */
export type Ring = [number, number][];
/** The shell first. */
export type Polygon = Ring[];

/** The layer that shall be cut. */
export interface Ground {
  crs: Crs;
  /** The CRS as GDAL knows it. */
  srs: string;
  extent: Extent;
  extentWgs84: Extent;
}

export const REGION = 'region.gpkg';
/** Edges are divided into this many parts of the region's size, but no finer and no coarser than that, in degrees. */
const DIVISION = 200;
const FINEST = 0.0005;
const COARSEST = 0.25;

/**
 * Polygons in WGS84 as a region in the CRS of a layer, cut to what the layer can meet. Edges are straight lines of
 * longitude and latitude (RFC 7946). Returns the name of the file and whether something had to be repaired.
 */
export async function regionFromPolygons(
  gdal: Gdal,
  { polygons, ground }: { polygons: Polygon[]; ground: Ground },
  options: DeriveOptions,
): Promise<{ region: string; repaired: boolean }> {
  const { cwd } = options;
  const run = toolOptions(options);
  const isWgs84 = ground.crs.srid === 4326;
  const frame = frameOf(ground);
  const pieces = createPieces(join(cwd, 'drawn.gpkg'));
  let key = 0;
  for (const polygon of polygons)
    for (const turned of turnsInto(polygon, frame)) {
      const geometry = geometryBlob(
        { type: 'Polygon', coordinates: turned },
        { srsId: PIECES_SRS, hasZ: false },
      );
      pieces.add({ grp: 0, key: key++, geometry });
    }
  pieces.close();
  const framed = isWgs84 ? REGION : 'framed.gpkg';
  if (key > 0) await frameRegion(gdal, { input: 'drawn.gpkg', output: framed, box: frame }, run);
  const { note } = (key > 0 ? onlyPiece(join(cwd, framed)) : null) ?? missed();
  if (!isWgs84) {
    const step = stepOf(polygons);
    const moved = { input: framed, output: 'moved.gpkg', from: 'EPSG:4326', to: ground.srs, step };
    await movePieces(gdal, moved, run);
    await repairPieces(gdal, { input: 'moved.gpkg', output: REGION, hasCurves: false }, run);
    if (!onlyPiece(join(cwd, REGION))) missed();
  }
  return { region: REGION, repaired: note === 1 };
}

/** The polygon, and what it is some turns around the earth further on, as far as it meets the frame. */
function turnsInto(polygon: Polygon, [west, , east]: Extent): Polygon[] {
  const longitudes = (polygon[0] as Ring).map(([longitude]) => longitude);
  const [low, high] = [Math.min(...longitudes), Math.max(...longitudes)];
  const turned: Polygon[] = [];
  for (let turn = Math.ceil((west - high) / 360); low + turn * 360 <= east; turn += 1)
    turned.push(polygon.map((ring) => ring.map(([x, y]) => [x + turn * 360, y])));
  return turned;
}

function stepOf(polygons: Polygon[]): number {
  const positions = polygons.flat(2);
  const side = (axis: 0 | 1) => {
    const values = positions.map((position) => position[axis]);
    return values.reduce((a, b) => Math.max(a, b)) - values.reduce((a, b) => Math.min(a, b));
  };
  return Math.min(COARSEST, Math.max(FINEST, Math.hypot(side(0), side(1)) / DIVISION));
}

/** What GDAL made; null when nothing is left. */
function onlyPiece(file: string): { note: number | null } | null {
  const source = openPieces(file);
  try {
    for (const piece of source.all()) if (piece.geometry) return { note: piece.note };
    return null;
  } finally {
    source.close();
  }
}

function missed(): never {
  throw badRequest(
    'vault.nothing_fits',
    'The area lies beside the layer; nothing was made. Choose another area.',
  );
}
