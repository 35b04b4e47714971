import type { PortalRegistry } from '@cairn/auth';
import type { KeptObject } from '@cairn/files';
import type { JobContext, Jobs } from '@cairn/jobs';
import { conflict } from '@cairn/service';
import type { Logger } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { findUnregistered, markRegistered } from '../datasets/repo.ts';
import { refuseOpenEdits } from '../rows/repo.ts';
import type { Removals } from './object-gc.ts';
import { takeBackDataset } from '../portal-sync/take-back.ts';
import { datasetArchived, datasetGone } from './destination.ts';
import { registerDataset, registerLater } from './registration.ts';
import { datasetExists, insertDataset, insertVersion, isObjectUsed, lockDatasetById } from './write-repo.ts';
import type { LockedDataset } from './write-repo.ts';
import type { Commit, IngestResult, Author, NewVersion } from './ingest-types.ts';

export interface KeeperDeps {
  db: Db;
  removals: Removals;
  jobs: Jobs;
  registry: PortalRegistry | null;
  logger: Logger;
}

export type Keeper = ReturnType<typeof createKeeper>;

/**
 * Makes versions out of files that were checked: the bytes become an object, one transaction writes the rows, the portal
 * is told. Whatever fails, neither a row nor a file is left.
 */
export function createKeeper(parts: KeeperDeps) {
  const { db, jobs, registry, logger } = parts;
  const inTransaction: Commit = (fn) => db.transaction().execute(fn);

  async function keep(version: NewVersion): Promise<IngestResult> {
    const object = version.staged ? await version.staged.keep() : null;
    const { result, objectKey } = await commitWith(version, object);
    const own = object && objectKey === object.key ? object : null;
    // Unchanged bytes, or an earlier attempt of the same job that got through.
    if (!own) await object?.remove();
    try {
      if (result.created) await makeKnown(version.maker, result);
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
        by: version.maker.id,
        unchanged: result.unchanged,
      },
      'a version was made',
    );
    return result;
  }

  async function commitWith(version: NewVersion, object: KeptObject | null): Promise<Written> {
    const commit = version.commit ?? inTransaction;
    let ran: Written | undefined;
    const run = async (trx: Db): Promise<Written> => {
      // Noted here as well: the answer to the commit may be lost.
      ran = await write(trx, version, object?.key ?? null);
      return ran;
    };
    try {
      let written = await commit(run, 'keep');
      // An earlier attempt of the job may have written, and taken back what the portal could not be told of.
      while (!ran && written.result.created && !(await datasetExists(db, written.result.datasetId)))
        written = await commit(run, `keep after ${written.result.versionId}`);
      return written;
    } catch (error) {
      // Before the last statement nothing can have been committed; after it only the rows can tell.
      if (ran && object) await forget(object);
      else await object?.remove();
      throw error;
    }
  }

  async function write(trx: Db, version: NewVersion, objectKey: string | null): Promise<Written> {
    const { destination, checked, maker, origin } = version;
    const { projectId, folderId, datasetId } = destination;
    const known = datasetId === null ? null : await lockDatasetById(trx, datasetId);
    if (datasetId !== null && !known) throw datasetGone(destination.name);
    const name = known?.name ?? destination.name;
    if (known?.archived) throw datasetArchived(name);
    if (known && known.type !== checked.type) {
      throw conflict(
        'vault.type_differs',
        `The dataset "${name}" holds ${known.type} data and the file ${checked.type} data; choose another name.`,
      );
    }
    const repeats = !origin.parentId && known?.latest?.sha256 === checked.sha256;
    if (known && repeats) return { result: unchanged(known, version), objectKey: null };
    if (known && origin.operation !== 'edit') await refuseOpenEdits(trx, known.id);
    const dataset = known ?? (await insertDataset(trx, { name, type: checked.type, folderId, owner: maker }));
    const elsewhere = (await version.elsewhere?.(trx)) ?? null;
    const place = { objectKey, elsewhere };
    const rowNumbers = (await version.rowNumbers?.(checked, trx)) ?? null;
    const inserted = { dataset, projectId, file: checked, place, maker, origin, rowNumbers };
    const made = await insertVersion(trx, inserted);
    await version.alongside?.(trx, { datasetId: dataset.id, ...made });
    const job = await jobs.enqueue(trx, {
      kind: 'version.inspect',
      payload: { version_id: made.id },
      idempotencyKey: String(made.id),
      requestedBy: maker.id,
    });
    if (!known) await registerLater(trx, jobs, { datasetId: dataset.id, requestedBy: maker.id });
    return {
      objectKey,
      result: {
        dataset: name,
        datasetId: dataset.id,
        title: dataset.title,
        version: made.version,
        versionId: made.id,
        projectId,
        operation: origin.operation,
        file: checked,
        datasourceType: elsewhere?.datasourceType ?? 'file',
        unchanged: false,
        created: !known,
        jobId: job.id,
      },
    };
  }

  async function resume(job: Pick<JobContext, 'committed'>, maker: Author): Promise<IngestResult | null> {
    const written = await job.committed<Written>('keep');
    if (!written) return null;
    const { result } = written;
    if (result.created && !(await datasetExists(db, result.datasetId))) return null;
    if (result.created && (await findUnregistered(db, result.datasetId))) await makeKnown(maker, result);
    return result;
  }

  async function makeKnown(maker: Author, result: IngestResult): Promise<void> {
    const { datasetId: id, dataset: name, title, versionId } = result;
    try {
      await registerDataset(registry, { name, title, ownerId: maker.id });
    } catch (error) {
      await takeBackDataset(parts, { id, latestVersionId: versionId });
      throw error;
    }
    await markRegistered(db, id);
  }

  /** The commit may have succeeded although its answer was lost. */
  async function forget(object: KeptObject): Promise<void> {
    try {
      if (await isObjectUsed(db, object.key)) await object.confirm();
      // The commit may still be on its way in the database: the sweeper asks once more.
      else await object.deferToSweeper();
    } catch (error) {
      logger.warn({ err: error, object: object.key }, 'whether an object is in use will be asked later');
      await object.deferToSweeper();
    }
  }

  return {
    keep,
    /** What an earlier attempt of a job has kept, so that its work is not done again; null when there is nothing. */
    resume,
  };
}

/** JSON, since the commit of a job keeps it. */
interface Written {
  result: IngestResult;
  /** Null when nothing was written. */
  objectKey: string | null;
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
