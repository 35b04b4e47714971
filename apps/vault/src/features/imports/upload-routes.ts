import type { Request } from 'express';
import type { VaultOperations, VaultSchemas } from '@cairn/contracts';
import { receiveUpload } from '@cairn/files';
import type { Storage } from '@cairn/files';
import { checkFileName } from '@cairn/geo';
import { badRequest, streaming } from '@cairn/service';
import type { Actor, Call, Handlers } from '@cairn/service';
import { positiveInteger } from '../datasets/routes.ts';
import { datasetName, nameFromFile } from '../versions/dataset-name.ts';
import { pagePath } from '../../page-path.ts';
import { toIngestBody } from '../versions/mapper.ts';
import type { IngestService } from '../versions/ingest.ts';
import type { Destination, IngestResult } from '../versions/types.ts';
import { loadAfterUpload } from '../connections/after-upload.ts';
import type { AfterUploadDeps } from '../connections/after-upload.ts';
import { readPostgisRequest } from '../connections/request.ts';

export interface UploadRoutes extends AfterUploadDeps {
  ingest: IngestService;
  storage: Storage;
  maxUploadBytes: number;
}

const MAX_LABEL = 300;

interface Wanted {
  projectId: number;
  /** Name in the path or the query; a form field wins, a file's name is the last resort. */
  name?: string;
  nameIsFixed: boolean;
  folderId?: string;
}

interface Received {
  result: IngestResult;
  spatialdb?: VaultSchemas['SpatialDbResult'];
}

export function uploadRoutes({
  ingest,
  storage,
  maxUploadBytes,
  ...after
}: UploadRoutes): Handlers<VaultOperations, 'readLimits' | 'uploadToProject' | 'uploadToDataset'> {
  async function receive(
    req: Request,
    actor: Actor,
    { wanted, call }: { wanted: Wanted; call: Call },
  ): Promise<Received> {
    const resolveDestination = (fileName: string, fields: Record<string, string>): Promise<Destination> => {
      const chosen = wanted.nameIsFixed ? wanted.name : fields.dataset_name?.trim() || wanted.name;
      return ingest.resolveDestination(actor, {
        name: chosen ? datasetName(chosen) : nameFromFile(fileName),
        projectId: wanted.projectId,
        folderId: positiveInteger(fields.folder_id ?? wanted.folderId),
      });
    };
    let destination: Destination | null = null;
    const { fileName, file, fields } = await receiveUpload({
      req,
      storage,
      maxBytes: maxUploadBytes,
      field: 'file',
      async accept(name, early) {
        checkFileName(name);
        readPostgisRequest(early);
        readLabel(early.version_label);
        destination = await resolveDestination(name, early);
      },
    });
    try {
      // Fields behind the file may have changed where it goes; what was there at the beginning stays decisive.
      const settled: Destination = destination ?? (await resolveDestination(fileName, fields));
      const late = fields.dataset_name !== undefined || fields.folder_id !== undefined;
      const final = late ? await resolveDestination(fileName, fields) : settled;
      const to = final.name === settled.name ? { ...final, datasetId: settled.datasetId } : final;
      const request = readPostgisRequest(fields);
      const label = readLabel(fields.version_label);
      const result = await ingest.ingest({
        fileName,
        file,
        destination: to,
        author: { id: actor.id, username: actor.username },
        origin: { operation: 'upload', ...(label ? { label } : {}) },
        signal: call.signal,
      });
      if (!request) return { result };
      const version = { id: result.versionId, dataset: result.dataset };
      return {
        result,
        spatialdb: await loadAfterUpload(after, { actor, version, request, signal: call.signal }),
      };
    } finally {
      await file.discard();
    }
  }

  return {
    readLimits: () => Promise.resolve({ max_upload_bytes: maxUploadBytes }),
    uploadToProject: streaming(async ({ req, res, input, actor, call }) => {
      const { query, path } = input;
      const wanted = {
        projectId: path.id,
        nameIsFixed: false,
        ...(query.dataset_name ? { name: query.dataset_name } : {}),
        ...(query.folder_id ? { folderId: query.folder_id } : {}),
      };
      const { result, ...beside } = await receive(req, actor, { wanted, call });
      if (acceptsJson(req)) {
        res.status(201).json({ ...toIngestBody(result, call.basePath), ...beside });
        return;
      }
      res.statusCode = 303;
      res.setHeader('Location', pagePath(result.dataset, call.basePath));
      res.end();
    }),

    uploadToDataset: streaming(async ({ req, res, input, actor, call }) => {
      const { query, path } = input;
      const wanted = {
        projectId: 1,
        name: path.name,
        nameIsFixed: true,
        ...(query.folder_id ? { folderId: query.folder_id } : {}),
      };
      const { result, ...beside } = await receive(req, actor, { wanted, call });
      res.status(201).json({ ...toIngestBody(result, call.basePath), ...beside });
    }),
  };
}

/** A browser's form sends text/html first; only who names JSON gets it. */
function acceptsJson(req: Request): boolean {
  return /\bapplication\/json\b/i.test(req.headers.accept ?? '');
}

/** A comment on the version; null without one. @throws {AppError} bad_request when it is too long. */
function readLabel(text: string | undefined): string | null {
  const label = text?.trim() ?? '';
  if (label.length > MAX_LABEL)
    throw badRequest(
      'vault.label_too_long',
      `The comment has more than ${MAX_LABEL} characters. Shorten it.`,
    );
  return label === '' ? null : label;
}
