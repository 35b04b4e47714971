import type { Provider, ProviderFile, ProviderVersion } from '../providers/types.ts';
import { withDownload } from './download.ts';
import type { CompleteDownload, DownloadDeps, Mismatch } from './download.ts';
import { endDownload } from './download-repo.ts';
import { fileDamaged, versionReplaced } from './errors.ts';
import { registerObject } from './register-object.ts';
import type { KeptFile } from './types.ts';

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

/** Larger than any GeoPackage that crews carry. */
const MAX_BYTES = 2 ** 40;

/** Fetches a file, or the rest that an earlier attempt left, verifies it and keeps it as an object. Throws as `withDownload` does. */
export async function fetchFile(deps: DownloadDeps, request: FetchFileRequest): Promise<KeptFile> {
  const { projectId, provider, providerId, version, file, signal, onBytes } = request;
  return withDownload(
    deps,
    {
      key: { projectId, path: file.path, identity: identityOf(file, version) },
      expected: { size: file.size, sha256: file.sha256 ?? null, sha1: file.sha1 ?? null },
      maxBytes: MAX_BYTES,
      open: (from) => provider.open(providerId, { version, file, from, signal }),
      toMismatchError: (mismatch) => toMismatchError(request, mismatch),
      ...{ signal, onBytes },
    },
    (complete) => keepPart(deps, request, complete),
  );
}

/** What the bytes of a file must be; a file without a hash is one of its version. */
export function identityOf({ sha256, sha1, size }: ProviderFile, version: ProviderVersion): string {
  if (sha256) return `sha256:${sha256}`;
  return sha1 ? `sha1:${sha1}` : `version:${version}:${size}`;
}

/** The bytes of an old version may be rebuilt, and then differ from the list without being damaged. */
async function toMismatchError(
  { provider, providerId, version, file, signal }: FetchFileRequest,
  mismatch: Mismatch,
): Promise<Error> {
  const current = (await provider.poll([providerId], signal)).get(providerId);
  const isReplaced = current !== undefined && 'version' in current && current.version !== version;
  return isReplaced ? versionReplaced(file.path) : fileDamaged(file.path, mismatch);
}

async function keepPart(
  { db, parts }: DownloadDeps,
  { lostKey }: FetchFileRequest,
  { download, part, identity }: CompleteDownload,
): Promise<KeptFile> {
  const object = await parts.keep(part, identity.sha256);
  const kept = await registerObject(db, { object, identity, lostKey }, (trx) => endDownload(trx, download));
  await parts.remove(download.part);
  return kept;
}
