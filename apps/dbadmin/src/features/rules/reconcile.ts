import { rm } from 'node:fs/promises';
import type pg from 'pg';
import type { Db } from '../../db/handle.ts';
import { reloadConfiguration } from '../servers/server-queries.ts';
import { restoreBackup, readHbaFile, sha256 } from './hba-file.ts';
import { findLastApplication, markApplicationUndone, saveApplicationState } from './repo.ts';
import type { Application } from './types.ts';

/**
 * Completes or reverts a change that was interrupted. The caller holds the lock of the file, so no other change is running. A file
 * that was written but not verified is restored, an undo that had written its file is completed. Returns the last application.
 */
export async function reconcileApplication(
  db: Db,
  client: pg.ClientBase,
  { connectionId, path }: { connectionId: number; path: string },
): Promise<Application | null> {
  const last = await findLastApplication(db, connectionId, path);
  if (last?.state !== 'applying' && last?.state !== 'undoing') return last;
  const isWritten = sha256((await readHbaFile(path)).content) === last.fileSha256;
  if (last.state === 'applying') {
    if (isWritten) await restoreBackup(last.backupPath, path);
    else await rm(last.backupPath, { force: true });
    await reloadConfiguration(client);
    await saveApplicationState(db, last.id, 'failed');
  } else if (isWritten) {
    await saveApplicationState(db, last.id, 'applied');
  } else {
    await reloadConfiguration(client);
    await markApplicationUndone(db, last.id);
  }
  return findLastApplication(db, connectionId, path);
}
