import { createReadStream } from 'node:fs';
import { link, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { randomBytes } from 'node:crypto';
import { ABANDONED, markName, markedKey, ownerState, temporaryName } from './process-tag.ts';
import { createFileDigest, createFileWriter } from './file-writer.ts';
import { toStorageError } from './storage-errors.ts';

/** First and last byte, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Bytes that are on the disk but not yet an object. */
export interface StagedFile {
  path: string;
  size: number;
  /** Lower-case hex. */
  sha256: string;
  /** Turns it into an immutable object that survives a power failure. */
  keep(): Promise<KeptObject>;
  /** Removes it. Harmless after `keep`. */
  discard(): Promise<void>;
}

/**
 * An object that no row refers to yet. Until it is confirmed or removed, a mark on the disk makes the sweeper check it if this
 * process dies.
 */
export interface KeptObject {
  key: string;
  /** A row refers to it. */
  confirm(): Promise<void>;
  /** No row refers to it. */
  remove(): Promise<void>;
  /** Unknown whether a row refers to it: the sweeper checks later. */
  deferToSweeper(): Promise<void>;
}

/** A private folder for a program's files. */
export interface Scratch {
  path: string;
  remove(): Promise<void>;
}

export type InScratch = <T>(work: (path: string) => Promise<T>) => Promise<T>;

export interface Storage {
  root: string;
  /**
   * Writes a stream to the disk with constant memory, hashes and syncs it. When the stream fails or `signal` aborts, nothing is
   * left.
   * @throws {AppError} unavailable when the disk is full
   */
  stage(source: Readable, options?: { signal?: AbortSignal }): Promise<StagedFile>;
  /** `stage` and `keep` in one. */
  put(source: Readable): Promise<{ key: string; size: number; sha256: string }>;
  /**
   * Makes a complete and synced file of the same disk an object, without copying it. The file keeps its name as well, so that it is
   * not lost when the process dies before a row refers to the object; remove the name afterwards, and never write to it.
   * @throws {AppError} unavailable when the disk is full
   */
  adopt(file: { path: string; sha256: string }): Promise<KeptObject>;
  /** Streams an object or a part of it; the stream fails with ENOENT when there is no such object. */
  open(key: string, range?: ByteRange): Readable;
  size(key: string): Promise<number | null>;
  /** The object's file, for programs that need one. Never write to it. */
  path(key: string): string;
  /** Removes an object, if it exists. */
  delete(key: string): Promise<void>;
  /** Makes the next sweep ask whether rows refer to an object, and remove it if not: call it before deleting the last row. */
  deferToSweeper(key: string): Promise<void>;
  list(): AsyncGenerator<string>;
  /** Keys of objects that are neither confirmed nor removed. */
  unconfirmedKeys(): Promise<Set<string>>;
  /** A folder in `work`, or in `processes` for one that lives as long as the process. */
  scratch(place?: 'work' | 'processes'): Promise<Scratch>;
  /** Runs a function with a new folder in `work`, which is removed afterwards. */
  inScratch: InScratch;
  /**
   * Removes what dead processes left: temporary files and folders, and objects without a reference (`isReferred`). Returns how
   * many it removed.
   */
  sweep(options: { isReferred(key: string): Promise<boolean>; foreignAfterMs?: number }): Promise<number>;
}

const SIX_HOURS = 6 * 3600_000;
const FLUSH_EVERY = 32 * 1024 * 1024;
const KEY = /^[0-9a-f]{2}\/[0-9a-f]{64}-[0-9a-f]{8}$/;

/**
 * Immutable objects in a folder. A key begins with the SHA-256 of the bytes, and each write has its own key, so that undoing a
 * failed write never affects another one.
 * Order of a write: temporary file, fsync, rename, fsync of the folder.
 */
export function createStorage({ root }: { root: string }): Storage {
  const objects = join(root, 'objects');
  const incoming = join(root, 'incoming');
  const work = join(root, 'work');

  function pathOf(key: string): string {
    if (!KEY.test(key)) throw new Error('not an object key');
    return join(objects, key);
  }

  async function scratch(place: 'work' | 'processes' = 'work'): Promise<Scratch> {
    const path = join(root, place, temporaryName());
    await makeFolder(path);
    return { path, remove: () => rm(path, { recursive: true, force: true }) };
  }

  async function stage(source: Readable, options: { signal?: AbortSignal } = {}): Promise<StagedFile> {
    const path = join(incoming, temporaryName());
    // One that fails before anybody listens would end the process; the pipeline reports the error all the same.
    source.on('error', () => undefined);
    await makeFolder(incoming);
    const digest = createFileDigest();
    let size: number;
    try {
      const handle = await open(path, 'wx', 0o600);
      try {
        const writer = createFileWriter(handle, { digest, flushEvery: FLUSH_EVERY });
        await pipeline(source, writer.stream, options.signal ? { signal: options.signal } : {});
        size = writer.written();
      } finally {
        await handle.close();
      }
    } catch (error) {
      source.destroy();
      await rm(path, { force: true });
      throw toStorageError(error);
    }
    const { sha256 } = digest.hex();
    return {
      path,
      size,
      sha256,
      keep: () => keep(path, sha256, rename),
      discard: () => rm(path, { force: true }),
    };
  }

  /** Makes a file of this disk an object by `rename` or `link`. */
  async function keep(path: string, sha256: string, place: typeof rename): Promise<KeptObject> {
    const key = `${sha256.slice(0, 2)}/${sha256}-${randomBytes(4).toString('hex')}`;
    const target = pathOf(key);
    const mark = join(incoming, markName(temporaryName(), key));
    try {
      await writeFile(mark, '', { flag: 'wx' });
      await mkdir(dirname(target), { recursive: true });
      await place(path, target);
      for (const folder of [incoming, dirname(target), objects]) await syncFolder(folder);
    } catch (error) {
      for (const left of [target, mark]) await rm(left, { force: true });
      if (place === rename) await rm(path, { force: true });
      throw toStorageError(error);
    }
    return {
      key,
      confirm: () => rm(mark, { force: true }),
      async remove() {
        await rm(target, { force: true });
        await rm(mark, { force: true });
      },
      deferToSweeper: () => rename(mark, join(incoming, markName(ABANDONED, key))),
    };
  }

  /** Removes one abandoned entry, with the object of a mark if nothing refers to it. */
  async function removeEntry(path: string, isReferred: (key: string) => Promise<boolean>): Promise<void> {
    const key = markedKey(path);
    if (key !== null && !(await isReferred(key))) await rm(pathOf(key), { force: true });
    await rm(path, { recursive: true, force: true });
  }

  return {
    root,
    stage,
    async put(source) {
      const staged = await stage(source);
      const { key, confirm } = await staged.keep();
      await confirm();
      return { key, size: staged.size, sha256: staged.sha256 };
    },
    async adopt({ path, sha256 }) {
      await makeFolder(incoming);
      return keep(path, sha256, link);
    },
    open: (key, range) => createReadStream(pathOf(key), { ...range, highWaterMark: 256 * 1024 }),
    size: (key) =>
      stat(pathOf(key)).then(
        (found) => found.size,
        (error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? null : Promise.reject(error)),
      ),
    path: pathOf,
    delete: (key) => rm(pathOf(key), { force: true }),
    async deferToSweeper(key) {
      pathOf(key);
      await makeFolder(incoming);
      await writeFile(join(incoming, markName(ABANDONED, key)), '');
    },
    async *list() {
      for (const folder of await entries(objects))
        for (const name of await entries(join(objects, folder))) yield `${folder}/${name}`;
    },
    async unconfirmedKeys() {
      return new Set((await entries(incoming)).flatMap((name) => markedKey(name) ?? []));
    },
    scratch,
    async inScratch(use) {
      const { path, remove } = await scratch();
      try {
        return await use(path);
      } finally {
        await remove();
      }
    },
    async sweep({ isReferred, foreignAfterMs = SIX_HOURS }) {
      let removed = 0;
      for (const folder of [incoming, work, join(root, 'processes')])
        for (const name of await entries(folder)) {
          const path = join(folder, name);
          if (!(await isAbandoned(path, name, foreignAfterMs))) continue;
          await removeEntry(path, isReferred);
          removed += 1;
        }
      return removed;
    },
  };
}

/** Readable by this account only. @throws {AppError} unavailable when the disk is full or read-only */
async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw toStorageError(error);
  });
}

async function isAbandoned(path: string, name: string, foreignAfterMs: number): Promise<boolean> {
  const state = ownerState(name);
  if (state !== 'unknown') return state === 'gone';
  const found = await stat(path).catch(() => null);
  return found !== null && Date.now() - found.mtimeMs > foreignAfterMs;
}

async function entries(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
