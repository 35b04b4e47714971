import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Db } from '../../db/handle.ts';
import { quotaExceeded } from './errors.ts';
import { deleteUploads, findUploadSizes, lockUploads } from './repo.ts';
import type { UploadSize } from './repo.ts';

export interface UploadLimits {
  /** Bytes of uploads per user. */
  perUser: number;
  total: number;
}

/** Limits the disk space of uploads. Older uploads of the same user are deleted for new ones, except those that an active job needs. */
export function createUploadQuota({ db, limits }: { db: Db; limits: UploadLimits }) {
  /** Uploads that this process is receiving, which have no row yet. */
  const incoming = new Set<{ userId: number | null; bytes: number }>();

  return {
    /** Reserves space until the returned function is called. @throws {AppError} too_large */
    async reserve(userId: number | null, bytes: number): Promise<() => void> {
      const reservation = { userId, bytes };
      const release = (): void => void incoming.delete(reservation);
      const paths = await db
        .transaction()
        .execute(async (trx) => {
          await lockUploads(trx);
          const uploads = await findUploadSizes(trx);
          incoming.add(reservation);
          const deleted = chooseUploads(uploads, {
            userId,
            excess: excessOf([...uploads, ...incoming], userId),
          });
          return deleteUploads(trx, deleted);
        })
        .catch((error: unknown) => {
          release();
          throw error;
        });
      // If the process ends here, the sweeper removes the folders.
      await Promise.all(paths.map((path) => rm(dirname(path), { recursive: true, force: true })));
      return release;
    },
  };

  function excessOf(files: { userId: number | null; bytes: number }[], userId: number | null): number {
    const own = files.filter((file) => file.userId === userId);
    return Math.max(sum(own) - limits.perUser, sum(files) - limits.total);
  }
}

/** The oldest uploads of a user that no job needs, until enough space is free. */
function chooseUploads(
  uploads: UploadSize[],
  { userId, excess }: { userId: number | null; excess: number },
): string[] {
  const chosen: string[] = [];
  let left = excess;
  for (const { id, bytes } of uploads.filter((one) => one.userId === userId && !one.needed)) {
    if (left <= 0) break;
    left -= bytes;
    chosen.push(id);
  }
  if (left > 0) throw quotaExceeded();
  return chosen;
}

function sum(files: { bytes: number }[]): number {
  return files.reduce((total, { bytes }) => total + bytes, 0);
}
