import { lstat, realpath, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Request } from 'express';
import type { InScratch, Storage } from '@cairn/files';
import { launder } from '@cairn/geo';
import type { Jobs } from '@cairn/jobs';
import type { Call, AuditContext } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { KINDS } from '../../server-jobs/kinds.ts';
import { enqueueDatabaseJob } from '../databases/enqueue-job.ts';
import type { RefuseReserved } from '../databases/database-name.ts';
import type { DatabaseService } from '../databases/service.ts';
import { refuseEventTriggers } from '../servers/server-queries.ts';
import type { Servers } from '../servers/service.ts';
import { findAppendTarget } from './append-target.ts';
import { noLayer, noUpload } from './errors.ts';
import type { ImportPayload } from './import-job.ts';
import { findDatasetFile } from './vault-dataset.ts';
import type { DatasetChoice } from './vault-dataset.ts';
import { storeSource, receiveSource } from './receive-upload.ts';
import type { Received } from './receive-upload.ts';
import { readSridPolicy } from './reference-system.ts';
import { findUpload, insertUpload } from './repo.ts';
import { createUploadQuota } from './upload-quota.ts';
import type { UploadLimits } from './upload-quota.ts';
import { checkNames, checkTarget } from './target.ts';
import type { Upload } from './types.ts';

export interface ImportRequest {
  sourcePath: string;
  schema: string;
  table: string;
  layer: string;
  sridPolicy: string;
  overwrite: boolean;
  /** Adds the rows to an existing table; `overwrite` is ignored then. */
  append: boolean;
}

export type ImportService = ReturnType<typeof createImportService>;

/** Receives files and enqueues their import into tables. */
export function createImportService(deps: {
  db: Db;
  jobs: Jobs;
  servers: Servers;
  databases: DatabaseService;
  storage: Storage;
  inScratch: InScratch;
  refuseReserved: RefuseReserved;
  maxBytes: number;
  limits: UploadLimits;
  /** Internal address of the vault; without it no dataset can be imported. */
  vaultUrl: string | undefined;
}) {
  const { db, servers, databases, storage, inScratch, refuseReserved, maxBytes, limits, vaultUrl } = deps;
  const quota = createUploadQuota({ db, limits });

  /** Receives a file for a database, within the quota. */
  async function receiveWithinQuota(
    databaseId: number,
    { bytes, userId }: { bytes: number; userId: number | null },
    receive: () => Promise<Received>,
  ): Promise<Received> {
    await databases.ready(databaseId);
    const release = await quota.reserve(userId, bytes);
    try {
      const received = await receive();
      await insertUpload(db, { ...received, databaseId, userId }).catch(async (error: unknown) => {
        await rm(dirname(received.sourcePath), { recursive: true, force: true });
        throw error;
      });
      return received;
    } finally {
      release();
    }
  }

  /** The caller's own upload to this database; its file must be unchanged. @throws {AppError} bad_request */
  async function requireUpload(
    request: Pick<Upload, 'databaseId' | 'userId' | 'sourcePath'>,
  ): Promise<Upload> {
    if (request.sourcePath.includes('\0')) throw noUpload();
    const upload = await findUpload(db, request);
    const stats = upload && (await lstat(upload.sourcePath).catch(() => null));
    if (!upload || !stats?.isFile() || stats.nlink !== 1) throw noUpload();
    const folder = dirname(upload.sourcePath);
    if ((await realpath(folder)) !== (await realpath(storage.root)) + folder.slice(storage.root.length))
      throw noUpload();
    return upload;
  }

  return {
    upload(
      databaseId: number,
      { req, signal, userId }: { req: Request; signal: AbortSignal; userId: number | null },
    ): Promise<Received> {
      const announced = Number(req.headers['content-length'] ?? maxBytes);
      return receiveWithinQuota(databaseId, { bytes: Math.min(announced, maxBytes), userId }, () =>
        receiveSource({ storage, inScratch, maxBytes }, req, signal),
      );
    },

    /** Fetches the file of a dataset of the vault, with the rights of the caller there. */
    async uploadDataset(
      databaseId: number,
      choice: DatasetChoice,
      { call, userId }: { call: Call; userId: number | null },
    ): Promise<Received> {
      await databases.ready(databaseId);
      const { fileName, size, fetch } = await findDatasetFile(
        { url: vaultUrl, storage, maxBytes },
        choice,
        call,
      );
      return receiveWithinQuota(databaseId, { bytes: size, userId }, async () => {
        const file = await fetch();
        try {
          return await storeSource({ storage, inScratch }, { fileName, file }, call.signal);
        } finally {
          await file.discard();
        }
      });
    },

    async importFile(databaseId: number, request: ImportRequest, cause: AuditContext): Promise<number> {
      const database = await databases.ready(databaseId);
      const { connectionId } = database;
      await refuseReserved(connectionId, database.name);
      const upload = await requireUpload({
        databaseId,
        userId: cause.actorId,
        sourcePath: request.sourcePath,
      });
      const layer = upload.layers.find(({ name }) => request.layer === '' || name === request.layer)?.name;
      if (layer === undefined) throw noLayer(request.layer);
      const target = {
        schema: request.schema,
        table: request.table === '' ? tableFor(layer) : request.table,
      };
      checkNames(target);
      const policy = readSridPolicy(request.sridPolicy);
      const srid = policy.kind === 'transform' ? policy.srid : null;
      const { overwrite, append } = request;
      await servers.inDatabase(connectionId, database.name, async (client) => {
        if (append) return findAppendTarget(client, target);
        await refuseEventTriggers(client);
        return checkTarget(client, target, { overwrite, srid });
      });
      const { jobId } = await enqueueDatabaseJob<ImportPayload>(deps, {
        kind: KINDS.import,
        title: `Import ${upload.filename} into ${database.name}`,
        payload: {
          upload_id: upload.id,
          filename: upload.filename,
          layer,
          ...target,
          srid_policy: request.sridPolicy,
          overwrite,
          append,
        },
        claim: { database, use: 'shared' },
        audit: {
          event: 'import.asked',
          subject: database.name,
          details: { filename: upload.filename, layer, ...target, overwrite, append },
        },
        cause,
      });
      return jobId;
    },
  };
}

/** A valid table name for a layer, whose name may be anything. */
function tableFor(layer: string): string {
  const name = launder(layer);
  return /^[\p{L}_]/u.test(name) ? name : launder(`_${name}`);
}
