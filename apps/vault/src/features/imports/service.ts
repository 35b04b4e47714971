import type { Job, Jobs } from '@cairn/jobs';
import { conflict } from '@cairn/service';
import type { Actor, SafeFetch, SecretBox } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import type { VersionWriter } from '../versions/version-writer.ts';
import { insertImportRequest, isImportOfLayer } from './repo.ts';
import { SECRETS_PURPOSE } from './types.ts';
import type { NewImport } from './types.ts';
import type { MapLayerSource } from '../mapserver/import/fetch-layer.ts';

export interface ImportDeps {
  db: Db;
  jobs: Jobs;
  secretBox: SecretBox;
  safeFetch: SafeFetch;
  versionWriter: VersionWriter;
}

export type ImportService = ReturnType<typeof createImportService>;

/** Queues imports of files from addresses and object stores; see import-job.ts. */
export function createImportService({ db, jobs, secretBox, safeFetch, versionWriter }: ImportDeps) {
  return {
    /** @throws {AppError} bad_request for an address that the vault must not call. */
    checkUrl: (url: string): URL => safeFetch.check(url),

    /**
     * Saves the request and queues its job.
     * @throws {AppError} bad_request for an endpoint that the vault must not call, and as resolveDestination does.
     */
    async requestImport(
      actor: Actor,
      { request, basePath }: { request: NewImport; basePath: string },
    ): Promise<Job> {
      const { secrets, isLayerName = false, ...rest } = request;
      const { dataset: name, projectId, folderId, source } = rest;
      if (source.kind === 's3') safeFetch.check(source.location.endpoint);
      const { datasetId } = await versionWriter.resolveDestination(actor, { name, projectId, folderId });
      if (datasetId !== null && source.kind === 'mapserver' && isLayerName) {
        if (!(await isImportOfLayer(db, datasetId, source))) throw layerNameTaken(name, source);
      }
      const hasSecrets = Object.keys(secrets).length > 0;
      const sealed = hasSecrets ? secretBox.seal(JSON.stringify(secrets), SECRETS_PURPOSE) : null;
      const exists = datasetId !== null;
      const job = await db.transaction().execute(async (trx) => {
        const queued = await jobs.enqueue(trx, {
          kind: `import.${source.kind}`,
          payload: { title: name },
          requestedBy: actor.id,
        });
        await insertImportRequest(trx, queued.id, {
          ...rest,
          exists,
          basePath,
          requestedById: actor.id,
          sealed,
        });
        return queued;
      });
      void jobs.dispatch();
      return job;
    },
  };
}

/** Names of layers that differ in case or in special characters only are the same name for a dataset. */
function layerNameTaken(name: string, { workspace, layer }: MapLayerSource) {
  return conflict(
    'vault.layer_name_taken',
    `The dataset "${name}" already exists, and was not imported from the layer "${layer}" of the workspace "${workspace}". Set dataset_name: another name, or this one to add the layer as its next version.`,
  );
}
