import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { toGeoError, withTimeLimit } from '../gdal/gdal.ts';
import type { Gdal, GdalOptions } from '../gdal/gdal.ts';
import { runReaderTask } from '../reader-client/run-task.ts';
import { requireSpatialReference } from '../crs/layer-reference.ts';
import { ProgramError, moveOutputFile } from '@cairn/programs';
import { linkSource } from '../source/source-file.ts';
import type { LayerInfo } from '../inspect/types.ts';
import type { Placement, TilesReply } from '../reader-protocol/tile-types.ts';

export interface MakeTilesOptions {
  /** A GeoPackage. */
  path: string;
  layer: LayerInfo;
  /** Where the tile file goes. */
  target: string;
  /** An empty folder of the caller's. */
  cwd: string;
  signal?: AbortSignal;
}

const TIME_LIMIT_MS = 30 * 60_000;
const SOURCE = 'source.gpkg';
const OUTPUT = 'layer.tiles';
const COPY = 'copy.gpkg';
const PLACED = 'placed.gpkg';

/**
 * Writes the file out of which vector tiles of one layer are drawn (see tile-file.ts). Returns how many shapes it has and
 * how many features have no place on the map.
 * AppError `unprocessable` when the layer has no place, or too many shapes.
 */
export async function makeTiles(gdal: Gdal, options: MakeTilesOptions): Promise<TilesReply> {
  const { layer, cwd, target, signal } = options;
  const { srs } = requireSpatialReference(layer);
  const run: GdalOptions = withTimeLimit(TIME_LIMIT_MS, { cwd, ...(signal ? { signal } : {}) });
  try {
    const file = await linkSource(options.path, cwd, SOURCE);
    const reply = await write(gdal, layer, { file, srs, run });
    await moveOutputFile(join(cwd, OUTPUT), target);
    return reply;
  } catch (error) {
    throw toGeoError(
      error,
      'vault.tiles_failed',
      `The layer "${layer.name}" cannot be drawn as tiles; check it in a desktop GIS.`,
    );
  }
}

async function write(
  gdal: Gdal,
  layer: LayerInfo,
  { file, srs, run }: { file: string; srs: string; run: GdalOptions },
): Promise<TilesReply> {
  const placement = placementOf(layer);
  if (placement) {
    const reply = await runReaderTask(
      gdal,
      { task: 'tiles', file, layer: layer.name, placement, output: OUTPUT },
      run,
    );
    if (!reply.hasCurves) return reply;
  }
  // GDAL gets a clean copy, moves it to degrees and makes arcs straight.
  const copy = { file, layer: layer.name, output: COPY };
  const { features } = await runReaderTask(gdal, { task: 'geometries', ...copy }, run);
  // Leaving single features out puts each into a transaction of its own, which takes ten times as long.
  await toDegrees(gdal, srs, run).catch(async (error: unknown) => {
    if (!(error instanceof ProgramError) || error.reason !== 'failed') throw error;
    await rm(join(run.cwd, PLACED), { force: true });
    await toDegrees(gdal, srs, run, ['-skipfailures']);
  });
  const placed = { file: PLACED, layer: 'sample', placement: 'unprojected' as const, output: OUTPUT };
  const reply = await runReaderTask(gdal, { task: 'tiles', ...placed }, run);
  const seen = reply.shapes + reply.skipped + reply.empty;
  return { ...reply, skipped: reply.skipped + Math.max(0, features - seen) };
}

async function toDegrees(gdal: Gdal, srs: string, run: GdalOptions, extra: string[] = []): Promise<void> {
  await gdal.run(
    'ogr2ogr',
    [
      ...['-f', 'GPKG', '-s_srs', srs, '-t_srs', 'EPSG:4326', ...extra],
      ...['-nlt', 'CONVERT_TO_LINEAR', '-preserve_fid'],
      ...['-lco', 'FID=fid', '-lco', 'GEOMETRY_NAME=geom', '-lco', 'SPATIAL_INDEX=NO'],
      ...[
        '-gt',
        '65536',
        '--config',
        'OGR_SQLITE_SYNCHRONOUS',
        'OFF',
        '--config',
        'OGR_SQLITE_JOURNAL',
        'MEMORY',
      ],
      ...['--config', 'OGR_ENABLE_PARTIAL_REPROJECTION', 'YES', PLACED, COPY, 'sample'],
    ],
    run,
  );
}

/** Null when the layer has to be moved first. */
function placementOf({ crs }: LayerInfo): Placement | null {
  if (crs?.srid === 4326) return 'degrees';
  return crs?.srid === 3857 ? 'mercator' : null;
}
