import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { fetchPart } from '@cairn/files';
import type { ExpectedFile, Part, PartFiles, PartOutcome } from '@cairn/files';
import type { Db } from '../../db/schema.ts';
import { ProviderError } from '../providers/errors.ts';
import { failureOfAnswer, failureOfExchange } from '../providers/outcome.ts';
import type { FileResponse } from '../providers/types.ts';
import { claimDownload, saveDownload } from './download-repo.ts';
import type { Download, DownloadKey } from './download-repo.ts';
import { connectionLost, fileKeepsChanging } from './errors.ts';
import type { KeptFile } from './types.ts';

export interface DownloadDeps {
  db: Db;
  parts: PartFiles;
  /** First pause after a lost connection; doubles with each one in a row. */
  retryMs: number;
}

export interface DownloadRequest {
  key: DownloadKey;
  expected: ExpectedFile;
  /** Larger ones are refused: `field_sync.provider_too_large`. */
  maxBytes: number;
  open(from: number): Promise<FileResponse>;
  /** What is thrown for bytes that are not the expected ones, twice in a row. */
  toMismatchError(mismatch: Mismatch): Promise<Error> | Error;
  signal: AbortSignal;
  /** Bytes so far; first those of an earlier attempt. */
  onBytes(bytes: number): void;
}

export type Mismatch = Extract<PartOutcome, { kind: 'mismatch' }>;

export interface CompleteDownload {
  download: Download;
  part: Part;
  identity: Omit<KeptFile, 'key'>;
}

/** A connection that brings this much does not count as a failure. */
const PROGRESS_BYTES = 64 * 1024;
const MAX_FAILURES = 5;

/**
 * Downloads something, or the rest that an earlier attempt left, and verifies it. A lost connection continues a few times here; other bytes
 * than expected are fetched once more from the first one. The row and the part stay until `use` ends them, also where it fails.
 *
 * @throws {ProviderError} as the fault table says
 * @throws {AppError} unavailable on a full disk; conflict when another attempt took the download over
 */
export async function withDownload<T>(
  deps: DownloadDeps,
  request: DownloadRequest,
  use: (complete: CompleteDownload) => Promise<T>,
): Promise<T> {
  const download = await claimDownload(deps.db, request.key, randomUUID());
  const part = await deps.parts.open(download.part, { offset: download.savedBytes });
  try {
    request.onBytes(part.size);
    const identity = await fetchVerified(deps, request, { download, part });
    return await use({ download, part, identity });
  } finally {
    await part.close();
  }
}

type OpenDownload = Pick<CompleteDownload, 'download' | 'part'>;

async function fetchVerified(
  deps: DownloadDeps,
  request: DownloadRequest,
  open: OpenDownload,
): Promise<CompleteDownload['identity']> {
  const { part } = open;
  const { key, signal } = request;
  let failures = 0;
  let mismatches = 0;
  for (;;) {
    const before = part.size;
    const outcome = await fetchOnce(deps, request, open);
    if (outcome.kind === 'complete') {
      const { size, sha256, sha1 } = outcome;
      return { size, sha256, sha1: sha1 ?? '' };
    }
    if (outcome.kind === 'changing') throw fileKeepsChanging(key.path);
    if (outcome.kind === 'refused')
      throw new ProviderError(failureOfAnswer({ ...outcome, text: '' }, new Date()));
    if (outcome.kind === 'mismatch') {
      mismatches += 1;
      if (mismatches === 2) throw await request.toMismatchError(outcome);
      continue;
    }
    failures = part.size >= before + PROGRESS_BYTES ? 1 : failures + 1;
    if (failures > MAX_FAILURES) throw connectionLost(key.path, outcome.error);
    await delay(deps.retryMs * 2 ** (failures - 1), undefined, { signal }).catch(() => undefined);
    signal.throwIfAborted();
  }
}

function fetchOnce(
  { db }: DownloadDeps,
  { open, expected, maxBytes, signal, onBytes }: DownloadRequest,
  { download, part }: OpenDownload,
): Promise<PartOutcome> {
  return fetchPart(part, {
    request: (rest) => open(rest?.offset ?? 0),
    ...{ expected, maxBytes, withSha1: true, validators: download.validators },
    async saveOffset(savedBytes, validators) {
      await saveDownload(db, download, { savedBytes, validators });
      Object.assign(download, { savedBytes, validators });
    },
    ...{ signal, onBytes },
  }).catch((error: unknown) => {
    throw failureOfExchange(error);
  });
}
