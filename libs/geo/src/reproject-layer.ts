import { join } from 'node:path';
import { ProgramError } from '@cairn/programs';
import { unprocessable } from '@cairn/service/errors';
import { crsArgument } from './crs.ts';
import type { Crs } from './crs.ts';
import type { Gdal } from './gdal.ts';
import { layerCrs } from './geopackage/declared.ts';
import { runGeopackageTool } from './geopackage/run-tool.ts';
import { WORKING_GEOMETRY, WORKING_KEY } from './working-names.ts';

const OUTPUT = 'reprojected.gpkg';

export interface Reprojection {
  /** A GeoPackage: its name in `cwd`, or an absolute path. */
  file: string;
  layer: string;
  /** EPSG code. */
  to: number;
  /** The coordinate system of a layer that names none, as an EPSG code. */
  assume: number | null;
}

/**
 * Makes sure that a layer is in a coordinate system: returns the path of a GeoPackage that holds it, which is the same file where
 * nothing is to be done, else a copy in `cwd`. AppError `unprocessable` when the layer names no coordinate system and none is
 * assumed, and when its coordinates cannot be transformed.
 */
export async function reprojectLayer(
  gdal: Gdal,
  { file, layer, to, assume }: Reprojection,
  { cwd, signal, timeLimitMs }: { cwd: string; signal: AbortSignal; timeLimitMs: number },
): Promise<string> {
  const { layers } = await runGeopackageTool(gdal, { task: 'layers', file }, { cwd, signal });
  const found = layers.find(({ name }) => name === layer);
  const crs = (found && layerCrs(found)) ?? null;
  const from = sourceArgument(crs, assume);
  if (from === null) {
    throw unprocessable(
      'geo.no_crs',
      `The layer "${layer}" does not say which coordinate system it is in; name it as EPSG:<number>.`,
    );
  }
  const target = `EPSG:${to}`;
  if (from === target) return file;
  try {
    await gdal.run(
      'ogr2ogr',
      [
        ...['-f', 'GPKG', '-s_srs', from, '-t_srs', target],
        ...['-lco', `FID=${WORKING_KEY}`, '-lco', `GEOMETRY_NAME=${WORKING_GEOMETRY}`, '-gt', '65536'],
        ...['--config', 'OGR_SQLITE_SYNCHRONOUS', 'OFF', OUTPUT, file],
        // A name that looks like an option cannot be given: then all layers are written.
        ...(layer.startsWith('-') ? [] : [layer]),
      ],
      { cwd, signal, timeLimitMs, limits: { cpuSeconds: Math.ceil(timeLimitMs / 1000) } },
    );
  } catch (error) {
    if (!(error instanceof ProgramError) || error.reason !== 'failed') throw error;
    throw unprocessable(
      'geo.not_transformed',
      `The coordinates of the file cannot be transformed to ${target}; nothing was imported.`,
    );
  }
  return join(cwd, OUTPUT);
}

/** What was only assumed from the coordinates is not known. */
function sourceArgument(crs: Crs | null, assume: number | null): string | null {
  const named = crs && !crs.assumed ? crsArgument(crs) : null;
  return named ?? (assume === null ? null : `EPSG:${assume}`);
}
