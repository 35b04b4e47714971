import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createFileWriter } from '../file-writer.ts';
import type { FileDigest } from '../file-writer.ts';
import { isOwnName, ownerState, temporaryName } from '../process-tag.ts';
import { toPartError } from '../storage-errors.ts';
import { syncFolder } from '../storage.ts';
import type { KeptObject, Storage } from '../storage.ts';

/** A file that grows by appends, open in this process. */
export interface Part {
  path: string;
  /** Bytes of the file. */
  size: number;
  handle: FileHandle;
  /** Hashes of all bytes so far; null when they must be read again, because another process wrote the first ones. */
  digest: FileDigest | null;
  /** The part stays, for this or another process. */
  close(): Promise<void>;
}

export interface PartFiles {
  /**
   * Opens a part, or creates it, and cuts it back to `offset`, the bytes that the caller's row says are on the disk. A part that is
   * shorter than that begins again with `size` 0. Another process that still has the part open, because it was only thought dead,
   * continues on a file without a name, and cannot save it.
   * @throws {AppError} unavailable when the disk is full
   */
  open(id: string, options: { offset: number }): Promise<Part>;
  /**
   * Makes a complete part an object, without copying it. The part stays until `remove`, so that a process that dies before a row
   * refers to the object costs no bytes.
   * @throws {AppError} unavailable when the disk is full
   */
  keep(part: Part, sha256: string): Promise<KeptObject>;
  remove(id: string): Promise<void>;
  /** Removes the parts that no row of the caller names. Returns how many. Create the row before its part. */
  sweep(isReferred: (id: string) => Promise<boolean>): Promise<number>;
}

const ID = /^[A-Za-z0-9-]{1,64}$/;
const SEPARATOR = '~~';
const FLUSH_EVERY = 32 * 1024 * 1024;
/** Names that this process has open, whichever part of it opened them. They are unique. */
const openNames = new Set<string>();

/**
 * Files of downloads that outlive the process, in `parts/` of a storage, where `storage.sweep` does not look. A name is the id, then
 * the process that writes the file. How many bytes of it count is in a row of the caller.
 */
export function createPartFiles(storage: Storage): PartFiles {
  const folder = join(storage.root, 'parts');

  async function listNames(id?: string): Promise<string[]> {
    const names = await readdir(folder).catch((error: NodeJS.ErrnoException) =>
      error.code === 'ENOENT' ? [] : Promise.reject(error),
    );
    return names.filter((name) => id === undefined || idOf(name) === id);
  }

  /** The longest file of a part. A process that died while it took the part over leaves a second, shorter one. */
  async function findLongest(id: string): Promise<{ name: string; size: number; isObject: boolean } | null> {
    let longest: { name: string; size: number; isObject: boolean } | null = null;
    for (const name of await listNames(id)) {
      // A sweep may just have removed it.
      const stats = await stat(join(folder, name)).catch(() => null);
      if (stats === null || (longest !== null && stats.size <= longest.size)) continue;
      longest = { name, size: stats.size, isObject: stats.nlink > 1 };
    }
    return longest;
  }

  /** Continues with the file of an earlier attempt, or with a copy when something else may still use that one. */
  async function takeOver(id: string, { path, offset }: { path: string; offset: number }): Promise<void> {
    const earlier = await findLongest(id);
    if (earlier !== null) {
      const { name, isObject } = earlier;
      const owner = ownerOf(name);
      const hasWriter = openNames.has(name) || (!isOwnName(owner) && ownerState(owner) !== 'gone');
      if (!hasWriter && !isObject) await rename(join(folder, name), path);
      else if (offset > 0) await copyStart(join(folder, name), path, offset);
    }
    for (const name of await listNames(id))
      if (join(folder, name) !== path) await rm(join(folder, name), { force: true });
  }

  return {
    async open(id, { offset }) {
      if (!ID.test(id)) throw new Error('not an id of a part');
      const name = `${id}${SEPARATOR}${temporaryName()}`;
      const path = join(folder, name);
      openNames.add(name);
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await takeOver(id, { path, offset });
        const handle = await open(path, 'a', 0o600);
        const found = (await handle.stat()).size;
        const size = found < offset ? 0 : offset;
        await handle.truncate(size);
        await syncFolder(folder);
        return {
          path,
          size,
          handle,
          digest: null,
          async close() {
            await handle.close();
            openNames.delete(name);
          },
        };
      } catch (error) {
        openNames.delete(name);
        throw toPartError(error);
      }
    },
    keep: ({ path }, sha256) => storage.adopt({ path, sha256 }),
    async remove(id) {
      for (const name of await listNames(id)) await rm(join(folder, name), { force: true });
    },
    async sweep(isReferred) {
      let removed = 0;
      for (const name of await listNames()) {
        if (await isReferred(idOf(name))) continue;
        await rm(join(folder, name), { force: true });
        removed += 1;
      }
      return removed;
    },
  };
}

const idOf = (name: string) => name.split(SEPARATOR)[0] ?? '';
const ownerOf = (name: string) => name.split(SEPARATOR)[1] ?? '';

async function copyStart(source: string, target: string, bytes: number): Promise<void> {
  const handle = await open(target, 'wx', 0o600);
  try {
    const { stream } = createFileWriter(handle, { flushEvery: FLUSH_EVERY });
    await pipeline(createReadStream(source, { end: bytes - 1, highWaterMark: 256 * 1024 }), stream);
  } catch (error) {
    await rm(target, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}
