import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Jobs } from '@cairn/jobs';
import type { Db } from '../../db/handle.ts';
import { KINDS } from '../../server-jobs/kinds.ts';
import { readFileName, stampOf } from './file-name.ts';
import { backupHasRow } from './repo.ts';

/**
 * Removes what broken-off backups left: files of jobs that are over and that no row names. A file is kept unless the very job
 * that wrote it is known, so that a platform that lost its database loses no backup as well.
 */
export async function sweepBackups({
  db,
  jobs,
  backupRoot,
}: {
  db: Db;
  jobs: Jobs;
  backupRoot: string;
}): Promise<void> {
  for (const connection of (await entries(backupRoot)).filter((name) => /^\d+$/.test(name))) {
    const folder = join(backupRoot, connection);
    for (const name of await entries(folder)) {
      const named = readFileName(name);
      const job = named ? await jobs.get(named.jobId) : undefined;
      const isOurs = job?.kind === KINDS.backup && stampOf(job.createdAt) === named?.stamp;
      if (!isOurs || !job.finishedAt || (await backupHasRow(db, name))) continue;
      await rm(join(folder, name), { force: true });
    }
  }
}

async function entries(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
}
