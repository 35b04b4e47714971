import type { Request } from 'express';
import type { VaultOperations, VaultSchemas } from '@cairn/contracts';
import type { Job, Jobs } from '@cairn/jobs';
import { Reply, streaming } from '@cairn/service';
import type { Actor, Call, Handlers } from '@cairn/service';
import { checkedDatasetId } from '../access/dataset-guard.ts';
import { respondWithJob } from '../jobs/respond-with-job.ts';
import { openForField } from '../mapserver/connections/open-for-field.ts';
import type { MapServers } from '../mapserver/connections/service.ts';
import { awaitPublication } from '../mapserver/publications/after-ingest.ts';
import { pagePath } from '../../page-path.ts';
import { toIngestBody } from '../versions/mapper.ts';
import { readMapLayerImport, readS3Import, readUrlImport } from './read-request.ts';
import type { ImportService } from './service.ts';
import { receiveFile } from './upload.ts';
import type { UploadDeps } from './upload.ts';

export interface ImportRoutesDeps extends UploadDeps {
  imports: ImportService;
  mapServers: MapServers;
  jobs: Jobs;
}

type Operation =
  'readLimits' | 'uploadToProject' | 'uploadToDataset' | 'importUrl' | 'importS3' | 'importMapServerLayer';

export function importRoutes({
  imports,
  mapServers,
  jobs,
  ...uploads
}: ImportRoutesDeps): Handlers<VaultOperations, Operation> {
  async function respond(job: Job, actor: Actor, call: Call) {
    const result = await respondWithJob<VaultSchemas['IngestResult']>(jobs, job, { actor, call });
    return result instanceof Reply ? result : awaitPublication(jobs, result, call.signal);
  }

  return {
    readLimits: () => Promise.resolve({ max_upload_bytes: uploads.maxUploadBytes }),

    uploadToProject: streaming(async ({ req, res, input: { path, query }, actor, call }) => {
      const upload = {
        projectId: path.id,
        name: query.dataset_name || undefined,
        folderId: query.folder_id || undefined,
      };
      const { result, ...rest } = await receiveFile(uploads, { req, actor, call }, upload);
      if (acceptsJson(req)) {
        const body = { ...toIngestBody(result, call.basePath), ...rest };
        res.status(201).json(await awaitPublication(jobs, body, call.signal));
        return;
      }
      res.statusCode = 303;
      res.setHeader('Location', pagePath(result.dataset, call.basePath));
      res.end();
    }),

    uploadToDataset: streaming(async ({ req, res, input: { path, query }, actor, call }) => {
      const upload = {
        projectId: 1,
        datasetId: checkedDatasetId(call),
        name: path.name,
        folderId: query.folder_id || undefined,
      };
      const { result, ...rest } = await receiveFile(uploads, { req, actor, call }, upload);
      const body = { ...toIngestBody(result, call.basePath), ...rest };
      res.status(201).json(await awaitPublication(jobs, body, call.signal));
    }),

    async importUrl({ body, query }, actor, call) {
      const request = readUrlImport(body, imports.checkUrl(body.url), query.folder_id);
      const { basePath } = call;
      return respond(await imports.requestImport(actor, { request, basePath }), actor, call);
    },

    async importS3({ body, query }, actor, call) {
      const request = readS3Import(body, query.folder_id);
      const { basePath } = call;
      return respond(await imports.requestImport(actor, { request, basePath }), actor, call);
    },

    async importMapServerLayer({ body, query }, actor, call) {
      const { connection } = await openForField(mapServers, body.connection_id);
      const request = readMapLayerImport(body, { serverUrl: connection.url, folderId: query.folder_id });
      const job = await imports.requestImport(actor, { request, basePath: call.basePath });
      return respondWithJob<VaultSchemas['ImportedMapLayer']>(jobs, job, { actor, call });
    },
  };
}

/** The form of a browser sends text/html first; only clients that name JSON get it. */
function acceptsJson(req: Request): boolean {
  return /\bapplication\/json\b/i.test(req.headers.accept ?? '');
}
