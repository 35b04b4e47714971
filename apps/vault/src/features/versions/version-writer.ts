import type { PortalRegistry } from '@cairn/auth';
import type { KeptObject } from '@cairn/files';
import type { JobContext, Jobs } from '@cairn/jobs';
import { conflict } from '@cairn/service';
import type { Logger } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { findUnregistered, markRegistered } from '../datasets/repo.ts';
import { takeBackDataset } from '../portal-sync/take-back.ts';
import { refuseOpenEdits } from './destination.ts';
import { datasetArchived, datasetGone } from './errors.ts';
import type { ObjectGc } from './object-gc.ts';
import { registerDataset, registerLater } from './registration.ts';
import type { Author, Commit, IngestResult, NewVersion } from './types.ts';
import { datasetExists, insertDataset, insertVersion, isObjectUsed, lockDatasetById } from './write-repo.ts';
import type { LockedDataset } from './write-repo.ts';

export interface VersionWriterDeps {
  db: Db;
  objectGc: ObjectGc;
  jobs: Jobs;
  registry: PortalRegistry | null;
  logger: Logger;
}

export type VersionWriter = ReturnType<typeof createVersionWriter>;

/** Stored with jobs that may be running during an update, so it keeps its name. */
const COMMIT_STEP = 'keep';

/** What a transaction wrote. JSON, since the commit of a job stores it. */
interface Written {
  result: IngestResult;
  /** Null when nothing was written. */
  objectKey: string | null;
}

/**
 * Creates versions from checked files: the bytes become an object, one transaction writes the rows, and the portal gets to know
 * a new dataset. If anything fails, neither a row nor a file is left.
 */
export function createVersionWriter(deps: VersionWriterDeps) {
  const { db, jobs, registry, logger } = deps;
  const inTransaction: Commit = (fn) => db.transaction().execute(fn);

  async function write(version: NewVersion): Promise<IngestResult> {
    const object = version.staged ? await version.staged.keep() : null;
    const { result, objectKey } = await commit(version, object);
    const own = object && objectKey === object.key ? object : null;
    // Unchanged bytes, or those of an earlier attempt of the same job that succeeded.
    if (!own) await object?.remove();
    try {
      if (result.created) await register(version.author, result);
    } finally {
      // Rows refer to the bytes, or a removal does.
      await own?.confirm();
    }
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

  async function commit(version: NewVersion, object: KeptObject | null): Promise<Written> {
    const runStep = version.commit ?? inTransaction;
    let inserted: Written | undefined;
    const insert = async (trx: Db): Promise<Written> => {
      // Remembered here as well: the answer to the commit may be lost.
      inserted = await insertRows(trx, version, object?.key ?? null);
      return inserted;
    };
    try {
      let written = await runStep(insert, COMMIT_STEP);
      // An earlier attempt of the job may have written a dataset and removed it again because the portal failed.
      while (!inserted && written.result.created && !(await datasetExists(db, written.result.datasetId)))
        written = await runStep(insert, `${COMMIT_STEP} after ${written.result.versionId}`);
      return written;
    } catch (error) {
      // Before the last statement nothing can be committed; after it only the rows show whether it was.
      if (inserted && object) await removeUnlessUsed(object);
      else await object?.remove();
      throw error;
    }
  }

  async function insertRows(trx: Db, version: NewVersion, objectKey: string | null): Promise<Written> {
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
      existing ?? (await insertDataset(trx, { name, type: checked.type, folderId, owner: author }));
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
    if (!existing) await registerLater(trx, jobs, { datasetId: dataset.id, requestedBy: author.id });
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

  async function register(author: Author, result: IngestResult): Promise<void> {
    const { datasetId: id, dataset: name, title, versionId } = result;
    try {
      await registerDataset(registry, { name, title, ownerId: author.id });
    } catch (error) {
      await takeBackDataset(deps, { id, latestVersionId: versionId });
      throw error;
    }
    await markRegistered(db, id);
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

    /** The version that an earlier attempt of a job has written, so that its work is not repeated; null when there is none. */
    async resume(job: Pick<JobContext, 'committed'>, author: Author): Promise<IngestResult | null> {
      const written = await job.committed<Written>(COMMIT_STEP);
      if (!written) return null;
      const { result } = written;
      if (result.created && !(await datasetExists(db, result.datasetId))) return null;
      if (result.created && (await findUnregistered(db, result.datasetId))) await register(author, result);
      return result;
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
