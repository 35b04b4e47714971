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
  /** Folder of derived files in which these alone are kept. */
  owner: string;
  people?: FileQuota;
  visitors?: FileQuota;
}

const FOR_PEOPLE = { maxFiles: 1_000, maxBytes: 2 * 1024 ** 3 };
const FOR_VISITORS = { maxFiles: 100, maxBytes: 256 * 1024 ** 2 };
/** How often a file that other requests removed at once is made again. */
const MAX_ATTEMPTS = 3;

/**
 * Files that are made for single requests, of which there may be any number: the least recently used ones are removed. Files
 * for visitors have a separate, small quota, so that visitors cannot displace what signed-in users need.
 */
export function createDerivedFileCache(options: DerivedFileCacheOptions) {
  const { storage, derived, owner, people = FOR_PEOPLE, visitors = FOR_VISITORS } = options;

  async function ensureIn(folder: string, quota: FileQuota, { name, make }: Request): Promise<string> {
    let isNew = false;
    const path = await derived.ensure(folder, name, async (output) => {
      await make(output);
      isNew = true;
    });
    const now = new Date();
    await utimes(path, now, now).catch(() => undefined);
    if (isNew) await removeOldest(dirname(path), quota);
    return path;
  }

  async function ensure(request: Request): Promise<string> {
    if (!currentPerson()?.isVisitor) return ensureIn(owner, people, request);
    return (await derived.find(owner, request.name)) ?? ensureIn(`${owner}-of-visitors`, visitors, request);
  }

  /** Gives a request its own path of the file, which lasts when another request or process removes the file. */
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
     * Runs `work` with a path of the file that is valid until `work` ends; `make` writes the file to the given path when it does
     * not exist yet.
     */
    use<T>(
      name: string,
      make: (path: string) => Promise<void>,
      work: (path: string) => Promise<T>,
    ): Promise<T> {
      return storage.inScratch(async (folder) => {
        const path = join(folder, name);
        await provide({ name, make }, path);
        return work(path);
      });
    },
  };
}

interface Request {
  name: string;
  make(path: string): Promise<void>;
}

async function linkOrCopy(from: string, to: string): Promise<void> {
  await link(from, to).catch((error: unknown) => {
    if (isMissing(error)) throw error;
    // The disk has no hard links.
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
      const found = await stat(path).catch(() => null);
      return { path, size: found?.size ?? 0, usedAt: found?.mtimeMs ?? 0 };
    }),
  );
  let bytes = 0;
  const newestFirst = files.sort((a, b) => b.usedAt - a.usedAt);
  for (const [i, { path, size }] of newestFirst.entries()) {
    bytes += size;
    if (i > 0 && (i >= maxFiles || bytes > maxBytes)) await rm(path, { force: true });
  }
}
