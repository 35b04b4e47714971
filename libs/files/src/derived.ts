import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { toStorageError } from './storage-errors.ts';
import type { Storage } from './storage.ts';

export interface DerivedFiles {
  /** Path of a file that was made earlier, or null. */
  find(owner: string, name: string): Promise<string | null>;
  /**
   * The file's path; `make` writes it to the path it is given when it does not exist yet. Callers that ask at the same
   * time share one run; processes that do so each write their own and the last one stays, which is the same.
   */
  ensure(owner: string, name: string, make: (path: string) => Promise<void>): Promise<string>;
  /** Removes everything that was derived for an owner. */
  drop(owner: string): Promise<void>;
}

const SAFE = /^[A-Za-z0-9][A-Za-z0-9._-]{0,150}$/;

/**
 * Files that can be made again from an object: previews, thumbnails, working copies. A file appears whole or not at
 * all; a loss costs time, never data, so nothing is synced.
 */
export function createDerivedFiles(storage: Storage): DerivedFiles {
  const root = join(storage.root, 'derived');
  const running = new Map<string, Promise<string>>();

  function pathOf(owner: string, name: string): string {
    if (!SAFE.test(owner) || !SAFE.test(name)) throw new Error('this is no name of a derived file');
    return join(root, owner.slice(0, 2), owner, name);
  }

  async function find(owner: string, name: string): Promise<string | null> {
    const path = pathOf(owner, name);
    return stat(path).then(
      () => path,
      () => null,
    );
  }

  async function make(path: string, write: (path: string) => Promise<void>): Promise<string> {
    const scratch = await storage.scratch();
    try {
      const draft = join(scratch.path, 'derived');
      await write(draft);
      await mkdir(dirname(path), { recursive: true });
      await rename(draft, path);
      return path;
    } catch (error) {
      throw toStorageError(error);
    } finally {
      await scratch.remove();
    }
  }

  return {
    find,
    async ensure(owner, name, write) {
      const path = pathOf(owner, name);
      const under = running.get(path);
      if (under) return under;
      const run = find(owner, name).then((found) => found ?? make(path, write));
      running.set(path, run);
      try {
        return await run;
      } finally {
        running.delete(path);
      }
    },
    drop: (owner) => rm(dirname(pathOf(owner, 'x')), { recursive: true, force: true }),
  };
}
