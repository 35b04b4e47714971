import { openRelay } from '@cairn/geo';
import type { Relay } from '@cairn/geo';
import { AppError, OutboundError, unavailable } from '@cairn/service';
import type { SecretBox } from '@cairn/service';
import type { Db } from '../../../db/handle.ts';
import { SourceError } from '../../content/errors.ts';
import type { ObjectStore, StoreObject } from './object-store.ts';
import { findRemoteSource } from './repo.ts';

export interface RemoteReaderDeps {
  db: Db;
  secretBox: SecretBox;
  store: ObjectStore;
}

/** A version whose object lies in a store elsewhere. */
export interface RemoteFile {
  format: string;
  source: Record<string, unknown>;
}

export interface RemoteState {
  etag: string;
  size: number;
}

export type RemoteReader = ReturnType<typeof createRemoteReader>;

/** Where the keys of remote versions are sealed. */
export const KEYS_PURPOSE = 'vault.remote_sources';

/** Most bytes that one piece of work may read of an object: work that needs more should have a copy. */
const MAX_BYTES = 256 * 1024 * 1024;

/** Errors about the store name its host, or the bucket and the object. */
function isOfStore(error: unknown): error is AppError {
  return (
    error instanceof OutboundError || (error instanceof AppError && error.code === 'vault.store_refused')
  );
}

/** Lets our readers read objects where they lie, by range and without a copy. */
export function createRemoteReader({ db, secretBox, store }: RemoteReaderDeps) {
  /** What went wrong at the store comes out of here as the error, instead of the program that could not read on. */
  async function through<T>(
    { object, state, format }: { object: StoreObject; state: RemoteState; format: 'GPKG' | 'GTiff' },
    work: (source: Relay['source']) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    const relay = await openRelay(
      {
        format,
        size: state.size,
        read: async (range, reading) =>
          (await store.read(object, { ...range, etag: state.etag }, reading)).body,
      },
      { maxBytes: MAX_BYTES, ...(signal ? { signal } : {}) },
    );
    try {
      return await work(relay.source);
    } catch (error) {
      signal?.throwIfAborted();
      throw relay.failure() ?? error;
    } finally {
      await relay.close();
    }
  }

  return {
    through,

    /** Runs `work` while the object of a version can be read. AppError `unprocessable` when it has changed or is gone. */
    async reading<T>(
      file: RemoteFile,
      work: (source: Relay['source']) => Promise<T>,
      signal?: AbortSignal,
    ): Promise<T> {
      const id = Number(file.source.remote_source_id);
      const found = Number.isSafeInteger(id) ? await findRemoteSource(db, id) : null;
      if (!found || (file.format !== 'GPKG' && file.format !== 'GTiff')) {
        throw unavailable(
          'vault.remote_unknown',
          'It is not known where this version lies; ask the operator.',
        );
      }
      const { etag, size, sealedKeys, ...place } = found;
      const keys =
        sealedKeys === null
          ? null
          : (JSON.parse(secretBox.open(sealedKeys, KEYS_PURPOSE)) as NonNullable<StoreObject['keys']>);
      const { format } = file;
      return through({ object: { place, keys }, state: { etag, size }, format }, work, signal).catch(
        (error: unknown) => {
          if (!isOfStore(error)) throw error;
          const { kind, code, message } = error;
          throw new SourceError({ kind, code, message, cause: error });
        },
      );
    },
  };
}
