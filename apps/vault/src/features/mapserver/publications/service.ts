import type { Job, Jobs } from '@cairn/jobs';
import { badRequest, notFound } from '@cairn/service';
import type { Actor, AppError, AuditContext } from '@cairn/service';
import type { Db } from '../../../db/handle.ts';
import { datasetCheck } from '../../access/dataset-guard.ts';
import type { DatasetGuard } from '../../access/dataset-guard.ts';
import { recordAudit } from '../../audit/repo.ts';
import { findDataset, findDatasetById } from '../../versions/dataset-repo.ts';
import { noSuchDataset, noSuchVersion, versionGone } from '../../versions/errors.ts';
import { findLatestVersion, findVersion, findVersionById } from '../../versions/repo.ts';
import type { Commit, Dataset, Version } from '../../versions/types.ts';
import type { MapServers } from '../connections/service.ts';
import {
  mayNotPublish,
  noSuchPublication,
  notStoredHere,
  publicationBusy,
  storeReserved,
  storeUsed,
} from './errors.ts';
import { toServerName } from './read-request.ts';
import { isSecondName } from './replace-store.ts';
import {
  deletePublication,
  deletePublicationsOfWorkspace,
  findPublication,
  findPublicationByStore,
  insertPublication,
  listPublicationsOfDataset,
  listPublicationsOfServer,
  lockPublication,
  renewPublication,
  setPublicationJob,
} from './repo.ts';
import { PUBLISH_JOB, UNPUBLISH_JOB } from './types.ts';
import type { Publication, PublicationPayload, PublishSettings } from './types.ts';

export interface PublicationDeps {
  db: Db;
  jobs: Jobs;
  guard: DatasetGuard;
  mapServers: MapServers;
}

export interface QueuedPublication {
  job: Job;
  publicationId: number;
}

export type Publications = ReturnType<typeof createPublications>;

const EDIT_IN_VAULT = { resourceType: 'service', resourceKey: 'vault', permission: 'edit' } as const;

