import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { forwardableCredential } from '@cairn/auth';
import { createVaultClient } from '@cairn/contracts';
import type { StagedFile, Storage } from '@cairn/files';
import {
  AppError,
  badRequest,
  callService,
  forbidden,
  notFound,
  outboundFetch,
  tooLarge,
  unavailable,
} from '@cairn/service';
import type { Call } from '@cairn/service';

const READ_MS = 10_000;
const FILE_MS = 15 * 60_000;

export interface DatasetChoice {
  /** Name of a dataset of the vault. */
  dataset: string;
  /** Its latest one unless said otherwise. */
  version: number | null;
}

export interface VaultFiles {
  url: string | undefined;
  storage: Pick<Storage, 'stage'>;
  /** Most bytes of a file. */
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
  if (url === undefined) {
    throw unavailable(
      'dbadmin.no_vault',
      'Datasets cannot be imported here. Ask the operator to set VAULT_URL.',
    );
  }
  const baseUrl = url.replace(/\/$/, '');
  const headers = forwardableCredential(call.request.headers);
  const client = createVaultClient({
    baseUrl,
    fetch: outboundFetch({ call, deadlineMs: READ_MS, headers }),
  });
  const { data, response, error } = await client.GET('/datasets/{name}/versions', {
    params: { path: { name: choice.dataset } },
  });
  if (!data) throw refused(response.status, error?.error);
  const version = data.versions.find((each) => choice.version === null || each.version === choice.version);
  if (!version) {
    throw notFound('dbadmin.no_such_version', `The dataset "${choice.dataset}" has no such version.`);
  }
  if (version.type !== 'vector') {
    throw badRequest(
      'dbadmin.raster_not_imported',
      'Rasters cannot be imported into a database here; choose a dataset with vector layers.',
    );
  }
  if (version.datasource_type === 'spatialdb') {
    throw badRequest(
      'dbadmin.table_not_imported',
      'This dataset shows a table of a database and has no file; choose another.',
    );
  }
  if (version.size > maxBytes) throw fileTooLarge(maxBytes);
  const { id, size, file_name: fileName } = version;

  async function fetch(): Promise<StagedFile> {
    const answer = await callService({
      url: `${baseUrl}/versions/${id}/download`,
      call,
      deadlineMs: FILE_MS,
      headers: { ...headers, accept: 'application/octet-stream' },
    });
    if (!answer.ok || !answer.body) {
      const body = (await answer.json().catch(() => null)) as { error?: string } | null;
      throw refused(answer.status, body?.error);
    }
    const bytes = Readable.fromWeb(answer.body as ReadableStream<Uint8Array>);
    const file = await storage.stage(bytes, { signal: call.signal }).catch((error: unknown) => {
      throw error instanceof AppError || call.signal.aborted ? error : cutShort(error);
    });
    if (file.size === size) return file;
    await file.discard();
    throw cutShort();
  }

  return { fileName, size, fetch };
}

function cutShort(cause?: unknown): AppError {
  return new AppError({
    kind: 'unavailable',
    code: 'dbadmin.dataset_cut_short',
    message: 'The file of the dataset did not arrive whole. Try again in a moment.',
    cause,
  });
}

function refused(status: number, sentence: string | undefined): AppError {
  const message = sentence ?? 'The vault did not answer as expected. Try again in a moment.';
  if (status === 401 || status === 403) return forbidden('dbadmin.dataset_refused', message);
  if (status === 404) return notFound('dbadmin.no_such_dataset', message);
  return unavailable('dbadmin.vault_failed', message);
}

function fileTooLarge(maxBytes: number): AppError {
  const most = Math.floor(maxBytes / 1024 ** 2);
  return tooLarge(
    'dbadmin.dataset_too_large',
    `The file of the dataset has more than ${most} MiB. Load it from the vault into the database instead.`,
  );
}
