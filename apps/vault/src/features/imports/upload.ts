import type { Request } from 'express';
import type { VaultSchemas } from '@cairn/contracts';
import { receiveUpload } from '@cairn/files';
import type { Storage } from '@cairn/files';
import { checkFileName } from '@cairn/geo';
import { auditContext, badRequest, parseId } from '@cairn/service';
import type { Actor, Call } from '@cairn/service';
import { readLoadRequest } from '../connections/read-request.ts';
import type { PostgisService } from '../connections/service.ts';
import { publishIngested } from '../mapserver/publications/after-ingest.ts';
import type { MapServerResult } from '../mapserver/publications/after-ingest.ts';
import { readPublishSettings } from '../mapserver/publications/read-request.ts';
import type { Publications } from '../mapserver/publications/service.ts';
import { datasetName, nameFromFile } from '../versions/dataset-name.ts';
import type { VersionWriter } from '../versions/version-writer.ts';
import type { Destination, IngestResult } from '../versions/types.ts';

export interface UploadDeps {
  versionWriter: VersionWriter;
  storage: Storage;
  postgis: PostgisService;
  mapPublications: Publications;
  maxUploadBytes: number;
}

export interface UploadRequest {
  projectId: number;
  /** Name in the path or the query; else the name of the file is used. */
  name?: string | undefined;
  /** The dataset of the path, whose permissions were checked; 0 for an unknown one. The field dataset_name is then ignored. */
  datasetId?: number;
  folderId?: string | undefined;
}

export interface UploadResult {
  result: IngestResult;
  spatialdb?: VaultSchemas['SpatialDbResult'];
  mapserver?: MapServerResult;
}

const MAX_LABEL = 300;

/** Receives a file and creates a version from it; loads it into PostGIS if that is requested. */
export async function receiveFile(
  { versionWriter, storage, postgis, mapPublications, maxUploadBytes }: UploadDeps,
  { req, actor, call }: { req: Request; actor: Actor; call: Call },
  upload: UploadRequest,
): Promise<UploadResult> {
  const { signal } = call;
  const resolve = (fileName: string, fields: Record<string, string>): Promise<Destination> => {
    const isNamed = upload.datasetId !== undefined;
    const name = isNamed ? upload.name : fields.dataset_name?.trim() || upload.name;
    return versionWriter.resolveDestination(actor, {
      name: name ? datasetName(name) : nameFromFile(fileName),
      datasetId: upload.datasetId,
      projectId: upload.projectId,
      folderId: parseId(fields.folder_id ?? upload.folderId),
    });
  };
  let early: Destination | null = null;
  const { fileName, file, fields } = await receiveUpload({
    req,
    storage,
    maxBytes: maxUploadBytes,
    field: 'file',
    async accept(name, earlyFields) {
      checkFileName(name);
      readLoadRequest(earlyFields);
      readPublishSettings(earlyFields);
      readLabel(earlyFields.version_label);
      early = await resolve(name, earlyFields);
    },
  });
  try {
    // Fields after the file may change the destination; a dataset that existed at the beginning stays the destination.
    const first: Destination = early ?? (await resolve(fileName, fields));
    const isChanged = fields.dataset_name !== undefined || fields.folder_id !== undefined;
    const last = isChanged ? await resolve(fileName, fields) : first;
    const destination = last.name === first.name ? { ...last, datasetId: first.datasetId } : last;
    const request = readLoadRequest(fields);
    const settings = readPublishSettings(fields);
    const label = readLabel(fields.version_label);
    const result = await versionWriter.ingest({
      fileName,
      file,
      destination,
      author: { id: actor.id, username: actor.username },
      cause: auditContext(actor, call),
      origin: { operation: 'upload', ...(label ? { label } : {}) },
      signal,
    });
    const { versionId } = result;
    const published = await publishIngested(mapPublications, actor, { versionId, settings });
    if (!request) return { result, ...published };
    const version = { id: result.versionId, dataset: result.dataset };
    const spatialdb = await postgis.loadAndWait({ actor, version, request, signal });
    return { result, spatialdb, ...published };
  } finally {
    await file.discard();
  }
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
