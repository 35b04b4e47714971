import { rm } from 'node:fs/promises';
import type pg from 'pg';
import type { Db } from '../../db/handle.ts';
import { findLastApplication, markUndone, saveState } from './applications.ts';
import { putBack, readHbaFile, sha256 } from './hba-file.ts';
import { reloadConfiguration } from '../servers/server-queries.ts';
import type { Application } from './types.ts';

/**
 * Brings a change that was cut off to one of its two ends; with the lock of the file, so nobody is at it. What was written
 * and never proven is put back, what was being taken back is taken back. The last application that stands then.
 */
export async function settle(
  db: Db,
  held: pg.ClientBase,
  { connectionId, path }: { connectionId: number; path: string },
): Promise<Application | null> {
  const last = await findLastApplication(db, connectionId, path);
  if (last?.state !== 'applying' && last?.state !== 'undoing') return last;
  const isWritten = sha256((await readHbaFile(path)).content) === last.fileSha256;
  if (last.state === 'applying') {
    if (isWritten) await putBack(last.backupPath, path);
    else await rm(last.backupPath, { force: true });
    await reloadConfiguration(held);
    await saveState(db, last.id, 'failed');
  } else if (isWritten) {
    await saveState(db, last.id, 'applied');
  } else {
    await reloadConfiguration(held);
    await markUndone(db, last.id);
  }
  return findLastApplication(db, connectionId, path);
}
