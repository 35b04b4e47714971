import type { Writable } from 'node:stream';
import type { Gdal } from '../gdal/gdal.ts';
import { copyGeopackageTable } from '../reader-client/run-task.ts';
import type { CopyTableReply, CopyTableRequest } from '../reader-protocol/sync-types.ts';
import { withCpuLimit } from './run.ts';
import type { SyncRun } from './types.ts';

/**
 * Writes all rows of a table to `stdout` as PostgreSQL's binary COPY, in the order of their keys and at the pace of the stream: key as int8,
 * columns, geometry as WKB, mostly without an SRID (the column's type adds it). Features and attributes go the same way. Geometries
 * that PostGIS would refuse become NULL and go to the file `held`. Files are names in `cwd` or absolute paths.
 * @throws {AppError} unprocessable `sync.value_does_not_fit` with a `ValueMisfit` as details, conflict `sync.other_layout`; the
 * stream ends early then, so that the COPY fails as well. @throws {ProgramError} when the file cannot be read.
 */
export async function copyPackageTable(
  gdal: Gdal,
  request: CopyTableRequest,
  run: SyncRun & { stdout: Writable },
): Promise<CopyTableReply> {
  return copyGeopackageTable(gdal, request, withCpuLimit(run));
}
