import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { unprocessable } from '@cairn/service/errors';
import type { Crs } from '../crs/crs.ts';
import type { Gdal, GdalOptions } from '../gdal/gdal.ts';
import { toGeoError, withTimeLimit } from '../gdal/gdal.ts';
import { fitGeometry, positionsOf, withPositions } from '../geometry/geojson-geometry.ts';
import type { GeoJsonGeometry } from '../geometry/geojson-geometry.ts';
import type { LayerEdits } from '../reader-protocol/edit-types.ts';
import { runReaderTask } from '../reader-client/run-task.ts';
import { numberRows } from '../geopackage/row-numbers.ts';
import type { RemovedRows } from '../geopackage/row-numbers.ts';
import { extractShapefiles, filesBeside } from '../source/shapefile.ts';
import { placeSource } from '../source/source-file.ts';
import type { SourceFile } from '../source/source-file.ts';
import { transformPoints } from '../crs/transform-points.ts';
import type { Point } from '../crs/transform-points.ts';

/** The edits of one layer. Geometries are in WGS84. */
export interface EditedLayer extends Omit<LayerEdits, 'inserted' | 'updated' | 'deleted'> {
  crs: Crs | null;
  geometryType: string;
  /** Of the file as it is. */
  featureCount: number;
  /** Numbers that no row of the file has any more; none for a layer whose rows have a key. */
  removedRows?: RemovedRows;
  /** `before` holds the values that were replaced. */
  deleted: { key: string; before: Record<string, unknown> }[];
  updated: { key: string; before: Record<string, unknown>; values: Record<string, unknown> }[];
  inserted: LayerEdits['inserted'];
}

export interface WriteEdited {
  source: SourceFile;
  /** The GeoPackage whose rows were edited: the source itself, or its working copy. */
  working: string;
  layers: EditedLayer[];
}

const TIME_LIMIT_MS = 30 * 60_000;
const EDITED = 'edited.gpkg';
const FAILURE = 'The edits cannot be written into the file; nothing was changed.';

/**
 * Writes a copy of a vector file, in its own format, with rows changed, deleted and added. Everything else stays: other rows and
 * tables of a GeoPackage, fields and widths of a shapefile, every byte of a GeoJSON between its edited features. Triggers and views
 * are not copied.
 * Returns the path below `cwd` and sentences on what was lost. Throws AppError.
 */
export async function writeEdited(
  gdal: Gdal,
  { source, working, layers }: WriteEdited,
  options: { cwd: string; signal?: AbortSignal },
): Promise<{ path: string; warnings: string[] }> {
  const { cwd, signal } = options;
  const run = withTimeLimit(TIME_LIMIT_MS, options);
  try {
    const placed: EditedLayer[] = [];
    for (const layer of layers) placed.push(await placeInserted(gdal, layer, { source, cwd }));
    if (source.format === 'GeoJSON') return await writeGeoJson(gdal, source, { layers: placed, run });
    const input = await placeSource({ path: working, format: 'GPKG' }, cwd, signal);
    const { warnings } = await runReaderTask(
      gdal,
      { task: 'applyEdits', file: input, output: EDITED, layers: placed.map(toLayerEdits) },
      run,
    );
    if (source.format === 'GPKG') return { path: join(cwd, EDITED), warnings };
    return await writeShapefiles(gdal, source, run);
  } catch (error) {
    throw toGeoError(error, 'vault.edits_not_written', FAILURE);
  }
}

/** Moves added geometries into the layer's CRS and type. */
async function placeInserted(
  gdal: Gdal,
  layer: EditedLayer,
  { source, cwd }: { source: SourceFile; cwd: string },
): Promise<EditedLayer> {
  const given = layer.inserted.flatMap(({ geometry }) => geometry ?? []);
  const anyPlural = source.format === 'ESRI Shapefile';
  const placed = await fitGeometriesToLayer(gdal, given, { ...layer, anyPlural, cwd });
  if (placed.includes(null)) throw unprocessable('vault.edits_not_written', FAILURE);
  let next = 0;
  const inserted = layer.inserted.map((row) => ({
    ...row,
    geometry: row.geometry ? (placed[next++] as GeoJsonGeometry) : null,
  }));
  return { ...layer, inserted };
}

