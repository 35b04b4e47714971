import { mkdir } from 'node:fs/promises';
import { badRequest } from '@cairn/service/errors';
import type { Gdal } from '../gdal/gdal.ts';
import { dissolveVector } from './dissolve.ts';
import { deriveFailure } from './failure.ts';
import { bufferPieces, wrapPieces } from './pieces-sql.ts';
import { plural } from './plural.ts';
import { moveAll, extractShapes } from './shapes.ts';
import { runTask, fileIn, gdalOptions } from './types.ts';
import type { DerivedFile, DeriveOptions, DeriveSource, SpatialReference } from './types.ts';
import { mergeChunks } from './unite.ts';

export interface Buffering {
  /** In metres on the frame. */
  distance: number;
  /** Unites all buffers. */
  dissolve: boolean;
}

const DEGREES = 'EPSG:4326';
/** Edges are divided before a shape moves into another CRS, into parts of this many metres, or so many degrees. */
const STEP_METRES = 10_000;
const STEP_DEGREES = 0.1;

/**
 * A GeoPackage in which each feature of a layer is the area within a distance of it, measured on the ellipsoid of WGS84
 * whatever CRS the layer has; its other tables come along as they are. Shapes are moved to degrees, each is buffered in an
 * azimuthal equidistant projection around its middle, large ones in runs of their outline, and moved back.
 */
export async function bufferVector(
  gdal: Gdal,
  { path, layer, reference, distance, dissolve }: DeriveSource & Buffering & { reference: SpatialReference },
  options: DeriveOptions,
): Promise<DerivedFile> {
  const { progress } = options;
  const run = gdalOptions(options);
  const at = (name: string) => fileIn(options, name);
  try {
    progress?.(0, 'Reading the geometries');
    const taken = await extractShapes(gdal, { path, layer, name: 'shapes' }, options);
    if (taken.inputs.length === 0) throw nothingToBuffer(layer);
    const isDegrees = reference.crs.srid === 4326;
    const step = reference.crs.kind === 'geographic' ? STEP_DEGREES : STEP_METRES;
    const way = { from: reference.srs, to: DEGREES, step };
    const inputs = isDegrees ? taken.inputs : await moveAll(gdal, { ...way, inputs: taken.inputs }, options);
    progress?.(0.15, 'Measuring the geometries');
    const [near, whole, work] = [at('near.gpkg'), at('whole.gpkg'), at('buffers.sqlite')];
    const unwrap = reference.crs.kind !== 'geographic';
    const cut = await runTask(
      gdal,
      { task: 'cutForBuffer', inputs, output: near, whole, merged: work, distance, unwrap },
      options,
    );
    if (cut.near + cut.whole === 0) throw nothingToBuffer(layer);
    progress?.(0.2, 'Drawing the buffers');
    await bufferPieces(gdal, { input: near, output: at('buffers.gpkg'), distance }, run);
    const chunks = [at('wrapped-buffers.gpkg')];
    await wrapPieces(gdal, { input: at('buffers.gpkg'), output: chunks[0] as string }, run);
    if (cut.whole > 0) {
      chunks.push(at('wrapped-whole.gpkg'));
      await wrapPieces(gdal, { input: whole, output: chunks[1] as string }, run);
    }
    const merged = { task: 'mergePieces', work, inputs: chunks, output: at('merged-0.gpkg') } as const;
    const left = await runTask(gdal, { ...merged, hasZ: false }, options);
    if (left.chunks > 0) await mergeChunks(gdal, { work, chunks: [merged.output], hasZ: false }, options);
    progress?.(0.8, 'Writing the features');
    const united = at('united.gpkg');
    await runTask(gdal, { task: 'writeMerged', work, output: united }, options);
    const back = { from: DEGREES, to: reference.srs, step: STEP_DEGREES };
    const shapes = isDegrees ? [united] : await moveAll(gdal, { ...back, inputs: [united] }, options);
    const output = at('buffered.gpkg');
    const reply = await runTask(
      gdal,
      { task: 'replaceShapes', file: path, layer, output, inputs: shapes, dimension: 2 },
      options,
    );
    const warnings = [
      ...taken.warnings,
      ...reply.warnings,
      ...plural(reply.lost, {
        one: '1 feature could not be buffered and was left out.',
        many: `${reply.lost} features could not be buffered and were left out.`,
      }),
    ];
    if (!dissolve) return { path: output, featureCount: reply.featureCount, warnings };
    const cwd = at('dissolve');
    await mkdir(cwd);
    const one = await dissolveVector(
      gdal,
      { path: output, layer, field: null, sums: [] },
      { ...options, cwd },
    );
    return { ...one, warnings: [...warnings, ...one.warnings] };
  } catch (error) {
    throw deriveFailure(
      error,
      `The layer "${layer}" cannot be buffered; check its geometries in a desktop GIS.`,
    );
  }
}

function nothingToBuffer(layer: string) {
  return badRequest('vault.nothing_fits', `The layer "${layer}" has no features to buffer.`);
}
