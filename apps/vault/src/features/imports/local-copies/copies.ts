import { rename } from 'node:fs/promises';
import { LRUCache } from 'lru-cache';
import type { DerivedFiles, Storage } from '@cairn/files';
import { checkSource, openGdal } from '@cairn/geo';
import { AppError, OutboundError, conflict, unprocessable } from '@cairn/service';
import { createByteProgress, formatBytes } from '../byte-progress.ts';
import { download } from '../download.ts';
import { objectUrl } from '../remote/object-location.ts';
import type { ObjectStore } from '../remote/object-store.ts';
import { KEYS_WITHDRAWN } from '../remote/reader.ts';
import type { RemoteFile, RemoteObject, RemoteReader } from '../remote/reader.ts';

export interface CopyLimits {
  /** Of one object. */
  maxObjectBytes: number;
  /** Of all copies. */
  maxTotalBytes: number;
  maxMs: number;
  retryMs: number;
}

export interface LocalCopiesDeps {
  storage: Storage;
  derived: DerivedFiles;
  objectStore: ObjectStore;
  remote: RemoteReader;
  copyLimits: CopyLimits;
}

/** A version whose data is an object in a store. */
export type CopiedFile = RemoteFile & { sha256: string };

interface Fetch {
  signal?: AbortSignal;
  progress?(percent: number, stage: string): void;
}

export type LocalCopies = ReturnType<typeof createLocalCopies>;

/** Folder of derived files. */
const OWNER = 'local-copies';
/** A copy that was used within this time is not removed for another one. */
const IN_USE_MS = 10 * 60_000;
/** How long the store is not asked again whether the object is unchanged and may still be read. */
const TRUST_MS = 60_000;

/**
 * Copies of objects in stores, for work that needs the whole file. The least recently used ones are removed when all together
 * become too large. Before a copy is used, the store must confirm with the saved keys that the object still has its ETag.
 */
