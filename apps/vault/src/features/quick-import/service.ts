import type { Request } from 'express';
import { receiveUpload } from '@cairn/files';
import type { StagedFile, Storage } from '@cairn/files';
import { checkFileName, detectFormat, typeOf } from '@cairn/geo';
import type { Job, Jobs } from '@cairn/jobs';
import { badRequest, unprocessable } from '@cairn/service';
import type { Actor, SafeFetch, SecretBox } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { openForField } from '../mapserver/connections/open-for-field.ts';
import type { MapServers } from '../mapserver/connections/service.ts';
import { readTarget } from './read-request.ts';
import { deleteQuickImport, findEndedQuickImports, insertQuickImport } from './repo.ts';
import { QUICK_IMPORT_PURPOSE } from './types.ts';
import type { QuickImportRequest, QuickSource } from './types.ts';

export interface QuickImportDeps {
  db: Db;
  jobs: Jobs;
  storage: Storage;
  secretBox: SecretBox;
  safeFetch: SafeFetch;
  mapServers: MapServers;
  config: { maxUploadBytes: number };
}

export type QuickImportService = ReturnType<typeof createQuickImportService>;

/** Queues loads of files and tables into a database, without a dataset; see quick-import-job.ts. */
export function createQuickImportService(deps: QuickImportDeps) {
  const { db, jobs, storage, secretBox, safeFetch, mapServers, config } = deps;

  /** Saves the request and queues its job. The object must be saved before. */
  async function queue(actor: Actor, request: QuickImportRequest, objectKey: string | null): Promise<Job> {
    const sealedRequest = secretBox.seal(JSON.stringify(request), QUICK_IMPORT_PURPOSE);
    const job = await db.transaction().execute(async (trx) => {
      const queued = await jobs.enqueue(trx, {
        kind: 'import.quick',
        payload: { title: titleOf(request.source) },
        requestedBy: actor.id,
      });
      await insertQuickImport(trx, queued.id, { sealedRequest, objectKey });
      return queued;
    });
    void jobs.dispatch();
    return job;
  }

  async function queueFile(actor: Actor, request: QuickImportRequest, file: StagedFile): Promise<Job> {
    const object = await file.keep();
    try {
      const job = await queue(actor, request, object.key);
      await object.confirm();
      return job;
    } catch (error) {
      // The answer to the commit may be lost.
      await object.deferToSweeper();
      throw error;
    }
  }

  return {
    /** @throws {AppError} bad_request for an address that the vault must not call. */
    async request(actor: Actor, request: QuickImportRequest): Promise<Job> {
      const { source } = request;
      if (source.kind === 'url') safeFetch.check(source.url);
      if (source.kind === 's3') safeFetch.check(source.location.endpoint);
      if (source.kind !== 'mapserver') return queue(actor, request, null);
      const { connection } = await openForField(mapServers, source.connectionId);
      return queue(actor, { ...request, source: { ...source, serverUrl: connection.url } }, null);
    },

    /** Receives a form with a file. @throws {AppError} bad_request, too_large, unprocessable for what cannot be loaded. */
    async receive(req: Request, actor: Actor): Promise<Job> {
      const check = (fields: Record<string, string>) => {
        if (fields.source_type !== undefined && fields.source_type !== 'upload')
          throw badRequest('vault.bad_source', 'With a file, source_type must be "upload".');
        return readTarget(fields);
      };
      const { fileName, file, fields } = await receiveUpload({
        req,
        storage,
        maxBytes: config.maxUploadBytes,
        field: 'file',
        accept(name, early) {
          checkFileName(name);
          if (Object.keys(early).some((field) => field.startsWith('spatialdb_'))) check(early);
        },
      });
      try {
        const target = check(fields);
        const format = await detectFormat(file.path, fileName);
        if (typeOf(format) === 'raster') throw rasterNotLoaded();
        return await queueFile(actor, { source: { kind: 'upload', fileName }, target }, file);
      } finally {
        await file.discard();
      }
    },

    /** Deletes requests and uploaded files of jobs that have ended. */
    async deleteEnded(): Promise<void> {
      for (const { jobId, objectKey } of await findEndedQuickImports(db)) {
        if (objectKey !== null) await storage.delete(objectKey);
        await deleteQuickImport(db, jobId);
      }
    },
  };
}

export function rasterNotLoaded() {
  return unprocessable(
    'vault.raster_not_loaded',
    'Rasters are not loaded into PostGIS, only vector layers. Upload the file as a dataset instead.',
  );
}

/** For people; without the query of an address, which may contain a signature. */
function titleOf(source: QuickSource): string {
  switch (source.kind) {
    case 'url': {
      const { host, pathname } = new URL(source.url);
      return pathname.split('/').findLast((part) => part !== '') ?? host;
    }
    case 's3':
      return source.location.key.split('/').at(-1) ?? source.location.key;
    case 'upload':
      return source.fileName;
    case 'mapserver':
      return source.layer;
    case 'spatialdb':
      return source.tables.length === 1 ? source.tables[0]! : `${source.tables.length} tables`;
  }
}
