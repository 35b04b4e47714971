import { inTransaction } from '@cairn/db';
import type { DerivedFiles, PartFiles, Storage } from '@cairn/files';
import type { AuditContext } from '@cairn/service';
import type { Db } from '../../db/schema.ts';
import { recordAudit } from '../audit/repo.ts';
import { deleteOldDownloads, isDownload } from './download-repo.ts';
import { noSuchPackage } from './errors.ts';
import { fetchVersion } from './fetch-version.ts';
import { deleteUnusedObjects, findUnusedObjects, isObjectUsedAfterCommits } from './object-repo.ts';
import { deleteSnapshots, findPackageObject, findRetention, listPackageObjects } from './snapshot-repo.ts';
import type { RetentionRule } from './snapshot-repo.ts';
import { toPackageName } from './package-name.ts';
import type { FetchVersionRequest, FetchedVersion, RetainedPackage } from './types.ts';

export interface PackageServiceDeps {
  db: Db;
  storage: Storage;
  parts: PartFiles;
  /** Thumbnails. */
  derivedFiles: Pick<DerivedFiles, 'drop'>;
  now: () => Date;
  /** First pause after a lost connection; doubles with each one in a row. */
  retryMs?: number;
}

export type PackageService = ReturnType<typeof createPackageService>;

const DAY_MS = 86_400_000;
/** After this long nobody comes back for a part, or for files of a version that was never complete. */
const ABANDONED_MS = 7 * DAY_MS;

/** Versions of projects: their files are objects of the storage, of which each is kept once. */
export function createPackageService({ retryMs = 1_000, ...deps }: PackageServiceDeps) {
  const { db, storage, parts, derivedFiles, now } = deps;

  /** Deletes the rows of objects that no snapshot has; the next sweep removes their files. */
  async function removeObjects(keys: string[]): Promise<void> {
    for (const key of keys) await storage.deferToSweeper(key);
    for (const { sha256 } of await deleteUnusedObjects(db, keys)) await derivedFiles.drop(sha256);
  }

  async function removeSnapshots(
    projectId: number,
    rule: RetentionRule,
    record?: (trx: Db, snapshots: number) => Promise<void>,
  ): Promise<number> {
    const { snapshots, keys } = await inTransaction(db, {}, async (trx) => {
      const deleted = await deleteSnapshots(trx, projectId, rule);
      if (deleted.snapshots > 0) await record?.(trx, deleted.snapshots);
      return deleted;
    });
    await removeObjects(keys);
    await sweepStorage();
    return snapshots;
  }

  const sweepStorage = () => storage.sweep({ isReferred: (key) => isObjectUsedAfterCommits(db, key) });

  async function list(projectId: number): Promise<RetainedPackage[]> {
    const packages = await listPackageObjects(db, projectId);
    return packages.map((each) => ({ ...each, name: toPackageName(each) }));
  }

  return {
    /** See `fetchVersion`. */
    fetchVersion: (request: FetchVersionRequest): Promise<FetchedVersion> =>
      fetchVersion({ db, storage, parts, retryMs, now }, request),

    /** Path of a package that is kept; null when it is gone. Never write to it. */
    async findPackage(projectId: number, sha256: string): Promise<string | null> {
      const object = await findPackageObject(db, projectId, sha256);
      if (!object || (await storage.size(object.key)) !== object.size) return null;
      return storage.path(object.key);
    },

    /** The kept packages of a project, newest first. */
    list,

    /** @throws {AppError} not_found */
    async get(projectId: number, name: string): Promise<RetainedPackage> {
      const found = (await list(projectId)).find((each) => each.name === name);
      if (!found) throw noSuchPackage(name);
      return found;
    },

    /** Removes the snapshots of a project that are older than it keeps them and beyond the number that it keeps. */
    async retain(projectId: number): Promise<void> {
      const retention = await findRetention(db, projectId);
      if (!retention) return;
      const before = new Date(now().getTime() - retention.days * DAY_MS);
      await removeSnapshots(projectId, { before, keepNewest: retention.count });
    },

    /** Removes all snapshots of a project but those that are in use. Returns how many. */
    clean(project: { id: number; name: string }, cause: AuditContext): Promise<number> {
      const rule = { before: new Date(8.64e15), keepNewest: 0 };
      return removeSnapshots(project.id, rule, (trx, snapshots) =>
        recordAudit(trx, {
          ...{ event: 'snapshots.removed', objectId: project.id, subject: project.name, cause },
          details: { snapshots },
        }),
      );
    },

    /** Periodic upkeep: removes parts and objects that nobody comes back for, and what dead processes left. Returns how many. */
    async sweep(): Promise<number> {
      const before = new Date(now().getTime() - ABANDONED_MS);
      await deleteOldDownloads(db, before);
      await removeObjects(await findUnusedObjects(db, before));
      return (await parts.sweep((part) => isDownload(db, part))) + (await sweepStorage());
    },
  };
}
