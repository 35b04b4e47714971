import { isDeepStrictEqual } from 'node:util';
import { isUniqueViolation, toAppError } from '@cairn/db';
import { badRequest } from '@cairn/service';
import type { Actor, AuditContext } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { datasetResource } from '../access/dataset-guard.ts';
import { recordAudit } from '../audit/repo.ts';
import { findOpenFolder } from '../folders/open-folder.ts';
import { findFolder } from '../folders/repo.ts';
import { enqueuePortalSync } from '../portal-sync/portal-sync.ts';
import {
  deleteDatasetRow,
  findDatasetById,
  findDatasetId,
  findDatasetIdByFormerName,
  lockDataset,
  saveDescription,
  updateArchived,
  updateFolder,
  updateName,
} from '../versions/dataset-repo.ts';
import { datasetName } from '../versions/dataset-name.ts';
import { datasetArchived, noSuchDataset } from '../versions/errors.ts';
import { requestRemovals } from '../versions/object-gc-repo.ts';
import { listVersionsOfDatasets } from '../versions/repo.ts';
import type { Dataset, DatasetPath, Description, LockedDataset, Version } from '../versions/types.ts';
import { cloneDataset } from './clone.ts';
import type { Clone, CloneRequest } from './clone.ts';
import { nameTaken, notArchived, notConfirmed } from './errors.ts';
import { listSummaries } from './repo.ts';
import { createSummaries } from './summaries.ts';
import type { DatasetDeps, DatasetSummary, DescribedDataset } from './types.ts';

export type DatasetService = ReturnType<typeof createDatasetService>;

