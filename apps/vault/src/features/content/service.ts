import type { ByteRange, DerivedFiles, Storage } from '@cairn/files';
import { inspectDataset, makeWorkingCopy, openGdal } from '@cairn/geo';
import type { Jobs } from '@cairn/jobs';
import { notFound, withDeadline } from '@cairn/service';
import type { VaultConfig } from '../../config.ts';
import type { Db } from '../../db/handle.ts';
import { noSuchDataset, noSuchVersion } from '../versions/errors.ts';
import { findLatestVersion, findVersion, findVersionById } from '../versions/repo.ts';
import { findRemovedRows, layerOfKey } from '../versions/row-numbers-repo.ts';
import type { DatasetPath, Version, VersionPath } from '../versions/types.ts';
import { awaitActiveJob, createSingleFlight } from './shared-work.ts';
import { numberedFileName } from './content-key.ts';
import {
  copyNeeded,
  fileMissing,
  inPreparation,
  SourceError,
  storedElsewhere,
  withoutLocation,
} from './errors.ts';
import { findFacts, saveFacts } from './repo.ts';
import type { FileFacts } from './repo.ts';
import { INSPECT_JOB } from './types.ts';
import type { LocalCopies, ReadableFile, RemoteFiles, StoredFile, TableContent } from './types.ts';

export interface ContentDeps {
  db: Db;
  storage: Storage;
  derived: DerivedFiles;
  remote: RemoteFiles;
  localCopies: LocalCopies;
  tables: TableContent;
  jobs: Jobs;
  config: Pick<VaultConfig, 'preparationSeconds'>;
}

export type ContentService = ReturnType<typeof createContentService>;

/** For larger files it is quicker to wait for the worker that inspects them. */
const LARGE_FILE_BYTES = 32 * 1024 * 1024;
/** Larger objects in stores are copied by a job only. */
const SMALL_OBJECT_BYTES = 16 * 1024 * 1024;

type LocalFile = Pick<ReadableFile, 'format'> & { path: string };

/**
 * The content of versions: technical facts, and a file that can be read. Both are derived once from the bytes and the row numbers
 * and kept for all versions that share them; requests at the same time share one run.
 */
