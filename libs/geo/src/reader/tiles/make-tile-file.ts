import { join, dirname } from 'node:path';
import { BrokenGeometry, CurvedGeometry, readShapes } from '../../geometry/wkb.ts';
import { readAttachedLayers } from '../geopackage/read-layers.ts';
import { Refusal } from '../../reader-protocol/answer.ts';
import { createTarget } from '../rows/take-sample.ts';
import { openRowTable } from '../rows/row-table.ts';
import type { RowTable } from '../rows/row-table.ts';
import { attach, ident } from '../geopackage/attach.ts';
import { collect, TooManyShapes } from './collect-shapes.ts';
import type { GeometriesRequest, TilesReply, TilesRequest } from '../../reader-protocol/tile-types.ts';
import { MAX_FEATURES } from './draw-tile.ts';
import { writeTiles } from './write-tile-file.ts';

/** Writes the tile file of a layer whose positions are degrees or metres of EPSG:3857. */
export function makeTileFile({ file, layer, placement, output }: TilesRequest): TilesReply {
  const table = openRowTable({ file, layer });
  try {
    const { count } = table.db.prepare(`SELECT count(*) AS count FROM ${table.name}`).get() as {
      count: number;
    };
    const scratch = join(dirname(output), 'shapes');
    const shapes = collect(geometriesOf(table), { placement, expected: count, scratch });
    try {
      const { skipped, empty } = writeTiles(output, shapes, { placement, most: MAX_FEATURES });
      return { shapes: shapes.count, skipped, empty, hasCurves: false };
    } finally {
      shapes.close();
    }
  } catch (error) {
    if (error instanceof CurvedGeometry) return { shapes: 0, skipped: 0, empty: 0, hasCurves: true };
    if (!(error instanceof TooManyShapes)) throw error;
    throw new Refusal(
      'unprocessable',
      'vault.too_many_shapes',
      `The layer "${layer}" has too many geometries for tiles. Filter or split it.`,
    );
  } finally {
    table.db.close();
  }
}

function* geometriesOf({ db, name, rowNumber, geometryColumn }: RowTable) {
  if (geometryColumn === null) throw new Error('no geometry column');
  const statement = db.prepare(`SELECT ${rowNumber}, ${ident(geometryColumn)} FROM ${name}`);
  statement.setReadBigInts(true);
  statement.setReturnArrays(true);
  for (const row of statement.iterate() as Iterable<unknown>) {
    const [key, geometry] = row as [bigint, unknown];
    yield { key, geometry };
  }
}

/** Infinity and its negative as bytes, in either order. */
const INFINITE = ['000000000000f07f', '000000000000f0ff', '7ff0000000000000', 'fff0000000000000'];

/**
 * Copies only keys and geometries into a new GeoPackage, which GDAL may open, and returns the number of features. Infinite
 * geometries are left out, since GDAL could not write the layer with them.
 */
export function copyGeometries({ file, layer, output }: GeometriesRequest): { features: number } {
  const db = attach(file, output);
  try {
    const found = readAttachedLayers(db, layer)[0];
    if (!found) throw new Error('no such layer');
    createTarget(db, { ...found, columns: [] });
    const geometry = ident(found.geometryColumn);
    const mayBeInfinite = INFINITE.map((bytes) => `instr(${geometry}, x'${bytes}') > 0`).join(' OR ');
    db.function('cairn_finite', (value) => Number(hasEnd(value)));
    db.exec(
      `INSERT INTO main.sample ("~fid", "~geom") SELECT ${found.rowNumber}, ${geometry} FROM src.${ident(found.name)}
        WHERE ${geometry} IS NULL OR NOT (${mayBeInfinite}) OR cairn_finite(${geometry})`,
    );
    return { features: found.featureCount };
  } finally {
    db.close();
  }
}

function hasEnd(geometry: unknown): boolean {
  if (!(geometry instanceof Uint8Array)) return true;
  try {
    return readShapes(geometry).every(({ paths }) =>
      paths.every(({ xy }) => xy.every((value) => Math.abs(value) !== Infinity)),
    );
  } catch (error) {
    // GDAL leaves out values that are not geometries.
    if (error instanceof BrokenGeometry || error instanceof CurvedGeometry) return true;
    throw error;
  }
}
