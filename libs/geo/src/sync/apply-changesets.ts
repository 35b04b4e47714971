import type { Gdal } from '../gdal/gdal.ts';
import { runReaderTask } from '../reader-client/run-task.ts';
import type { ApplyChangesetsReply, ApplyChangesetsRequest } from '../reader-protocol/sync-types.ts';
import { withCpuLimit } from './run.ts';
import type { SyncRun } from './types.ts';

/**
 * Writes a GeoPackage with the changes of SQLite changesets (the diffs of Mergin Maps), all of them or none. `file` is not changed.
 * Spatial indexes and counts of changed tables follow, an extent may be larger than the rows need; all else of the file stays, triggers
 * too, though none runs. The new file passes SQLite's quick check. A changeset that does not fit the file is reported as refused, not
 * thrown: take the whole file instead. Files are names in `cwd` or absolute paths.
 * @throws {ProgramError} when a file cannot be read, or violates its own schema.
 */
export async function applyPackageChangesets(
  gdal: Gdal,
  request: ApplyChangesetsRequest,
  run: SyncRun,
): Promise<ApplyChangesetsReply> {
  return runReaderTask(gdal, { task: 'applyChangesets', ...request }, withCpuLimit(run));
}