export function createContentService(deps: ContentDeps) {
  const { db, storage, derived, remote, localCopies, tables, jobs, config } = deps;
  const inspectOnce = createSingleFlight<FileFacts>();
  const prepareOnce = createSingleFlight<void>();

  /** The local copy of an object in a store. A small object is copied at once. */
  async function readableCopy(version: StoredFile): Promise<LocalFile> {
    const format = version.format as ReadableFile['format'];
    const path = (await findCopy(version)) ?? (await localCopies.ensure(version, {}));
    return { path, format };
  }

  /** Null for a small object without a copy. */
  async function findCopy(file: StoredFile, signal?: AbortSignal): Promise<string | null> {
    const existing = await localCopies.find(file, signal);
    if (existing === null && file.size > SMALL_OBJECT_BYTES) throw copyNeeded();
    return existing;
  }

  /**
   * A GeoPackage or GeoTIFF of a version: the object itself, a working copy of another vector format, or the local copy of an
   * object in a store.
   * @throws {AppError} bad_request for a large object in a store without a copy, unprocessable for a table
   */
  async function readable(file: StoredFile): Promise<LocalFile> {
    const { objectKey, format } = file;
    if (file.datasourceType === 'remote') return readableCopy(file);
    if (objectKey === null) throw storedElsewhere();
    if ((await storage.size(objectKey)) === null) throw fileMissing();
    const path = storage.path(objectKey);
    if (format === 'GPKG' || format === 'GTiff') return { path, format };
    const copy = await derived.ensure(file.sha256, numberedFileName(file, 'working.gpkg'), async (target) => {
      const gdal = await openGdal('page');
      const removedRows = [...(await findRemovedRows(db, file))].map(([key, removed]) => ({
        layer: layerOfKey(key),
        removed,
      }));
      await storage.inScratch((cwd) => makeWorkingCopy(gdal, { path, format }, { cwd, target, removedRows }));
    });
    return { path: copy, format: 'GPKG' };
  }

  /** Runs `work` with a readable file, which may be an object in a store. */
  async function withFile<T>(
    file: StoredFile,
    work: (source: ReadableFile) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    if (file.datasourceType !== 'remote') return work(await readable(file));
    const copy = await localCopies.find(file, signal);
    if (copy) return work({ path: copy, format: file.format as ReadableFile['format'] });
    return remote.reading(file, work, signal);
  }

  /** Fetches the object of a version in a store, if it has no copy, for a job. Its errors do not say where the object is. */
  async function obtain(
    file: StoredFile,
    options: { signal: AbortSignal; progress?(percent: number, stage: string): void },
  ): Promise<void> {
    if (file.datasourceType !== 'remote') return;
    await localCopies.ensure(file, options).catch((error: unknown) => {
      throw error instanceof SourceError ? withoutLocation(error) : error;
    });
  }

  async function facts(file: StoredFile, signal?: AbortSignal): Promise<FileFacts> {
    if (isTable(file)) return { info: await tables.facts(file, signal), extractedAt: new Date() };
    const stored = await findFacts(db, file.sha256);
    if (stored) return stored;
    return inspectOnce(file.sha256, async () => {
      const gdal = await openGdal('page');
      const info = await withFile(file, (source) =>
        storage.inScratch((cwd) => inspectDataset(gdal, source, { cwd })),
      );
      await saveFacts(db, file, info);
      return (await findFacts(db, file.sha256)) ?? { info, extractedAt: new Date() };
    });
  }

  async function prepare(version: Version): Promise<void> {
    const hasFacts = async () => (await findFacts(db, version.sha256)) !== null;
    if (version.size > LARGE_FILE_BYTES && version.objectKey !== null && !(await hasFacts()))
      await awaitActiveJob(jobs, { kind: INSPECT_JOB, key: String(version.id), isDone: hasFacts });
    await facts(version);
    if (version.objectKey !== null) await readable(version);
  }

  return {
    facts,
    obtain,
    readable,
    withFile,

    /**
     * Throws what `readable` would for an object in a store, and fetches nothing.
     * @throws {AppError} bad_request for a large object without a copy; SourceError when the object has changed or is gone
     */
    async requireCopy(file: StoredFile, signal: AbortSignal): Promise<void> {
      if (file.datasourceType === 'remote') await findCopy(file, signal);
    },

    /** @throws {AppError} not_found */
    async requireVersion(path: VersionPath): Promise<Version> {
      const version = await findVersion(db, path.datasetId, path.version);
      if (!version) throw noSuchVersion(path);
      return version;
    },

    /** @throws {AppError} not_found */
    async requireLatestVersion({ datasetId, name }: DatasetPath): Promise<Version> {
      const version = await findLatestVersion(db, datasetId);
      if (!version) throw noSuchDataset(name);
      return version;
    },

    /** The bytes of a version as they were uploaded. @throws {AppError} not_found without a file */
    async requireObject(versionId: number) {
      const version = await findVersionById(db, versionId);
      const key = version?.objectKey ?? null;
      const size = key === null ? null : await storage.size(key);
      if (!version || key === null || size === null)
        throw notFound('vault.no_file', 'This version has no file on this server.');
      return { version, size, open: (range?: ByteRange) => storage.open(key, range) };
    },

    /**
     * Waits a short time until a version has facts and a readable file. Tables are queried each time and need no preparation.
     * @throws {AppError} unavailable, with the time after which to retry
     */
    async prepared(version: Version, signal: AbortSignal): Promise<void> {
      if (isTable(version)) return;
      await withDeadline(
        prepareOnce(String(version.id), () => prepare(version)),
        {
          ms: config.preparationSeconds * 1_000,
          signal,
          onTimeout: () =>
            inPreparation('The file is being read for the first time. Try again in a few seconds.'),
        },
      );
    },
  };
}

export function isTable({ datasourceType }: StoredFile): boolean {
  return datasourceType === 'spatialdb';
}
