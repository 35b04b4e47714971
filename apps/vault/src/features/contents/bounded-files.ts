import { readdir, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { DerivedFiles } from '@cairn/files';
import { currentPerson } from '@cairn/service';

export interface FileQuota {
  maxFiles: number;
  maxBytes: number;
}

export interface BoundedFilesOptions {
  derived: DerivedFiles;
  /** Folder of derived files in which these alone are kept. */
  owner: string;
  people?: FileQuota;
  visitors?: FileQuota;
}

const FOR_PEOPLE = { maxFiles: 1_000, maxBytes: 2 * 1024 ** 3 };
const FOR_VISITORS = { maxFiles: 100, maxBytes: 256 * 1024 ** 2 };

/**
 * Files that are made for single requests, of which there may be any number: the least recently used ones are removed. Files
 * for visitors have a separate, small quota, so that visitors cannot displace what signed-in users need.
 */
export function createBoundedFiles(options: BoundedFilesOptions) {
  const { derived, owner, people = FOR_PEOPLE, visitors = FOR_VISITORS } = options;

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

  return {
    /** The path of the file; `make` writes the file to the given path when it does not exist yet. */
    async ensure(name: string, make: (path: string) => Promise<void>): Promise<string> {
      if (!currentPerson()?.isVisitor) return ensureIn(owner, people, { name, make });
      return (await derived.find(owner, name)) ?? ensureIn(`${owner}-of-visitors`, visitors, { name, make });
    },
  };
}

interface Request {
  name: string;
  make(path: string): Promise<void>;
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
