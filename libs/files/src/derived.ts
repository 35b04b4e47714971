import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { toStorageError } from './storage-errors.ts';
import type { Storage } from './storage.ts';

export interface DerivedFiles {
  /** Path of an existing file, or null. */
  find(owner: string, name: string): Promise<string | null>;
  /**
   * Returns the path of a file, which `make` writes if it does not exist. Concurrent callers share one run; concurrent processes
   * each write the same file, and the last one stays.
   */
  ensure(owner: string, name: string, make: (path: string) => Promise<void>): Promise<string>;
  /** Notes that an existing file is in use now; returns its path, or null. */
  use(owner: string, name: string): Promise<string | null>;
  /** The files of an owner. */
  list(owner: string): Promise<{ name: string; size: number; usedAt: number }[]>;
  remove(owner: string, name: string): Promise<void>;
  /** Removes all files of an owner. */
  drop(owner: string): Promise<void>;
}

const SAFE = /^[A-Za-z0-9][A-Za-z0-9._-]{0,150}$/;

/**
 * Files that can be rebuilt from an object: previews, thumbnails, working copies. A file appears complete or not at all. Losing one
 * costs time, never data, so nothing is synced.
 */
export function createDerivedFiles(storage: Storage): DerivedFiles {
  const root = join(storage.root, 'derived');
  const running = new Map<string, Promise<string>>();

  function pathOf(owner: string, name: string): string {
    if (!SAFE.test(owner) || !SAFE.test(name)) throw new Error('not a name of a derived file');
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
      const current = running.get(path);
      if (current) return current;
      const run = find(owner, name).then((existing) => existing ?? make(path, write));
      running.set(path, run);
      try {
        return await run;
      } finally {
        running.delete(path);
      }
    },
    async use(owner, name) {
      const now = new Date();
      const path = pathOf(owner, name);
      return utimes(path, now, now).then(
        () => path,
        () => null,
      );
    },
    async list(owner) {
      const folder = dirname(pathOf(owner, 'x'));
      const names = await readdir(folder).catch(() => []);
      const files = names.map(async (name) => {
        const stats = await stat(join(folder, name)).catch(() => null);
        return stats ? [{ name, size: stats.size, usedAt: stats.mtimeMs }] : [];
      });
      return (await Promise.all(files)).flat();
    },
    remove: (owner, name) => rm(pathOf(owner, name), { force: true }),
    drop: (owner) => rm(dirname(pathOf(owner, 'x')), { recursive: true, force: true }),
  };
}
