import { isAbsolute, join } from 'node:path';
import type { Gdal } from '../gdal/gdal.ts';
import { runReaderTask } from '../reader-client/run-task.ts';
import type { CompareTableRequest } from '../reader-protocol/sync-types.ts';
import { withCpuLimit } from './run.ts';
import { sampleStagedRows } from './sample-staged-rows.ts';
import type { Comparison, SyncRun } from './types.ts';

/**
 * Compares a table of two versions of a GeoPackage by its key and writes the rows that differ to the file `output`; see
 * `CompareTableRequest`. A row differs when one of its values does once it is PostgreSQL's: spellings of one moment, 1 and 1.0, blank and
 * NULL in columns that take no text are the same, and so are geometries with the same WKB. A geometry that PostGIS would refuse is NULL in
 * `output`; its row goes to `held`, and differs when the bytes of the geometry do. `sample` is the number of rows in the result, default 0.
 * @throws {AppError} unprocessable `sync.value_does_not_fit` with a `ValueMisfit` as details for a new value, conflict `sync.other_layout`.
 * @throws {ProgramError} when a file cannot be read.
 */
export async function comparePackageTable(
  gdal: Gdal,
  { sample = 0, ...request }: CompareTableRequest & { sample?: number },
  run: SyncRun,
): Promise<Comparison> {
  const reply = await runReaderTask(gdal, { task: 'compareTable', ...request }, withCpuLimit(run));
  const { output } = request;
  if (sample === 0) return { ...reply, samples: [] };
  const path = isAbsolute(output) ? output : join(run.cwd, output);
  const format = { columns: request.columns, hasGeometry: request.geometry !== null };
  return { ...reply, samples: await sampleStagedRows(path, { ...format, limit: sample }) };
}
