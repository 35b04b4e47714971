import { openRelay } from '@cairn/geo';
import type { Relay } from '@cairn/geo';
import { AppError, OutboundError, unavailable } from '@cairn/service';
import type { SecretBox } from '@cairn/service';
import type { Db } from '../../../db/handle.ts';
import { SourceError } from '../../content/errors.ts';
import type { ObjectStore, StoreObject } from './object-store.ts';
import { datasetCheck } from '../../access/dataset-guard.ts';
import type { UserRights } from '../../access/dataset-guard.ts';
import { findDatasetById } from '../../versions/dataset-repo.ts';
import { findRemoteSource } from './repo.ts';
import type { RemoteSource } from './repo.ts';

export interface RemoteReaderDeps {
  db: Db;
  secretBox: SecretBox;
  auth: Pick<UserRights, 'user' | 'allows'>;
  store: ObjectStore;
}

/** A version whose data is an object in a store. */
export interface RemoteFile {
  datasetId: number;
  format: string;
  source: Record<string, unknown>;
}

/** Where the object of a version is, as it was registered, with the keys to read it. */
export interface RemoteObject {
  object: StoreObject;
  state: RemoteState;
}

export interface RemoteState {
  etag: string;
  size: number;
}

export type RemoteReader = ReturnType<typeof createRemoteReader>;

/** Purpose of the sealed keys of remote versions. */
export const KEYS_PURPOSE = 'vault.remote_sources';

/** Maximum to read of an object at once: work that needs more should use a copy. */
const MAX_BYTES = 256 * 1024 * 1024;

export const KEYS_WITHDRAWN = 'vault.keys_withdrawn';

function keysWithdrawn(): SourceError {
  return new SourceError({
    kind: 'unprocessable',
    code: KEYS_WITHDRAWN,
    message:
      'The owner of this dataset may no longer use the keys that were saved with the dataset it was cloned from. Import the object with your own keys.',
  });
}

/** Errors that name the host of the store, the bucket or the object. */
function isStoreError(error: unknown): error is AppError {
  return (
    error instanceof OutboundError || (error instanceof AppError && error.code === 'vault.store_refused')
  );
}

/** Gives programs access to objects where they are stored, by byte range and without a copy. */
export function createRemoteReader({ db, secretBox, auth, store }: RemoteReaderDeps) {
  /** An error of the store is thrown instead of the error of the program that could not continue reading. */
  async function withObject<T>(
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

  /**
   * A clone uses the keys of the dataset that it was cloned from, as long as its owner saved them or is still allowed to
   * administer that dataset.
   */
  async function mayUseKeys(stored: RemoteSource, { datasetId }: RemoteFile): Promise<boolean> {
    if (stored.datasetId === datasetId) return true;
    const ownerId = (await findDatasetById(db, datasetId))?.ownerId ?? null;
    if (ownerId === null) return false;
    if (ownerId === stored.ownerId) return true;
    const owner = await auth.user(ownerId);
    if (!owner || stored.datasetId === null) return false;
    return auth.allows(owner, datasetCheck(stored.datasetId, 'admin'));
  }

  /** Gives `work` the location and the keys of a version's object. @throws {SourceError} for an error of the store. */
  async function withSource<T>(file: RemoteFile, work: (source: RemoteObject) => Promise<T>): Promise<T> {
    const id = Number(file.source.remote_source_id);
    const stored = Number.isSafeInteger(id) ? await findRemoteSource(db, id) : null;
    if (!stored || (file.format !== 'GPKG' && file.format !== 'GTiff')) {
      throw unavailable('vault.remote_unknown', 'The location of this version is unknown. Ask the operator.');
    }
    if (stored.sealedKeys !== null && !(await mayUseKeys(stored, file))) throw keysWithdrawn();
    const { etag, size, sealedKeys, datasetId: _datasetId, ownerId: _ownerId, ...location } = stored;
    const keys =
      sealedKeys === null
        ? null
        : (JSON.parse(secretBox.open(sealedKeys, KEYS_PURPOSE)) as NonNullable<StoreObject['keys']>);
    return work({ object: { location, keys }, state: { etag, size } }).catch((error: unknown) => {
      if (!isStoreError(error)) throw error;
      const { kind, code, message } = error;
      throw new SourceError({ kind, code, message, cause: error });
    });
  }

  return {
    withObject,
    withSource,

    /** Gives `work` access to the object of a version. @throws {SourceError} unprocessable when it has changed or is gone. */
    reading: <T>(
      file: RemoteFile,
      work: (source: Relay['source']) => Promise<T>,
      signal?: AbortSignal,
    ): Promise<T> =>
      withSource(file, (source) =>
        withObject({ ...source, format: file.format as 'GPKG' | 'GTiff' }, work, signal),
      ),
  };
}
