import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { InScratch } from '@cairn/files';
import type { Logger } from '@cairn/service';
import type { FindPgPrograms } from '../../postgres-programs/find-programs.ts';
import type { ServerJob } from '../../server-jobs/server-job.ts';
import { serverVersion } from '../servers/server-queries.ts';
import { MAINTENANCE } from '../servers/service.ts';
import { dumpToFile } from './pg-dump.ts';
import { restoreArchive } from './restore-archive.ts';

interface CopyDeps {
  findPrograms: FindPgPrograms;
  inScratch: InScratch;
  logger: Logger;
}

/**
 * Dumps a database and restores it into an empty one. Through a file: the owner of each entry in its list decides with whose rights
 * the entry is restored. Returns what could not be copied.
 */
export async function copyByDump(
  deps: CopyDeps,
  run: ServerJob,
  { from, to }: { from: string; to: string },
): Promise<string[]> {
  const { findPrograms, inScratch, logger } = deps;
  const programs = findPrograms(await run.session(MAINTENANCE, serverVersion));
  return inScratch(async (cwd) => {
    const path = join(cwd, 'copy.dump');
    const notDumped = await dumpToFile(run, { programs, database: from, path }, { cwd, logger });
    const file = await open(path, 'r');
    try {
      return [...notDumped, ...(await restoreArchive(deps, run, { file, database: to }))];
    } finally {
      await file.close();
    }
  });
}
