import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Jobs } from '@cairn/jobs';
import type { Db } from '../../db/handle.ts';
import { KINDS } from '../../server-jobs/kinds.ts';
import { readFileName, stampOf } from './backup-file.ts';
import { isBackupName } from './repo.ts';

/**
 * Removes the files of interrupted backups: those of ended jobs that have no row. A file is kept when the job that wrote it is
 * unknown, so that a platform that lost its database does not lose its backups too.
 */
export async function sweepBackups(deps: { db: Db; jobs: Jobs; backupRoot: string }): Promise<void> {
  const { db, jobs, backupRoot } = deps;
  for (const connection of (await entries(backupRoot)).filter((name) => /^\d+$/.test(name))) {
    const folder = join(backupRoot, connection);
    for (const name of await entries(folder)) {
      const parsed = readFileName(name);
      const job = parsed ? await jobs.get(parsed.jobId) : undefined;
      const isOurs = job?.kind === KINDS.backup && stampOf(job.createdAt) === parsed?.stamp;
      if (!isOurs || !job.finishedAt || (await isBackupName(db, name))) continue;
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
