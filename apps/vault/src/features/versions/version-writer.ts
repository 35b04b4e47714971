import type { KeptObject, StagedFile, Storage } from '@cairn/files';
import { detectFormat, examineSource, openGdal, typeOf } from '@cairn/geo';
import type { JobContext, Jobs } from '@cairn/jobs';
import { conflict, createFairSemaphore } from '@cairn/service';
import type { Actor, Logger } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { datasetCheck } from '../access/dataset-guard.ts';
import type { DatasetGuard } from '../access/dataset-guard.ts';
import { recordAudit } from '../audit/repo.ts';
import { findOpenFolder } from '../folders/open-folder.ts';
import type { PortalSync } from '../portal-sync/portal-sync.ts';
import { findDataset, findDatasetById, insertDataset, lockDataset } from './dataset-repo.ts';
import { datasetArchived, datasetGone, mayNotEdit, nameNotAvailable, openEdits } from './errors.ts';
import { findOpenEdits, insertVersion, isObjectUsed } from './repo.ts';
import type {
  CheckedFile,
  Commit,
  Destination,
  IngestResult,
  LockedDataset,
  NewVersion,
  Version,
} from './types.ts';

export interface VersionWriterDeps {
  db: Db;
  storage: Storage;
  guard: DatasetGuard;
  jobs: Jobs;
  portalSync: PortalSync;
  logger: Logger;
}

/** A file that was received or written, before its content is checked. */
export interface IncomingFile extends Omit<NewVersion, 'checked' | 'staged' | 'saveSource'> {
  fileName: string;
  file: StagedFile;
  signal: AbortSignal;
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
 * Creates versions, for uploads, imports, derivations and edits: a file is checked, a new dataset is registered with the portal,
 * the bytes become an object, and one transaction writes the rows. If anything fails, neither a row nor a file is left.
 */
export function createVersionWriter({ db, storage, guard, jobs, portalSync, logger }: VersionWriterDeps) {
  const inTransaction: Commit = (fn) => db.transaction().execute(fn);
  /** Files of one person are checked one after the other: each may be unpacked to many times its size. */
  const checks = createFairSemaphore({
    limit: 8,
    perPerson: 1,
    busy: { code: 'vault.busy', message: 'The server is busy checking other files. Try again in a minute.' },
  });

  async function check(fileName: string, file: StagedFile, signal: AbortSignal): Promise<CheckedFile> {
    const format = await detectFormat(file.path, fileName);
    const source = { path: file.path, format };
    const gdal = await openGdal();
    const examined = await storage.inScratch((cwd) => examineSource(gdal, source, { cwd, signal }));
    return { fileName, format, type: typeOf(format), size: file.size, sha256: file.sha256, ...examined };
  }

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
    const existing = datasetId === null ? null : await lockDataset(trx, datasetId);
    if (datasetId !== null && !existing) throw datasetGone(destination.name);
    const name = existing?.name ?? destination.name;
    if (existing?.archivedAt) throw datasetArchived(name);
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
    const source = (await version.saveSource?.(trx, { datasetId: dataset.id, ownerId: author.id })) ?? null;
    const rowNumbers = (await version.rowNumbers?.(checked, trx)) ?? null;
    const row = { dataset, projectId, file: checked, objectKey, source, author, origin, rowNumbers };
    const inserted = await insertVersion(trx, row);
    await version.alongside?.(trx, { datasetId: dataset.id, ...inserted });
    await recordAudit(trx, {
      event: existing ? 'version.created' : 'dataset.created',
      cause: version.cause ?? { actorId: author.id, actorName: author.username },
      datasetId: dataset.id,
      subject: name,
      details: { version: inserted.version, operation: origin.operation },
    });
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
    /**
     * Resolves the dataset of a new version before its bytes arrive: by its id if that is known, else by its name.
     * @throws {AppError} forbidden for a dataset that the actor may not edit, conflict for an archived or deleted one and for
     * unpublished edits, bad_request for a folder that is not open to the actor.
     */
    async resolveDestination(
      actor: Actor,
      { datasetId, ...request }: Omit<Destination, 'datasetId'> & { datasetId?: number | undefined },
    ): Promise<Destination> {
      const dataset = datasetId ? await findDatasetById(db, datasetId) : await findDataset(db, request.name);
      if (datasetId && !dataset) throw datasetGone(request.name);
      if (dataset) {
        if (!(await guard.allows(actor, datasetCheck(dataset.id, 'edit')))) {
          const mayView = await guard.allows(actor, datasetCheck(dataset.id, 'view'));
          throw mayView ? mayNotEdit(dataset.name) : nameNotAvailable(dataset.name);
        }
        if (dataset.archivedAt) throw datasetArchived(dataset.name);
        await refuseOpenEdits(db, dataset.id);
      }
      if (request.folderId !== null) await findOpenFolder(db, request.folderId, actor);
      return { ...request, datasetId: dataset?.id ?? null };
    },

    /** Checks a file and creates a version from it. */
    async ingest({ fileName, file, signal, ...version }: IncomingFile): Promise<IngestResult> {
      try {
        const checked = await checks.run(() => check(fileName, file, signal), { signal });
        signal.throwIfAborted();
        return await write({ ...version, checked, staged: file });
      } finally {
        await file.discard();
      }
    },

    /** Creates a version from a checked file, or from data that is stored elsewhere. */
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

/** The dataset of a version, for a new version that is created from it. */
export function destinationOf({ dataset, datasetId, projectId }: Version): Destination {
  return { name: dataset, datasetId, projectId, folderId: null };
}

/** Refuses early what the version writer would refuse at the end. @throws {AppError} conflict. */
export async function requireChangeable(db: Db, version: Version): Promise<void> {
  const dataset = await findDatasetById(db, version.datasetId);
  if (!dataset) throw datasetGone(version.dataset);
  if (dataset.archivedAt) throw datasetArchived(dataset.name);
  await refuseOpenEdits(db, dataset.id);
}

/**
 * A version beside unpublished edits would be undone by them, or they would be lost. The caller holds the lock of the dataset.
 * @throws {AppError} conflict when there are unpublished edits.
 */
export async function refuseOpenEdits(db: Db, datasetId: number): Promise<void> {
  const edits = await findOpenEdits(db, datasetId);
  if (edits.count > 0) throw openEdits(edits);
}