/** Publications of datasets on map servers; the jobs beside this file do the work. */
export function createPublications({ db, jobs, guard, mapServers }: PublicationDeps) {
  const inTransaction: Commit = (fn) => db.transaction().execute(fn);

  async function requireEdit(actor: Actor, datasetId: number): Promise<void> {
    if (!(await guard.allows(actor, datasetCheck(datasetId, 'edit')))) throw mayNotPublish();
  }

  async function requirePublication(actor: Actor, id: number): Promise<Publication> {
    const publication = await findPublication(db, id);
    if (!publication) throw noSuchPublication(id);
    const { datasetId } = publication;
    if (datasetId === null) return publication;
    // Like a missing one, for callers who may not know of the dataset.
    if (!(await guard.allows(actor, datasetCheck(datasetId, 'view')))) throw noSuchPublication(id);
    await requireEdit(actor, datasetId);
    return publication;
  }

  async function requirePublishable(dataset: Dataset, number: number | undefined): Promise<Version> {
    if (dataset.archivedAt) {
      const message = `The dataset "${dataset.name}" is archived. Restore it first.`;
      throw badRequest('vault.dataset_archived', message);
    }
    const version =
      number === undefined
        ? await findLatestVersion(db, dataset.id)
        : await findVersion(db, dataset.id, number);
    if (!version) throw noSuchVersion({ name: dataset.name, version: number ?? 1 });
    if (version.objectKey === null) throw notStoredHere();
    return version;
  }

  /** Queues one job for a publication, unless another one is active. */
  async function enqueue(
    trx: Db,
    { id, kind, version, actor }: { id: number; kind: string; version?: Version; actor: Actor },
  ): Promise<Job> {
    if (!(await lockPublication(trx, id))) throw noSuchPublication(id);
    const current = await findPublication(trx, id);
    if (!current) throw noSuchPublication(id);
    if (current.jobStatus === 'queued' || current.jobStatus === 'running')
      throw publicationBusy(current.store);
    const payload: PublicationPayload = {
      publication_id: id,
      title: current.dataset,
      ...(version
        ? { version_id: version.id }
        : current.versionId === null
          ? {}
          : { version_id: current.versionId }),
    };
    const job = await jobs.enqueue(trx, { kind, payload, requestedBy: actor.id });
    await setPublicationJob(trx, id, job.id);
    return job;
  }

  /** Queues a publication of a version. The caller has checked the permission on the dataset. */
  async function request(
    actor: Actor,
    {
      dataset,
      version,
      settings,
      commit = inTransaction,
    }: { dataset: Dataset; version: Version; settings: PublishSettings; commit?: Commit | undefined },
  ): Promise<QueuedPublication> {
    const { connection } = await mapServers.open(settings.connectionId);
    const workspace = settings.workspace || connection.defaultWorkspace;
    if (workspace === '') {
      throw badRequest(
        'vault.workspace_missing',
        `Set mapserver_workspace: the map server "${connection.name}" has no default workspace.`,
      );
    }
    const store = settings.store || toServerName(dataset.name);
    if (isSecondName(store)) throw storeReserved(store);
    const layer = settings.layer || store;
    const requester = { requestedById: actor.id, requestedBy: actor.username };
    const queued = await commit(async (trx) => {
      const target = { serverUrl: connection.url, workspace, store };
      const current = await findPublicationByStore(trx, target);
      if (current && current.datasetId !== dataset.id) throw storeUsed(store);
      const fields = { connectionId: connection.id, layer, style: settings.style, ...requester };
      if (current) await renewPublication(trx, current.id, fields);
      const id =
        current?.id ??
        (await insertPublication(trx, {
          ...target,
          ...fields,
          datasetId: dataset.id,
          dataset: dataset.name,
          connection: connection.name,
          type: version.type,
        }));
      return { job: await enqueue(trx, { id, kind: PUBLISH_JOB, version, actor }), publicationId: id };
    }, 'publish');
    void jobs.dispatch();
    return queued;
  }

  return {
    /** Queues a publication of a version that the actor has just created; within a job, `commit` queues it once. */
    async publishVersion(
      actor: Actor,
      {
        versionId,
        ...options
      }: { versionId: number; settings: PublishSettings; commit?: Commit | undefined },
    ): Promise<{ jobId: number; publicationId: number }> {
      const version = await findVersionById(db, versionId);
      const dataset = version && (await findDatasetById(db, version.datasetId));
      if (!version || !dataset) throw versionGone();
      if (version.objectKey === null) throw notStoredHere();
      const { job, publicationId } = await request(actor, { dataset, version, ...options });
      return { jobId: job.id, publicationId };
    },

    /**
     * Queues a publication of a version of a dataset by its name.
     * @throws {AppError} forbidden without edit on the dataset, also for an unknown one; not_found for an unknown version or
     * connection; bad_request for data that is stored elsewhere and a store of another dataset.
     */
    async publish(
      actor: Actor,
      {
        name,
        version: number,
        settings,
      }: { name: string; version: number | undefined; settings: PublishSettings },
    ): Promise<QueuedPublication> {
      const dataset = await findDataset(db, name);
      await requireEdit(actor, dataset?.id ?? 0);
      if (!dataset) throw noSuchDataset(name);
      const version = await requirePublishable(dataset, number);
      return request(actor, { dataset, version, settings });
    },

    /** @throws {AppError} as `publish` does, and not_found for a publication that the actor may not see. */
    async publishAgain(actor: Actor, id: number, number: number | undefined): Promise<QueuedPublication> {
      const { datasetId, connectionId } = await requirePublication(actor, id);
      const dataset = datasetId === null ? null : await findDatasetById(db, datasetId);
      if (!dataset) throw notFound('vault.dataset_gone', 'The dataset of this publication was deleted.');
      if (connectionId === null) throw connectionDeleted();
      await mapServers.open(connectionId);
      const version = await requirePublishable(dataset, number);
      const job = await db
        .transaction()
        .execute((trx) => enqueue(trx, { id, kind: PUBLISH_JOB, version, actor }));
      void jobs.dispatch();
      return { job, publicationId: id };
    },

    /** Queues the removal of the store from the map server. */
    async unpublish(actor: Actor, id: number): Promise<QueuedPublication> {
      const { connectionId } = await requirePublication(actor, id);
      if (connectionId === null) throw connectionDeleted();
      await mapServers.open(connectionId);
      const job = await db.transaction().execute((trx) => enqueue(trx, { id, kind: UNPUBLISH_JOB, actor }));
      void jobs.dispatch();
      return { job, publicationId: id };
    },

    /** Removes the record only. */
    async forget(actor: Actor, id: number, cause: AuditContext): Promise<void> {
      const { datasetId, dataset, store, jobStatus } = await requirePublication(actor, id);
      if (jobStatus === 'queued' || jobStatus === 'running') throw publicationBusy(store);
      await db.transaction().execute(async (trx) => {
        await deletePublication(trx, id);
        await recordAudit(trx, {
          event: 'version.unpublished',
          cause,
          ...(datasetId === null ? {} : { datasetId }),
          subject: dataset,
          details: { store, forgotten: true },
        });
      });
    },

    /** Removes the records of a workspace that was deleted with all its stores. */
    forgetWorkspace: (serverUrl: string, workspace: string): Promise<void> =>
      deletePublicationsOfWorkspace(db, { serverUrl, workspace }),

    /** Empty for a dataset that does not exist or that the actor may not view. */
    async listOfDataset(actor: Actor, name: string): Promise<Publication[]> {
      const dataset = await findDataset(db, name);
      const mayView = await guard.allows(actor, datasetCheck(dataset?.id ?? 0, 'view'));
      return dataset && mayView ? listPublicationsOfDataset(db, dataset.id) : [];
    },

    async listOfServer(actor: Actor, connectionId: number): Promise<Publication[]> {
      const visible = await guard.visibleDatasets(actor);
      return listPublicationsOfServer(db, connectionId, {
        visible,
        deleted: await guard.allows(actor, EDIT_IN_VAULT),
      });
    },
  };
}

function connectionDeleted(): AppError {
  return badRequest(
    'vault.mapserver_connection_deleted',
    'The connection to this map server was deleted, so the store stays there. Save the connection again, or remove only the record (forget=true).',
  );
}
