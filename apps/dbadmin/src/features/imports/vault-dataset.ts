import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { forwardableCredential } from '@cairn/auth';
import { createVaultClient } from '@cairn/contracts';
import type { StagedFile, Storage } from '@cairn/files';
import { AppError, callService, outboundFetch } from '@cairn/service';
import type { Call } from '@cairn/service';
import {
  datasetCutShort,
  datasetTooLarge,
  noSuchVersion,
  noVault,
  rasterNotImported,
  tableNotImported,
  vaultRefused,
} from './errors.ts';

const READ_MS = 10_000;
const FILE_MS = 15 * 60_000;

export interface DatasetChoice {
  /** Name of a dataset of the vault. */
  dataset: string;
  /** null for the latest one. */
  version: number | null;
}

export interface VaultFiles {
  url: string | undefined;
  storage: Pick<Storage, 'stage'>;
  /** The largest file in bytes. */
  maxBytes: number;
}

interface DatasetFile {
  fileName: string;
  size: number;
  /** The caller discards the file. */
  fetch(): Promise<StagedFile>;
}

/**
 * Finds the file of a dataset with the session of the user, so that the vault decides whether they may have it.
 * @throws {AppError} with the vault's sentence when it refuses.
 */
export async function findDatasetFile(
  { url, storage, maxBytes }: VaultFiles,
  choice: DatasetChoice,
  call: Pick<Call, 'requestId' | 'signal' | 'request'>,
): Promise<DatasetFile> {
  if (url === undefined) throw noVault();
  const baseUrl = url.replace(/\/$/, '');
  const headers = forwardableCredential(call.request.headers);
  const client = createVaultClient({
    baseUrl,
    fetch: outboundFetch({ call, deadlineMs: READ_MS, headers }),
  });
  const { data, response, error } = await client.GET('/datasets/{name}/versions', {
    params: { path: { name: choice.dataset } },
  });
  if (!data) throw vaultRefused(response.status, error?.error);
  const version = data.versions.find((each) => choice.version === null || each.version === choice.version);
  if (!version) throw noSuchVersion(choice.dataset);
  if (version.type !== 'vector') throw rasterNotImported();
  if (version.datasource_type === 'spatialdb') throw tableNotImported();
  if (version.size > maxBytes) throw datasetTooLarge(maxBytes);
  const { id, size, file_name: fileName } = version;

  async function fetch(): Promise<StagedFile> {
    const response = await callService({
      url: `${baseUrl}/versions/${id}/download`,
      call,
      deadlineMs: FILE_MS,
      headers: { ...headers, accept: 'application/octet-stream' },
    });
    if (!response.ok || !response.body) {
      const body = (await response.json().catch(() => null)) as { error?: string } | null;
      throw vaultRefused(response.status, body?.error);
    }
    const bytes = Readable.fromWeb(response.body as ReadableStream<Uint8Array>);
    const file = await storage.stage(bytes, { signal: call.signal }).catch((error: unknown) => {
      throw error instanceof AppError || call.signal.aborted ? error : datasetCutShort(error);
    });
    if (file.size === size) return file;
    await file.discard();
    throw datasetCutShort();
  }

  return { fileName, size, fetch };
}