export function createLocalCopies(deps: LocalCopiesDeps) {
  const { storage, derived, objectStore, remote, copyLimits } = deps;
  const confirmed = new LRUCache<string, true>({ max: 1_000, ttl: TRUST_MS });

  /** Throws when the object has changed, is gone, or may no longer be read; its copy is then removed. */
  async function confirm(file: CopiedFile, signal?: AbortSignal): Promise<void> {
    const id = `${file.datasetId} ${String(file.source.remote_source_id)} ${file.sha256}`;
    if (confirmed.get(id)) return;
    await remote
      .withSource(file, async ({ object, state }) => {
        // Not a single byte: a refusal is described in a few hundred.
        const range = { start: 0, end: Math.min(state.size, 8 * 1024) - 1, etag: state.etag };
        const { body } = await objectStore.read(object, range, signal ?? AbortSignal.timeout(60_000));
        body.destroy();
      })
      .catch(async (error: unknown) => {
        // The store could not be asked, or only this clone may not: the copy may be used again.
        const isLost =
          error instanceof AppError &&
          !(error.cause instanceof OutboundError) &&
          error.code !== KEYS_WITHDRAWN;
        if (isLost) await derived.remove(OWNER, nameOf(file));
        throw error;
      });
    confirmed.set(id, true);
  }

  async function find(file: CopiedFile, signal?: AbortSignal): Promise<string | null> {
    if (!(await derived.find(OWNER, nameOf(file)))) return null;
    await confirm(file, signal);
    return derived.use(OWNER, nameOf(file));
  }

  /** Removes the least recently used copies until the bytes fit. @throws {AppError} conflict when those in use leave no room. */
  async function makeRoom(bytes: number): Promise<void> {
    const copies = (await derived.list(OWNER)).sort((a, b) => a.usedAt - b.usedAt);
    let total = copies.reduce((sum, { size }) => sum + size, bytes);
    for (const { name, size, usedAt } of copies) {
      if (total <= copyLimits.maxTotalBytes) return;
      if (Date.now() - usedAt < IN_USE_MS) break;
      await derived.remove(OWNER, name);
      total -= size;
    }
    if (total > copyLimits.maxTotalBytes) throw noRoom();
  }

  async function fetch(
    { object, state }: RemoteObject,
    file: CopiedFile,
    options: Fetch & { target: string },
  ) {
    const { maxMs, retryMs } = copyLimits;
    const report = createByteProgress(options.progress ?? (() => undefined), { upTo: 95 });
    const signal = AbortSignal.any([...(options.signal ? [options.signal] : []), AbortSignal.timeout(maxMs)]);
    const fetched = await download(
      {
        addresses: [new URL(objectUrl(object.location))],
        // Only the state that was registered: another answer ends the download.
        fetch: (rest, reading) =>
          objectStore.read(
            object,
            { start: rest?.offset ?? 0, end: state.size - 1, etag: state.etag, maxMs },
            reading,
          ),
      },
      {
        ...{ storage, maxBytes: state.size, retryMs, signal },
        fallbackName: nameOf(file),
        onBytes: (bytes) => report(bytes, state.size),
      },
    );
    const staged = fetched.file;
    try {
      if (staged.size !== state.size)
        throw new OutboundError('cut', 'The store sent only a part of the object.');
      const source = { path: staged.path, format: file.format as 'GPKG' | 'GTiff' };
      const gdal = await openGdal();
      await storage.inScratch((cwd) => checkSource(gdal, source, { cwd, signal }));
      await rename(staged.path, options.target);
    } finally {
      await staged.discard();
    }
  }

  return {
    /** Path of the copy of a version's object; null without one. @throws {SourceError} when the object has changed or is gone. */
    find,

    /** Whether there is a copy, and its limits, without asking the store. */
    async state(file: CopiedFile): Promise<{ exists: boolean; maxBytes: number }> {
      return { exists: (await derived.find(OWNER, nameOf(file))) !== null, maxBytes: maxBytes() };
    },

    /** @throws {AppError} unprocessable for an object that is too large for a copy. */
    requireSmallEnough(size: number): void {
      if (size > maxBytes()) throw tooLarge(size, maxBytes());
    },

    /**
     * The same, fetched when it is missing.
     * @throws {AppError} unprocessable for an object that is too large, conflict without room, SourceError of the store.
     */
    async ensure(file: CopiedFile, options: Fetch): Promise<string> {
      const existing = await find(file, options.signal);
      if (existing) return existing;
      return remote.withSource(file, async (source) => {
        const { size } = source.state;
        if (size > maxBytes()) throw tooLarge(size, maxBytes());
        await makeRoom(size);
        return derived.ensure(OWNER, nameOf(file), (target) => fetch(source, file, { ...options, target }));
      });
    },

    /** Asks the store again before a copy is used. */
    forget: () => confirmed.clear(),

    /** Removes the copy of an object that no version uses. */
    async remove(sha256: string): Promise<void> {
      for (const format of ['GPKG', 'GTiff']) await derived.remove(OWNER, nameOf({ sha256, format }));
    },
  };

  function maxBytes(): number {
    return Math.min(copyLimits.maxObjectBytes, copyLimits.maxTotalBytes);
  }
}

function nameOf({ sha256, format }: Pick<CopiedFile, 'sha256' | 'format'>): string {
  return `${sha256}.${format === 'GPKG' ? 'gpkg' : 'tif'}`;
}

function tooLarge(size: number, max: number): AppError {
  return unprocessable(
    'vault.copy_too_large',
    `The object has ${formatBytes(size)}, and ${formatBytes(max)} is the maximum for a local copy. Import a smaller part of it.`,
  );
}

function noRoom(): AppError {
  return conflict(
    'vault.no_room_for_copy',
    'The room for local copies is taken by copies in use. Try again in ten minutes, or ask the operator to raise LOCAL_COPIES_BYTES.',
  );
}
