import type { DerivedFiles, Storage } from '@cairn/files';
import type { Logger } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { deleteFacts, deleteRemoval, isContentUsed, listRemovals } from './object-gc-repo.ts';
import type { Removal } from './object-gc-repo.ts';
import { isObjectUsed } from './repo.ts';

export interface ObjectGc {
  /** Removes the bytes of deleted versions that no other version shares. The sweeper retries what fails. */
  collect(): Promise<void>;
}

interface ObjectGcDeps {
  db: Db;
  storage: Storage;
  derived: DerivedFiles;
  localCopies: { remove(sha256: string): Promise<void> };
  logger: Logger;
}

/**
 * Bytes are removed after the rows, and only when no row refers to them. No new row can refer to them in the meantime: clones and
 * rollbacks copy the key from a row that they lock, and there is no such row.
 */
export function createObjectGc({ db, storage, derived, localCopies, logger }: ObjectGcDeps): ObjectGc {
  async function remove({ id, objectKey, sha256 }: Removal): Promise<void> {
    if (objectKey !== null && !(await isObjectUsed(db, objectKey))) await storage.delete(objectKey);
    if (!(await isContentUsed(db, sha256))) {
      await derived.drop(sha256);
      if (objectKey === null) await localCopies.remove(sha256);
      await deleteFacts(db, sha256);
    }
    await deleteRemoval(db, id);
  }

  return {
    async collect() {
      let after = 0;
      for (;;) {
        const removals = await listRemovals(db, after);
        if (removals.length === 0) return;
        for (const removal of removals) {
          await remove(removal).catch((err: unknown) =>
            logger.warn({ err, object: removal.objectKey }, 'deferred removal of a deleted version'),
          );
          after = removal.id;
        }
      }
    },
  };
}
