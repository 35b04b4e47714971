import type { PortalRegistry } from '@cairn/auth';
import type { KeptObject, StagedFile, Storage } from '@cairn/files';
import { checkSource, detectFormat, openGdal, typeOf } from '@cairn/geo';
import type { Jobs } from '@cairn/jobs';
import { badRequest, conflict, forbidden } from '@cairn/service';
import type { Actor, Logger } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { findDataset, findFolderName, markRegistered } from '../datasets/repo.ts';
import { RESOURCE_TYPE } from '../datasets/service.ts';
import type { DatasetGuard } from '../datasets/service.ts';
import { registerDataset } from './registration.ts';
import { insertDataset, insertVersion, isObjectUsed, lockDataset, removeNewDataset } from './repo.ts';
import type { LockedDataset } from './repo.ts';
import type { CheckedFile, IngestResult } from './types.ts';

export interface UploadParts {
  db: Db;
  storage: Storage;
  jobs: Jobs;
  guard: DatasetGuard;
  registry: PortalRegistry | null;
  logger: Logger;
}

/** Where an upload shall go, settled before its bytes are read. */
export interface Destination {
  name: string;
  projectId: number;
  folderId: number | null;
  /** Whether the dataset was there when the upload began. */
  exists: boolean;
}

export interface ArrivedFile {
  fileName: string;
  file: StagedFile;
}

export type UploadService = ReturnType<typeof createUploadService>;

export function createUploadService(parts: UploadParts) {
  const { db, storage, jobs, guard, registry, logger } = parts;

  /** Refuses early: a dataset that the actor may not extend, a folder that is not there. */
  async function settle(actor: Actor, wanted: Omit<Destination, 'exists'>): Promise<Destination> {
    const dataset = await findDataset(db, wanted.name);
    if (dataset) {
      const check = { resourceType: RESOURCE_TYPE, resourceKey: dataset.name, permission: 'edit' as const };
      if (!(await guard.allows(actor, check))) {
        throw forbidden(
          'vault.may_not_extend',
          `There is a dataset "${dataset.name}" already, and you lack the edit permission on it; choose another name.`,
        );
      }
      if (dataset.archivedAt) throw archived(dataset.name);
    }
    if (wanted.folderId !== null && (await findFolderName(db, wanted.folderId)) === null) {
      throw badRequest('vault.no_such_folder', `There is no folder ${wanted.folderId}; choose another.`);
    }
    return { ...wanted, exists: dataset !== null };
  }

  async function check({ fileName, file }: ArrivedFile, signal: AbortSignal): Promise<CheckedFile> {
    const format = await detectFormat(file.path, fileName);
    const scratch = await storage.scratch();
    try {
      const source = { path: file.path, format };
      const layers = await checkSource(await openGdal(), source, { cwd: scratch.path, signal });
      return { fileName, format, type: typeOf(format), size: file.size, sha256: file.sha256, layers };
    } finally {
      await scratch.remove();
    }
  }

  /** Turns an arrived file into a version. Whatever fails, neither a row nor a file is left. */
  async function ingest(
    actor: Actor,
    destination: Destination,
    arrived: ArrivedFile & { signal: AbortSignal },
  ): Promise<IngestResult> {
    try {
      const checked = await check(arrived, arrived.signal);
      arrived.signal.throwIfAborted();
      return await keep(actor, destination, { checked, staged: arrived.file });
    } finally {
      await arrived.file.discard();
    }
  }

  async function keep(
    actor: Actor,
    destination: Destination,
    { checked, staged }: { checked: CheckedFile; staged: StagedFile },
  ): Promise<IngestResult> {
    const object = await staged.keep();
    let result: IngestResult | undefined;
    try {
      await db.transaction().execute(async (trx) => {
        result = await record(trx, { actor, destination, checked, objectKey: object.key });
      });
    } catch (error) {
      // Before the last statement nothing can have been committed; after it only the rows can tell.
      if (result) await forget(object);
      else await object.remove();
      throw error;
    }
    if (!result) throw new Error('a transaction ended without a result');
    if (result.unchanged) await object.remove();
    if (result.created) await makeKnown(actor, result, object);
    await object.confirm();
    void jobs.dispatch();
    logger.info(
      {
        dataset: result.dataset,
        version: result.version,
        size: checked.size,
        by: actor.id,
        unchanged: result.unchanged,
      },
      'a version was uploaded',
    );
    return result;
  }

  async function record(
    trx: Db,
    {
      actor,
      destination,
      checked,
      objectKey,
    }: { actor: Actor; destination: Destination; checked: CheckedFile; objectKey: string },
  ): Promise<IngestResult> {
    const { name, projectId, folderId } = destination;
    const uploader = { id: actor.id, username: actor.username };
    const known = destination.exists ? await lockDataset(trx, name) : null;
    if (destination.exists && !known) {
      throw conflict(
        'vault.dataset_gone',
        `The dataset "${name}" was removed or renamed while the file was on its way; nothing was kept.`,
      );
    }
    if (known?.archived) throw archived(name);
    if (known && known.type !== checked.type) {
      throw conflict(
        'vault.type_differs',
        `The dataset "${name}" holds ${known.type} data and the file ${checked.type} data; upload it under another name.`,
      );
    }
    if (known?.latest && known.latest.sha256 === checked.sha256) return unchanged(known, checked);
    const dataset =
      known ?? (await insertDataset(trx, { name, type: checked.type, folderId, owner: uploader }));
    const version = await insertVersion(trx, { dataset, projectId, file: checked, objectKey, uploader });
    const job = await jobs.enqueue(trx, {
      kind: 'version.inspect',
      payload: { version_id: version.id },
      idempotencyKey: String(version.id),
      requestedBy: actor.id,
    });
    if (!known) {
      // Should this process die before it has told the portal, a worker does it.
      await jobs.enqueue(trx, {
        kind: 'dataset.register',
        payload: { dataset_id: dataset.id },
        idempotencyKey: String(dataset.id),
        requestedBy: actor.id,
        runAfter: new Date(Date.now() + 60_000),
      });
    }
    return {
      dataset: name,
      datasetId: dataset.id,
      title: dataset.title,
      version: version.version,
      versionId: version.id,
      projectId,
      operation: 'upload',
      file: checked,
      unchanged: false,
      created: !known,
      jobId: job.id,
    };
  }

  async function makeKnown(actor: Actor, result: IngestResult, object: KeptObject): Promise<void> {
    const { datasetId: id, dataset: name, title } = result;
    try {
      await registerDataset(registry, { name, title, ownerId: actor.id });
    } catch (error) {
      if (await removeNewDataset(db, id)) await object.remove();
      else await object.confirm();
      throw error;
    }
    await markRegistered(db, id);
  }

  /** The commit may have succeeded although its answer was lost. */
  async function forget(object: KeptObject): Promise<void> {
    try {
      if (await isObjectUsed(db, object.key)) await object.confirm();
      // The commit may still be on its way in the database: the sweeper asks once more.
      else await object.leave();
    } catch (error) {
      logger.warn({ err: error, object: object.key }, 'whether an object is in use will be asked later');
      await object.leave();
    }
  }

  return { settle, ingest };
}

function unchanged(dataset: LockedDataset, checked: CheckedFile): IngestResult {
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
    unchanged: true,
    created: false,
    jobId: null,
  };
}

function archived(name: string) {
  return conflict(
    'vault.dataset_archived',
    `The dataset "${name}" is archived and takes no versions; restore it first.`,
  );
}
