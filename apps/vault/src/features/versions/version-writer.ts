import type { KeptObject } from '@cairn/files';
import type { JobContext, Jobs } from '@cairn/jobs';
import { conflict } from '@cairn/service';
import type { Logger } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import type { PortalSync } from '../portal-sync/portal-sync.ts';
import { refuseOpenEdits } from './destination.ts';
import { datasetArchived, datasetGone } from './errors.ts';
import type { ObjectGc } from './object-gc.ts';
import type { Commit, IngestResult, NewVersion } from './types.ts';
import { insertDataset, insertVersion, isObjectUsed, lockDatasetById } from './write-repo.ts';
import type { LockedDataset } from './write-repo.ts';

export interface VersionWriterDeps {
  db: Db;
  objectGc: ObjectGc;
  jobs: Jobs;
  portalSync: PortalSync;
  logger: Logger;
}

export type VersionWriter = ReturnType<typeof createVersionWriter>;

/** Stored with jobs that may be running during an update, so it keeps its name. */
const COMMIT_STEP = 'keep';

interface RegisteredVersion extends NewVersion {
  /** Id of the dataset when it is new. */
  newId: number | null;
}

/** What a transaction wrote. JSON, since the commit of a job stores it. */
interface Written {
  result: IngestResult;
  /** Null when nothing was written. */
  objectKey: string | null;
}

/**
 * Creates versions from checked files: a new dataset is registered with the portal, the bytes become an object, and one
 * transaction writes the rows. If anything fails, neither a row nor a file is left.
 */
export function createVersionWriter(deps: VersionWriterDeps) {
  const { db, jobs, portalSync, logger } = deps;
  const inTransaction: Commit = (fn) => db.transaction().execute(fn);

  async function write(version: NewVersion): Promise<IngestResult> {
    const { destination, author } = version;
    const newId =
      destination.datasetId === null
        ? await portalSync.registerNew({ name: destination.name, ownerId: author.id })
        : null;
    const object = version.staged ? await version.staged.keep() : null;
    const { result, objectKey } = await commit({ ...version, newId }, object);
    const own = object && objectKey === object.key ? object : null;
    // Unchanged bytes, or those of an earlier attempt of the same job that succeeded.
    if (!own) await object?.remove();
    await own?.confirm();
    void jobs.dispatch();
    logger.info(
      {
        dataset: result.dataset,
        version: result.version,
        operation: result.operation,
        size: version.checked.size,
        by: version.author.id,
        unchanged: result.unchanged,
      },
      'created version',
    );
    return result;
  }

  async function commit(version: RegisteredVersion, object: KeptObject | null): Promise<Written> {
    const runStep = version.commit ?? inTransaction;
    let inserted: Written | undefined;
    const insert = async (trx: Db): Promise<Written> => {
      // Remembered here as well: the answer to the commit may be lost.
      inserted = await insertRows(trx, version, object?.key ?? null);
      return inserted;
    };
    try {
      return await runStep(insert, COMMIT_STEP);
    } catch (error) {
      // Before the last statement nothing can be committed; after it only the rows show whether it was.
      if (inserted && object) await removeUnlessUsed(object);
      else await object?.remove();
      throw error;
    }
  }

  async function insertRows(trx: Db, version: RegisteredVersion, objectKey: string | null): Promise<Written> {
    const { destination, checked, author, origin } = version;
    const { projectId, folderId, datasetId } = destination;
    const existing = datasetId === null ? null : await lockDatasetById(trx, datasetId);
    if (datasetId !== null && !existing) throw datasetGone(destination.name);
    const name = existing?.name ?? destination.name;
    if (existing?.archived) throw datasetArchived(name);
    if (existing && existing.type !== checked.type) {
      throw conflict(
        'vault.type_differs',
        `The dataset "${name}" contains ${existing.type} data and the file ${checked.type} data. Choose another name.`,
      );
    }
    const isUnchanged = !origin.parentId && existing?.latest?.sha256 === checked.sha256;
    if (existing && isUnchanged) return { result: unchanged(existing, version), objectKey: null };
    if (existing && origin.operation !== 'edit') await refuseOpenEdits(trx, existing.id);
    const dataset =
      existing ??
      (await insertDataset(trx, { id: version.newId!, name, type: checked.type, folderId, owner: author }));
    const source = (await version.saveSource?.(trx)) ?? null;
    const rowNumbers = (await version.rowNumbers?.(checked, trx)) ?? null;
    const row = { dataset, projectId, file: checked, objectKey, source, author, origin, rowNumbers };
    const inserted = await insertVersion(trx, row);
    await version.alongside?.(trx, { datasetId: dataset.id, ...inserted });
    const job = await jobs.enqueue(trx, {
      kind: 'version.inspect',
      payload: { version_id: inserted.id },
      idempotencyKey: String(inserted.id),
      requestedBy: author.id,
    });
    return {
      objectKey,
      result: {
        dataset: name,
        datasetId: dataset.id,
        title: dataset.title,
        version: inserted.version,
        versionId: inserted.id,
        projectId,
        operation: origin.operation,
        file: checked,
        datasourceType: source?.datasourceType ?? 'file',
        unchanged: false,
        created: !existing,
        jobId: job.id,
      },
    };
  }

  /** For a failed commit: it may have succeeded although its answer was lost. */
  async function removeUnlessUsed(object: KeptObject): Promise<void> {
    try {
      if (await isObjectUsed(db, object.key)) await object.confirm();
      // The commit may still be running in the database, so the sweeper checks again.
      else await object.deferToSweeper();
    } catch (error) {
      logger.warn({ err: error, object: object.key }, 'deferred object reference check');
      await object.deferToSweeper();
    }
  }

  return {
    write,

    /** The version that an earlier attempt of a job has written, so that its work is not repeated; else null. */
    async resume(job: Pick<JobContext, 'committed'>): Promise<IngestResult | null> {
      return (await job.committed<Written>(COMMIT_STEP))?.result ?? null;
    },
  };
}

function unchanged(dataset: LockedDataset, { checked }: NewVersion): IngestResult {
  const latest = dataset.latest as NonNullable<LockedDataset['latest']>;
  return {
    dataset: dataset.name,
    datasetId: dataset.id,
    title: dataset.title,
    version: latest.version,
    versionId: latest.id,
    projectId: latest.projectId,
    operation: latest.operation,
    file: checked,
    datasourceType: latest.datasourceType,
    unchanged: true,
    created: false,
    jobId: null,
  };
}
