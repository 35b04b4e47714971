import { conflict, parseId } from '@cairn/service';
import type { Actor, AuditContext, Logger } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { datasetResource } from '../access/dataset-guard.ts';
import type { DatasetGuard } from '../access/dataset-guard.ts';
import { recordAudit } from '../audit/repo.ts';
import { lockDataset } from './dataset-repo.ts';
import { refuseOpenEdits } from './version-writer.ts';
import { datasetArchived, noSuchVersion, noSuchVersionId } from './errors.ts';
import { findLineage } from './lineage-repo.ts';
import type { ObjectGc } from './object-gc.ts';
import { requestRemovals } from './object-gc-repo.ts';
import {
  deleteVersionRow,
  findVersion,
  findVersionById,
  isPinnedByPublication,
  listVersionsOfDatasets,
  listVersionsOfProject,
  copyVersions,
} from './repo.ts';
import type { Lineage, Version, VersionPath } from './types.ts';

export interface VersionServiceDeps {
  db: Db;
  guard: DatasetGuard;
  objectGc: ObjectGc;
  logger: Logger;
}

export interface Rollback {
  version: Version;
  reason: string;
  /** Number of the version whose content was restored. */
  to: number;
}

export type VersionService = ReturnType<typeof createVersionService>;

/** Lists, deletes and restores versions. */
export function createVersionService({ db, guard, objectGc, logger }: VersionServiceDeps) {
  return {
    findById: (id: number): Promise<Version | null> => findVersionById(db, id),

    /** Key of the resource of a version's dataset, which has the permissions; null for an unknown id. */
    async resourceOf(id: string): Promise<string | null> {
      const versionId = parseId(id);
      const version = versionId === null ? null : await findVersionById(db, versionId);
      return version && datasetResource(version.datasetId).resourceKey;
    },

    /** Newest first. */
    listOfDataset: (id: number): Promise<Version[]> => listVersionsOfDatasets(db, [id]),

    /** Versions in datasets that the actor may view, newest first. */
    async listOfProject(actor: Actor, projectId: number): Promise<Version[]> {
      return listVersionsOfProject(db, projectId, await guard.visibleDatasets(actor));
    },

    /** Ancestors and descendants of a version in datasets that the actor may view. */
    async lineage(actor: Actor, versionId: number): Promise<Lineage> {
      return findLineage(db, versionId, await guard.visibleDatasets(actor));
    },

    /**
     * Deletes a version, and its bytes unless another version shares them.
     * @throws {AppError} not_found, and conflict for the latest version and for an archived dataset.
     */
    async delete(path: VersionPath, cause: AuditContext): Promise<void> {
      const { datasetId, name, version: number } = path;
      await db.transaction().execute(async (trx) => {
        const dataset = await lockDataset(trx, datasetId);
        const version = dataset ? await findVersion(trx, datasetId, number) : null;
        if (!dataset || !version) throw noSuchVersion(path);
        if (dataset.archivedAt) throw datasetArchived(dataset.name);
        if (version.latest) {
          throw conflict(
            'vault.latest_version',
            `Version ${number} is the latest of "${dataset.name}" and cannot be deleted. Create another version first, or delete the dataset.`,
          );
        }
        if (await isPinnedByPublication(trx, version.id)) {
          throw conflict(
            'vault.version_published',
            `A published layer of "${dataset.name}" stays at version ${number}. Unpublish it, or let it follow the latest version, first.`,
          );
        }
        await requestRemovals(trx, { datasetId: dataset.id, versionId: version.id });
        await deleteVersionRow(trx, version.id);
        const about = { datasetId, subject: dataset.name, details: { version: number } };
        await recordAudit(trx, { event: 'version.deleted', cause, ...about });
      });
      logger.info({ dataset: name, version: number }, 'deleted version');
      await objectGc.collect();
    },

    /**
     * Creates a version with the content of an earlier one. The history stays, and no byte is copied.
     * @throws {AppError} not_found; conflict for the latest version, an archived dataset and unpublished edits.
     */
    async rollBack(
      actor: Actor,
      { versionId, reason, cause }: { versionId: number; reason: string; cause: AuditContext },
    ): Promise<Rollback> {
      return db.transaction().execute(async (trx) => {
        const requested = await findVersionById(trx, versionId);
        const dataset = requested && (await lockDataset(trx, requested.datasetId));
        // The lock keeps the version from being deleted; it may be gone already.
        const source = dataset && (await findVersionById(trx, versionId));
        if (!dataset || !source) throw noSuchVersionId(versionId);
        if (dataset.archivedAt) throw datasetArchived(dataset.name);
        if (dataset.latest?.id === source.id) {
          throw conflict(
            'vault.already_latest',
            `Version ${source.version} is already the latest of "${dataset.name}". Choose an earlier one.`,
          );
        }
        await refuseOpenEdits(trx, dataset.id);
        const label = reason.trim() || `Rollback to v${source.version}`;
        const [copy] = await copyVersions(trx, {
          of: { versionId: source.id },
          into: dataset.id,
          after: dataset.latest?.version ?? 0,
          operation: 'rollback',
          label,
          author: { id: actor.id, username: actor.username },
        });
        const details = { version: copy!.version, rolled_back_to: source.version };
        const about = { datasetId: dataset.id, subject: dataset.name, details };
        await recordAudit(trx, { event: 'version.rolled_back', cause, ...about });
        const version = await findVersionById(trx, copy!.id);
        return { version: version!, reason: label, to: source.version };
      });
    },
  };
}
