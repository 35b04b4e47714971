import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { inTransaction } from '@cairn/db';
import { fetchPart } from '@cairn/files';
import type { FileIdentity, Part, PartFiles, PartOutcome } from '@cairn/files';
import type { Db } from '../../db/schema.ts';
import { ProviderError } from '../providers/errors.ts';
import { failureOfAnswer, failureOfExchange } from '../providers/outcome.ts';
import type { Provider, ProviderFile, ProviderVersion } from '../providers/types.ts';
import { claimDownload, endDownload, saveDownload } from './download-repo.ts';
import type { Download } from './download-repo.ts';
import { connectionLost, fileDamaged, fileKeepsChanging, versionReplaced } from './errors.ts';
import { insertObject } from './object-repo.ts';
import type { KeptFile } from './types.ts';

export interface FetchFileDeps {
  db: Db;
  parts: PartFiles;
  /** First pause after a lost connection; doubles with each one in a row. */
  retryMs: number;
}

export interface FetchFileRequest {
  projectId: number;
  provider: Provider;
  providerId: string;
  version: ProviderVersion;
  file: ProviderFile;
  /** The object that had these bytes, when its file is gone. */
  lostKey: string | null;
  signal: AbortSignal;
  /** Bytes of the file so far; first those of an earlier attempt. */
  onBytes(bytes: number): void;
}

/** A connection that brings this much does not count as a failure. */
const PROGRESS_BYTES = 64 * 1024;
const MAX_FAILURES = 5;
/** Larger than any GeoPackage that crews carry. */
const MAX_BYTES = 2 ** 40;

/**
 * Fetches a file, or the rest that an earlier attempt left, verifies it and keeps it as an object. A lost connection continues a few times
 * here; a file with another hash or size is fetched once more from its first byte.
 *
 * @throws {ProviderError} as the fault table says
 * @throws {AppError} unavailable on a full disk; conflict when another attempt took the download over
 */
export async function fetchFile(deps: FetchFileDeps, request: FetchFileRequest): Promise<KeptFile> {
  const { projectId, file, version } = request;
  const key = { projectId, path: file.path, identity: identityOf(file, version) };
  const download = await claimDownload(deps.db, key, randomUUID());
  const part = await deps.parts.open(download.part, { offset: download.savedBytes });
  try {
    request.onBytes(part.size);
    const identity = await fetchVerified(deps, request, { download, part });
    return await keepPart(deps, request, { download, part, identity });
  } finally {
    await part.close();
  }
}

/** What the bytes of a file must be; a file without a hash is one of its version. */
export function identityOf({ sha256, sha1, size }: ProviderFile, version: ProviderVersion): string {
  if (sha256) return `sha256:${sha256}`;
  return sha1 ? `sha1:${sha1}` : `version:${version}:${size}`;
}

interface OpenDownload {
  download: Download;
  part: Part;
}

async function fetchVerified(
  deps: FetchFileDeps,
  request: FetchFileRequest,
  open: OpenDownload,
): Promise<KeptIdentity> {
  const { part } = open;
  const { file, signal } = request;
  let failures = 0;
  let mismatches = 0;
  for (;;) {
    const before = part.size;
    const outcome = await fetchOnce(deps, request, open);
    if (outcome.kind === 'complete') return { ...outcome, sha1: outcome.sha1 ?? '' };
    if (outcome.kind === 'changing') throw fileKeepsChanging(file.path);
    if (outcome.kind === 'refused')
      throw new ProviderError(failureOfAnswer({ ...outcome, text: '' }, new Date()));
    if (outcome.kind === 'mismatch') {
      mismatches += 1;
      if (mismatches === 2) throw await toMismatchError(request, outcome);
      continue;
    }
    failures = part.size >= before + PROGRESS_BYTES ? 1 : failures + 1;
    if (failures > MAX_FAILURES) throw connectionLost(file.path, outcome.error);
    await delay(deps.retryMs * 2 ** (failures - 1), undefined, { signal }).catch(() => undefined);
    signal.throwIfAborted();
  }
}

type KeptIdentity = Pick<KeptFile, 'size' | 'sha256' | 'sha1'>;

function fetchOnce(
  { db }: FetchFileDeps,
  { provider, providerId, version, file, signal, onBytes }: FetchFileRequest,
  { download, part }: OpenDownload,
): Promise<PartOutcome> {
  return fetchPart(part, {
    request: (rest) => provider.open(providerId, { version, file, from: rest?.offset ?? 0, signal }),
    expected: { size: file.size, sha256: file.sha256 ?? null, sha1: file.sha1 ?? null },
    withSha1: true,
    maxBytes: MAX_BYTES,
    validators: download.validators,
    async saveOffset(savedBytes, validators) {
      await saveDownload(db, download, { savedBytes, validators });
      Object.assign(download, { savedBytes, validators });
    },
    signal,
    onBytes,
  }).catch((error: unknown) => {
    throw failureOfExchange(error);
  });
}

/** The bytes of an old version may be rebuilt, and then differ from the list without being damaged. */
async function toMismatchError(
  { provider, providerId, version, file, signal }: FetchFileRequest,
  mismatch: { expected: object; actual: FileIdentity } & Extract<PartOutcome, { kind: 'mismatch' }>,
): Promise<Error> {
  const current = (await provider.poll([providerId], signal)).get(providerId);
  const isReplaced = current !== undefined && 'version' in current && current.version !== version;
  return isReplaced ? versionReplaced(file.path) : fileDamaged(file.path, mismatch);
}

async function keepPart(
  { db, parts }: FetchFileDeps,
  { lostKey }: FetchFileRequest,
  { download, part, identity }: OpenDownload & { identity: KeptIdentity },
): Promise<KeptFile> {
  const { size, sha256, sha1 } = identity;
  const object = await parts.keep(part, sha256);
  let key: string;
  try {
    key = await inTransaction(db, {}, async (trx) => {
      await endDownload(trx, download);
      return insertObject(trx, { key: object.key, size, sha256, sha1 }, lostKey);
    });
  } catch (error) {
    // The answer to the commit may be what was lost.
    await object.deferToSweeper();
    throw error;
  }
  if (key === object.key) await object.confirm();
  else await object.remove();
  await parts.remove(download.part);
  return { key, size, sha256, sha1 };
}
