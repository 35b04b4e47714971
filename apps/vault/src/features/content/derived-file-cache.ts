import { constants } from 'node:fs';
import { copyFile, link, readdir, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { DerivedFiles, Storage } from '@cairn/files';
import { currentPerson } from '@cairn/service';

export interface FileQuota {
  maxFiles: number;
  maxBytes: number;
}

export interface DerivedFileCacheOptions {
  storage: Pick<Storage, 'inScratch'>;
  derived: DerivedFiles;
  /** Folder of derived files, for this cache only. */
  owner: string;
  users?: FileQuota;
  visitors?: FileQuota;
}

const USER_QUOTA = { maxFiles: 1_000, maxBytes: 2 * 1024 ** 3 };
const VISITOR_QUOTA = { maxFiles: 100, maxBytes: 256 * 1024 ** 2 };
/** How often a file that another request removed is written again. */
const MAX_ATTEMPTS = 3;

/**
 * An LRU cache of files on disk, for results of single requests. Files for visitors have a separate, small quota, so that visitors
 * cannot evict what signed-in users need.
 */
export function createDerivedFileCache(options: DerivedFileCacheOptions) {
  const { storage, derived, owner, users = USER_QUOTA, visitors = VISITOR_QUOTA } = options;

  async function ensureIn(folder: string, quota: FileQuota, { name, write }: Request): Promise<string> {
    let isNew = false;
    const path = await derived.ensure(folder, name, async (output) => {
      await write(output);
      isNew = true;
    });
    const now = new Date();
    await utimes(path, now, now).catch(() => undefined);
    if (isNew) await removeOldest(dirname(path), quota);
    return path;
  }

  async function ensure(request: Request): Promise<string> {
    if (!currentPerson()?.isVisitor) return ensureIn(owner, users, request);
    return (await derived.find(owner, request.name)) ?? ensureIn(`${owner}-of-visitors`, visitors, request);
  }

  /** Links the file to a path of this request, which stays valid when another request or process removes the file. */
  async function provide(request: Request, path: string, attempt = 1): Promise<void> {
    const shared = await ensure(request);
    try {
      await linkOrCopy(shared, path);
    } catch (error) {
      if (!isMissing(error) || attempt === MAX_ATTEMPTS) throw error;
      await provide(request, path, attempt + 1);
    }
  }

  return {
    /**
     * Runs `work` with a path of the file that is valid until `work` ends; `write` creates the file at the given path if it does
     * not exist yet.
     */
    use<T>(
      name: string,
      write: (path: string) => Promise<void>,
      work: (path: string) => Promise<T>,
    ): Promise<T> {
      return storage.inScratch(async (folder) => {
        const path = join(folder, name);
        await provide({ name, write }, path);
        return work(path);
      });
    },
  };
}

interface Request {
  name: string;
  write(path: string): Promise<void>;
}

async function linkOrCopy(from: string, to: string): Promise<void> {
  await link(from, to).catch((error: unknown) => {
    if (isMissing(error)) throw error;
    // The file system has no hard links.
    return copyFile(from, to, constants.COPYFILE_FICLONE);
  });
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}

async function removeOldest(folder: string, { maxFiles, maxBytes }: FileQuota): Promise<void> {
  const names = await readdir(folder);
  const files = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      const stats = await stat(path).catch(() => null);
      return { path, size: stats?.size ?? 0, usedAt: stats?.mtimeMs ?? 0 };
    }),
  );
  let bytes = 0;
  const newestFirst = files.sort((a, b) => b.usedAt - a.usedAt);
  for (const [i, { path, size }] of newestFirst.entries()) {
    bytes += size;
    if (i > 0 && (i >= maxFiles || bytes > maxBytes)) await rm(path, { force: true });
  }
}
