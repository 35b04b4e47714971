import type { DerivedFiles, Storage } from '@cairn/files';
import type { Logger } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { isObjectUsed } from './write-repo.ts';
import { finishRemoval, forgetFacts, isContentUsed, nextRemovals } from './object-gc-repo.ts';
import type { Removal } from './object-gc-repo.ts';

export interface Removals {
  /** Removes the bytes of deleted versions that no other version shares. What fails is tried again by the sweeper. */
  workOff(): Promise<void>;
}

interface Parts {
  db: Db;
  storage: Storage;
  derived: DerivedFiles;
  logger: Logger;
}

/**
 * Bytes go after the rows, and only when no row refers to them. Nobody can begin to refer to them meanwhile: clones and
 * rollbacks take the key out of a row that they lock, and there is none.
 */
export function createRemovals({ db, storage, derived, logger }: Parts): Removals {
  async function remove({ id, objectKey, sha256 }: Removal): Promise<void> {
    if (objectKey !== null && !(await isObjectUsed(db, objectKey))) await storage.delete(objectKey);
    if (!(await isContentUsed(db, sha256))) {
      await derived.drop(sha256);
      await forgetFacts(db, sha256);
    }
    await finishRemoval(db, id);
  }

  return {
    async workOff() {
      let after = 0;
      for (;;) {
        const removals = await nextRemovals(db, after);
        if (removals.length === 0) return;
        for (const removal of removals) {
          await remove(removal).catch((err: unknown) =>
            logger.warn(
              { err, object: removal.objectKey },
              'bytes of a deleted version will be removed later',
            ),
          );
          after = removal.id;
        }
      }
    },
  };
}
