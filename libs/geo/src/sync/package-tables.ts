import type { Gdal } from '../gdal/gdal.ts';
import { runReaderTask } from '../reader-client/run-task.ts';
import type { PackageTablesReply } from '../reader-protocol/sync-types.ts';
import type { SyncRun } from './types.ts';

/**
 * The tables of features and of attributes in a GeoPackage, in the order of its contents: plain tables only, none of the standard, of
 * spatial indexes or of SQLite. A table without an INTEGER PRIMARY KEY has the key null. The file is read as it is: a journal
 * beside it does not count, and none is made. `file` is a name in `cwd` or an absolute path.
 * @throws {ProgramError} failed when the file cannot be read as a GeoPackage
 */
export async function readPackageTables(gdal: Gdal, file: string, run: SyncRun): Promise<PackageTablesReply> {
  return runReaderTask(gdal, { task: 'packageTables', file }, run);
}
