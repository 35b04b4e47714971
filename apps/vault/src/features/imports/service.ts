import type { Storage } from '@cairn/files';
import type { Job, JobContext, Jobs } from '@cairn/jobs';
import { unprocessable } from '@cairn/service';
import type { Actor, SafeFetch, SecretBox } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import type { VaultDatabase } from '../../db/schema.ts';
import { findDataset } from '../datasets/repo.ts';
import { datasetGone } from '../versions/errors.ts';
import type { VersionWriter } from '../versions/version-writer.ts';
import { toIngestBody } from '../versions/mapper.ts';
import type { IngestService } from '../versions/ingest.ts';
import type { Destination, IngestResult } from '../versions/types.ts';
import { requireRequester } from '../jobs/requester.ts';
import type { Rights } from '../jobs/requester.ts';
import type { PostgisRequest } from '../connections/request.ts';
import type { PostgisService } from '../connections/service.ts';
import type { ObjectStore } from './remote/object-store.ts';
import type { RemoteReader } from './remote/reader.ts';
import { fetchFile } from './fetch-file.ts';
import { findImportRequest, insertImportRequest } from './repo.ts';
import type { ImportRequest, ImportResult, ImportSecrets } from './types.ts';

export interface ImportDeps {
  db: Db;
  jobs: Jobs;
  auth: Rights;
  storage: Storage;
  secretBox: SecretBox;
  safeFetch: SafeFetch;
  store: ObjectStore;
  remote: RemoteReader;
  ingest: IngestService;
  versionWriter: VersionWriter;
  maxBytes: number;
  /** Longest time for one file, all its connections together. */
  maxMs: number;
  /** First pause before a cut connection is taken up. */
  retryMs: number;
  postgis: PostgisService;
}

export type ImportService = ReturnType<typeof createImportService>;

const SEALED_FOR = 'vault.import_requests';

/** Imports of files from addresses and object stores: asked for by a request, carried out by a worker. */
export function createImportService(parts: ImportDeps) {
  const { db, jobs, auth, secretBox, ingest } = parts;

  async function requestOf(job: Job): Promise<ImportRequest> {
    const stored = await findImportRequest(db, job.id);
    if (!stored)
      throw unprocessable('vault.import_gone', 'It is not known any more what to import; ask again.');
    const { sealed, ...request } = stored;
    const secrets = sealed === null ? {} : (JSON.parse(secretBox.open(sealed, SEALED_FOR)) as ImportSecrets);
    return { ...request, secrets };
  }

  /** Where it may go now; what was there when it was asked for stays decisive. */
  async function settleAgain(actor: Actor, request: ImportRequest): Promise<Destination> {
    const { dataset: name, projectId, folderId, exists } = request;
    const there = exists ? null : await findDataset(db, name);
    // An earlier attempt of this job may have made it, before the portal knew whose it is.
    const isOwn = there !== null && there.ownerId === actor.id;
    if (isOwn) return { name, projectId, folderId, datasetId: null };
    const settled = await ingest.resolveDestination(actor, { name, projectId, folderId });
    if (exists && settled.datasetId === null) throw datasetGone(name);
    return { ...settled, datasetId: exists ? settled.datasetId : null };
  }

  return {
    /** Notes what to import and has a worker do it. AppError for what can be refused at once. */
    async ask(
      actor: Actor,
      {
        wanted,
        basePath,
      }: { wanted: Omit<ImportRequest, 'exists' | 'basePath' | 'requestedById'>; basePath: string },
    ): Promise<Job> {
      const { dataset, projectId, folderId, secrets, ...rest } = wanted;
      const { datasetId } = await ingest.resolveDestination(actor, { name: dataset, projectId, folderId });
      const isSecret = Object.keys(secrets).length > 0;
      const sealed = isSecret ? secretBox.seal(JSON.stringify(secrets), SEALED_FOR) : null;
      const request = {
        ...rest,
        dataset,
        projectId,
        folderId,
        exists: datasetId !== null,
        basePath,
        requestedById: actor.id,
        sealed,
      };
      const job = await db.transaction().execute(async (trx) => {
        const made = await jobs.enqueue(trx, {
          kind: `import.${wanted.what.kind}`,
          payload: { title: dataset },
          requestedBy: actor.id,
        });
        await insertImportRequest(trx, made.id, request);
        return made;
      });
      void jobs.dispatch();
      return job;
    },

    async perform(context: JobContext<VaultDatabase>): Promise<ImportResult> {
      const request = await requestOf(context.job);
      const actor = await requireRequester(auth, request.requestedById);
      const result =
        (await ingest.resume(context)) ??
        (await fetchFile(parts, {
          request,
          actor,
          destination: await settleAgain(actor, request),
          context,
        }));
      return {
        ...toIngestBody(result, request.basePath),
        ...(await beside(request, { result, context })),
      };
    },
  };

  /** Noted once in the job's life, so that a second attempt takes the first one's load up. */
  async function load(request: PostgisRequest, versionId: number, context: JobContext<VaultDatabase>) {
    const id = await context.commit((trx) => parts.postgis.ask(trx, { versionId, request }), 'postgis');
    return parts.postgis.perform(id, context);
  }

  /** What was asked for beside the version; nothing of it undoes the version. */
  async function beside(
    request: ImportRequest,
    { result, context }: { result: IngestResult; context: JobContext<VaultDatabase> },
  ): Promise<Pick<ImportResult, 'mapserver' | 'spatialdb'>> {
    const { postgis } = request.secrets;
    const spatialdb = postgis ? await load(postgis, result.versionId, context) : undefined;
    return {
      ...(spatialdb ? { spatialdb } : {}),
      ...(request.publishes ? { mapserver: { success: false, error: NO_MAP_SERVER } } : {}),
    };
  }
}

const NO_MAP_SERVER =
  'This vault reaches no map server, so that nothing was published; the version itself is there.';