/** Lists, describes, renames, moves, archives, clones and deletes datasets. */
export function createDatasetService(deps: DatasetDeps) {
  const { db, databaseConfigured, guard, jobs, objectGc, logger } = deps;

  const find = async ({ datasetId }: Pick<DatasetPath, 'datasetId'>): Promise<Dataset | null> =>
    databaseConfigured ? findDatasetById(db, datasetId) : null;

  /** @throws {AppError} not_found */
  async function lock(trx: Db, { datasetId, name }: DatasetPath): Promise<LockedDataset> {
    const dataset = await lockDataset(trx, datasetId);
    if (!dataset) throw noSuchDataset(name);
    return dataset;
  }

  async function describe(actor: Actor, dataset: Dataset): Promise<DescribedDataset> {
    const [access, result] = await Promise.all([
      guard.datasetAccess(actor, dataset.id),
      dataset.folderId === null ? null : findFolder(db, dataset.folderId, actor),
    ]);
    return { dataset, access, folder: result?.opens ? result.folder : null };
  }

  const keyOf = (id: number | null) => datasetResource(id ?? 0).resourceKey;

  return {
    find,

    /** Turn the name of a dataset in an address into its resource. An unknown name yields a resource without permissions. */
    resolvers: {
      dataset: async (name: string) => keyOf(databaseConfigured ? await findDatasetId(db, name) : null),
      /** For pages, which redirect from a former name. */
      dataset_page: async (name: string) =>
        keyOf((await findDatasetId(db, name)) ?? (await findDatasetIdByFormerName(db, name))),
    },

    /** The list of datasets that the actor may see, as JSON. */
    summaries: createSummaries(deps),

    /** The active datasets that the actor may see, last changed first. */
    async listActive(actor: Actor): Promise<DatasetSummary[]> {
      return listSummaries(db, actor, { archived: 'exclude', visible: await guard.visibleDatasets(actor) });
    },

    /** All datasets that the actor may see by name, each with its versions, newest first. */
    async listWithVersions(actor: Actor): Promise<{ dataset: DatasetSummary; versions: Version[] }[]> {
      const visible = await guard.visibleDatasets(actor);
      const datasets = await listSummaries(db, actor, { archived: 'include', visible });
      const ids = datasets.map(({ id }) => id);
      const byDataset = Map.groupBy(await listVersionsOfDatasets(db, ids), ({ datasetId }) => datasetId);
      return datasets
        .sort((a, b) => a.name.localeCompare(b.name))
        .map((dataset) => ({ dataset, versions: byDataset.get(dataset.id) ?? [] }));
    },

    /** Null for an unknown dataset. */
    async metadata(actor: Actor, path: DatasetPath): Promise<DescribedDataset | null> {
      const dataset = await find(path);
      return dataset && describe(actor, dataset);
    },

    /** @throws {AppError} bad_request for an unknown and for an archived dataset: the contract has only 400 for them. */
    async saveMetadata(
      actor: Actor,
      { datasetId, name }: DatasetPath,
      { description, cause }: { description: Description; cause: AuditContext },
    ): Promise<DescribedDataset> {
      const saved = await db.transaction().execute(async (trx) => {
        const before = await lockDataset(trx, datasetId);
        if (!before || before.archivedAt) {
          const { code, message } = before ? datasetArchived(name) : noSuchDataset(name);
          throw badRequest(code, message);
        }
        const dataset = await saveDescription(trx, datasetId, { ...description, by: actor.username });
        const fields = changedFields(before, description);
        if (fields.length > 0) {
          const about = { cause, datasetId, subject: dataset.name, details: { fields } };
          await recordAudit(trx, { event: 'dataset.described', ...about });
        }
        // The portal's pages show the title.
        await enqueuePortalSync(trx, jobs, { datasetId });
        return dataset;
      });
      void jobs.dispatch();
      return describe(actor, saved);
    },

    /** Renames a dataset and returns the name as stored. Its permissions refer to its id and stay. */
    async rename({ datasetId, name }: DatasetPath, chosen: string, cause: AuditContext): Promise<string> {
      const newName = datasetName(chosen);
      const work = db.transaction().execute(async (trx) => {
        const dataset = await lockDataset(trx, datasetId);
        if (!dataset) throw badRequest('vault.no_such_dataset', noSuchDataset(name).message);
        if (dataset.archivedAt) throw datasetArchived(dataset.name);
        if (newName === dataset.name) return;
        // The title is the name until a user sets one.
        const title = dataset.title === dataset.name ? newName : dataset.title;
        await updateName(trx, dataset, { name: newName, title });
        const details = { name_before: dataset.name };
        await recordAudit(trx, { event: 'dataset.renamed', cause, datasetId, subject: newName, details });
        await enqueuePortalSync(trx, jobs, { datasetId });
      });
      await work.catch((error: unknown) => {
        throw isUniqueViolation(error, 'datasets_name_key') ? nameTaken(newName) : error;
      });
      void jobs.dispatch();
      return newName;
    },

    /** A dataset that is archived already keeps its time. @throws {AppError} not_found */
    async setArchived(path: DatasetPath, archived: boolean, cause: AuditContext): Promise<void> {
      await db.transaction().execute(async (trx) => {
        const { id, name, archivedAt } = await lock(trx, path);
        if (archived === (archivedAt !== null)) return;
        await updateArchived(trx, id, archived);
        const event = archived ? 'dataset.archived' : 'dataset.restored';
        await recordAudit(trx, { event, cause, datasetId: id, subject: name });
      });
    },

    /** Moves a dataset to a folder that is open to the actor; out of its folder with null. */
    async move(
      actor: Actor,
      path: DatasetPath,
      { folderId, cause }: { folderId: number | null; cause: AuditContext },
    ): Promise<void> {
      await db.transaction().execute(async (trx) => {
        const { id, name, archivedAt, folderId: folderBefore } = await lock(trx, path);
        if (archivedAt) throw datasetArchived(name);
        if (folderId !== null) await findOpenFolder(trx, folderId, actor);
        if (folderId === folderBefore) return;
        await updateFolder(trx, id, folderId);
        const details = { folder_id: folderId, folder_id_before: folderBefore };
        await recordAudit(trx, { event: 'dataset.moved', cause, datasetId: id, subject: name, details });
      });
    },

    clone: (actor: Actor, request: CloneRequest): Promise<Clone> => cloneDataset(deps, actor, request),

    /** Deletes an archived dataset: its rows, then the bytes that no other version shares. A job removes it from the portal. */
    async delete(
      path: DatasetPath,
      { confirmed, cause }: { confirmed: boolean; cause: AuditContext },
    ): Promise<void> {
      if (!confirmed) throw notConfirmed();
      const work = db.transaction().execute(async (trx) => {
        const { id, name, archivedAt, legacyKeys } = await lock(trx, path);
        if (!archivedAt) throw notArchived(name);
        await requestRemovals(trx, { datasetId: id });
        await deleteDatasetRow(trx, id);
        await recordAudit(trx, { event: 'dataset.deleted', cause, datasetId: id, subject: name });
        await enqueuePortalSync(trx, jobs, { datasetId: id, legacyKeys });
      });
      // Two datasets that were created from each other may each wait for the other's history.
      await work.catch((error: unknown) => Promise.reject(toAppError(error)));
      logger.info({ dataset: path.name }, 'deleted dataset');
      void jobs.dispatch();
      await objectGc.collect();
    },
  };
}

function changedFields(before: Dataset, description: Description): string[] {
  const fields = Object.keys(description) as (keyof Description)[];
  return fields.filter((field) => !isDeepStrictEqual(before[field], description[field]));
}
