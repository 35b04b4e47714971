import type { Storage } from '@cairn/files';

/** Does some work with a folder that is nobody else's and is gone afterwards, however it ends. */
export type WithScratch = <T>(work: (folder: string) => Promise<T>) => Promise<T>;

/** Folders that a dead process left are swept by the storage. */
export function createWithScratch(storage: Pick<Storage, 'scratch'>): WithScratch {
  return async (work) => {
    const scratch = await storage.scratch();
    try {
      return await work(scratch.path);
    } finally {
      await scratch.remove();
    }
  };
}
