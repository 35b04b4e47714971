import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { sql } from 'kysely';
import { tooLarge } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { findUploadSizes, forgetUploads } from './repo.ts';
import type { KeptUpload } from './repo.ts';

export interface UploadLimits {
  /** Bytes of uploads that one person may have here. */
  perUser: number;
  total: number;
}

/** Room for uploads on the disk. Older uploads of the same person make way, but for those that a job under way needs. */
export function createUploadQuota({ db, limits }: { db: Db; limits: UploadLimits }) {
  /** What is being received by this process, and has no row yet. */
  const coming = new Set<{ userId: number | null; bytes: number }>();

  return {
    /** Room for so many bytes until it is given back. AppError `too_large` when there is none. */
    async take(userId: number | null, bytes: number): Promise<() => void> {
      const taken = { userId, bytes };
      const giveBack = (): void => void coming.delete(taken);
      const gone = await db
        .transaction()
        .execute(async (trx) => {
          await sql`SELECT pg_advisory_xact_lock(hashtext('dbadmin.uploads'))`.execute(trx);
          const uploads = await findUploadSizes(trx);
          coming.add(taken);
          const going = chooseGoing(uploads, { userId, excess: excessOf([...uploads, ...coming], userId) });
          return forgetUploads(trx, going);
        })
        .catch((error: unknown) => {
          giveBack();
          throw error;
        });
      // Should this be the last thing that the process does, the sweeper removes the folders.
      await Promise.all(gone.map((path) => rm(dirname(path), { recursive: true, force: true })));
      return giveBack;
    },
  };

  function excessOf(files: { userId: number | null; bytes: number }[], userId: number | null): number {
    const own = files.filter((file) => file.userId === userId);
    return Math.max(sum(own) - limits.perUser, sum(files) - limits.total);
  }
}

/** The oldest uploads of a person that nobody needs, as many as it takes. */
function chooseGoing(
  uploads: KeptUpload[],
  { userId, excess }: { userId: number | null; excess: number },
): string[] {
  const going: string[] = [];
  let left = excess;
  for (const { id, bytes } of uploads.filter((one) => one.userId === userId && !one.needed)) {
    if (left <= 0) break;
    left -= bytes;
    going.push(id);
  }
  if (left > 0) throw noRoom();
  return going;
}

function sum(files: { bytes: number }[]): number {
  return files.reduce((total, { bytes }) => total + bytes, 0);
}

function noRoom() {
  return tooLarge(
    'dbadmin.no_room_for_upload',
    'There is no room for this file beside the uploads that are waiting to be imported; wait until they are, or send a smaller one.',
  );
}
