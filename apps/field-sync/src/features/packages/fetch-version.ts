import { inTransaction } from '@cairn/db';
import type { Storage } from '@cairn/files';
import type { ProviderFile } from '../providers/types.ts';
import { checkPackage, findWriteAheadLog } from './check-package.ts';
import { deleteOtherDownloads } from './download-repo.ts';
import { OBJECT_REMOVED, packageNotListed } from './errors.ts';
import { fetchFile, identityOf } from './fetch-file.ts';
import type { FetchFileDeps } from './fetch-file.ts';
import { findObjects } from './object-repo.ts';
import { runAtOnce } from './run-at-once.ts';
import { saveSnapshot } from './snapshot-repo.ts';
import type { FetchVersionRequest, FetchedVersion, KeptFile } from './types.ts';

export interface FetchVersionDeps extends FetchFileDeps {
  storage: Storage;
}

/** Photos are many and small, so that the round trips cost more than the bytes. */
const FILES_AT_ONCE = 4;

/** A file of the version, with what its bytes must be. */
interface ListedFile {
  identity: string;
  file: ProviderFile;
}

/** Files that are here, and keys of objects whose file is gone from the storage, by identity. */
interface KnownFiles {
  kept: Map<string, KeptFile>;
  lost: Map<string, string>;
}

/**
 * Fetches the files of a version that are not here yet, and saves the snapshot that names them all. Several files with the same bytes
 * are one object.
 *
 * @throws {ProviderError} as the fault table says
 * @throws {AppError} unavailable on a full disk
 */
export async function fetchVersion(
  deps: FetchVersionDeps,
  request: FetchVersionRequest,
): Promise<FetchedVersion> {
  const { project, pinned } = request;
  const listed = chooseFiles(request);
  const identities = listed.map(({ identity }) => identity);
  await deleteOtherDownloads(deps.db, project.id, identities);
  const known = await findKnownFiles(deps, listed);
  const bytesFetched = await fetchMissing(deps, request, { listed, known });
  const files = listed.map(({ identity, file }) => ({
    ...(known.kept.get(identity) as KeptFile),
    path: file.path,
  }));
  const geopackage = files[0] as KeptFile;
  const warnings = [
    ...(await checkPackage(deps.storage.path(geopackage.key), project.geopackage)),
    ...findWriteAheadLog(pinned.files, project.geopackage),
  ];
  const version = { projectId: project.id, version: pinned.version, packageSha256: geopackage.sha256 };
  const snapshot = await inTransaction(deps.db, OBJECT_REMOVED, (trx) => saveSnapshot(trx, version, files));
  return { snapshot, bytesTotal: files.reduce((sum, { size }) => sum + size, 0), bytesFetched, warnings };
}

/** The package first: a run needs nothing else to compare. */
function chooseFiles({ project, pinned }: FetchVersionRequest): ListedFile[] {
  const geopackage = pinned.files.find(({ path }) => path === project.geopackage);
  if (!geopackage) throw packageNotListed(project.geopackage);
  const others = project.files === 'package' ? [] : pinned.files.filter((file) => file !== geopackage);
  return [geopackage, ...others].map((file) => ({ file, identity: identityOf(file, pinned.version) }));
}

async function findKnownFiles({ db, storage }: FetchVersionDeps, listed: ListedFile[]): Promise<KnownFiles> {
  const hashes = (name: 'sha256' | 'sha1') => listed.flatMap(({ file }) => file[name] ?? []);
  const known: KnownFiles = { kept: new Map(), lost: new Map() };
  const objects = await findObjects(db, { sha256: hashes('sha256'), sha1: hashes('sha1') });
  const sizes = await Promise.all(objects.map(({ key }) => storage.size(key)));
  for (const [at, object] of objects.entries()) {
    const isHere = sizes[at] === object.size;
    for (const identity of [`sha256:${object.sha256}`, `sha1:${object.sha1}`]) {
      if (isHere) known.kept.set(identity, object);
      else known.lost.set(identity, object.key);
    }
  }
  return known;
}

/** Adds what it fetched to `known`. Returns how many bytes came over the network. */
async function fetchMissing(
  deps: FetchVersionDeps,
  { project, provider, providerId, pinned, signal, onBytes }: FetchVersionRequest,
  { listed, known }: { listed: ListedFile[]; known: KnownFiles },
): Promise<number> {
  const missing = [...new Map(listed.map((each) => [each.identity, each])).values()].filter(
    ({ identity }) => !known.kept.has(identity),
  );
  const total = missing.reduce((sum, { file }) => sum + file.size, 0);
  const bytesOf = new Map<string, number>();
  let fetched = 0;
  let fetchedBefore = 0;
  const request = { projectId: project.id, provider, providerId, version: pinned.version };
  await runAtOnce(missing, { limit: FILES_AT_ONCE, signal }, async ({ identity, file }, stop) => {
    const count = (bytes: number) => {
      const last = bytesOf.get(identity);
      if (last === undefined) fetchedBefore += bytes;
      fetched += bytes - (last ?? 0);
      bytesOf.set(identity, bytes);
      onBytes({ total, fetched });
    };
    const lostKey = known.lost.get(identity) ?? null;
    const kept = await fetchFile(deps, { ...request, file, lostKey, signal: stop, onBytes: count });
    known.kept.set(identity, kept);
  });
  return fetched - fetchedBefore;
}