/**
 * Geometries in WGS84 as a layer holds them: in the layer's CRS and of its type. Null for one that does not fit, or has no
 * place in the CRS.
 */
export async function fitGeometriesToLayer(
  gdal: Gdal,
  geometries: GeoJsonGeometry[],
  layer: { crs: Crs | null; geometryType: string; anyPlural: boolean; cwd: string },
): Promise<(GeoJsonGeometry | null)[]> {
  const { crs, cwd } = layer;
  const fitting = geometries.map((geometry) => crs && fitGeometry(geometry, layer));
  const positions = fitting.map((geometry) => (geometry ? positionsOf(geometry) : []));
  const points = positions.flat().map(([x, y]): Point => [x as number, y as number]);
  const moved = crs ? await transformPoints(gdal, points, { crs, to: 'crs', cwd }) : [];
  let from = 0;
  return fitting.map((geometry, i) => {
    const own = positions[i] ?? [];
    const places = moved.slice(from, from + own.length);
    from += own.length;
    if (!geometry || places.includes(null)) return null;
    return withPositions(
      geometry,
      own.map((position, j) => [...(places[j] as Point), ...position.slice(2)]),
    );
  });
}

function toLayerEdits({ layer, types, deleted, updated, inserted }: EditedLayer): LayerEdits {
  return {
    layer,
    types,
    deleted: deleted.map(({ key }) => key),
    updated: updated.map(({ key, values }) => ({ key, values })),
    inserted,
  };
}

/** Features are found by their place in the file, which follows from the number that the working copy gives them. */
async function writeGeoJson(
  gdal: Gdal,
  source: SourceFile,
  { layers, run }: { layers: EditedLayer[]; run: GdalOptions & { cwd: string } },
): Promise<{ path: string; warnings: string[] }> {
  const file = await placeSource(source, run.cwd);
  const [layer] = layers;
  if (!layer) throw new Error('a GeoJSON has one layer');
  const { placeOf } = numberRows(layer.removedRows ?? []);
  // No feature is at place 0.
  const place = ({ key }: { key: string }) => placeOf(Number(key)) ?? 0;
  const edits = {
    featureCount: layer.featureCount,
    types: layer.types,
    deleted: layer.deleted.map((row) => ({ place: place(row), before: row.before })),
    updated: layer.updated.map((row) => ({ place: place(row), before: row.before, after: row.values })),
    inserted: layer.inserted.map(({ values, geometry }) => ({ values, geometry })),
  };
  const output = 'edited.geojson';
  await runReaderTask(gdal, { task: 'editGeoJson', file, output, edits }, run);
  return { path: join(run.cwd, output), warnings: [] };
}

/**
 * The empty shapefiles are made from those that came, so that fields keep their widths; GDAL widens a field when a text
 * needs more bytes in UTF-8.
 */
async function writeShapefiles(
  gdal: Gdal,
  source: SourceFile,
  run: GdalOptions & { cwd: string },
): Promise<{ path: string; warnings: string[] }> {
  await extractShapefiles(source.path, run.cwd, run.signal);
  const output = 'edited.shp.zip';
  const as = ['-f', 'ESRI Shapefile'];
  await gdal.run('ogr2ogr', [...as, '-lco', 'ENCODING=UTF-8', '-limit', '0', output, 'shapefiles'], run);
  await gdal.run('ogr2ogr', ['-append', ...as, '-gt', '65536', output, EDITED], run);
  await rm(join(run.cwd, EDITED));
  const path = join(run.cwd, 'edited.zip');
  await rename(join(run.cwd, output), path);
  const others = await filesBeside(source.path);
  return {
    path,
    warnings: others.length > 0 ? [`Other files in the zip were left out: ${others.join(', ')}.`] : [],
  };
}
