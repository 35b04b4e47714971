import { inTransaction } from '@cairn/db';
import type { PackageSource } from '../../db/schema.ts';
import { createByteCounter } from './byte-counter.ts';
import type { ByteCounter } from './byte-counter.ts';
import { checkPackage, findWriteAheadLog } from './check-package.ts';
import { chooseDiffs } from './choose-diffs.ts';
import { deleteOtherDownloads } from './download-repo.ts';
import { OBJECT_REMOVED, packageNotListed } from './errors.ts';
import { fetchFile, identityOf } from './fetch-file.ts';
import { findObjects } from './object-repo.ts';
import { findRebuiltPackage, identityOfDiff, rebuildPackage } from './rebuild-package.ts';
import type { RebuildDeps } from './rebuild-package.ts';
import { runAtOnce } from './run-at-once.ts';
import { saveSnapshot } from './snapshot-repo.ts';
import type { FetchVersionRequest, FetchedVersion, KeptFile, ListedFile } from './types.ts';

/** Photos are many and small, so that the round trips cost more than the bytes. */
const FILES_AT_ONCE = 4;

/** Files that are here, and keys of objects whose file is gone from the storage, by identity. */
interface KnownFiles {
  kept: Map<string, KeptFile>;
  lost: Map<string, string>;
}

/**
 * Fetches the files of a version that are not here yet, and saves the snapshot that names them all. Several files with the same bytes
 * are one object. The package is put together from the provider's differences where that is safe and saves bytes.
 *
 * @throws {ProviderError} as the fault table says
 * @throws {AppError} unavailable on a full disk
 */
export async function fetchVersion(deps: RebuildDeps, request: FetchVersionRequest): Promise<FetchedVersion> {
  const { project, pinned } = request;
  const listed = chooseFiles(request);
  const known = await findKnownFiles(deps, listed);
  const counter = createByteCounter(request.onBytes);
  const { rebuilt, packageSource } = await obtainWithoutFile(deps, request, { listed, known, counter });
  await fetchMissing(deps, request, { listed: rebuilt ? listed.slice(1) : listed, known, counter });
  const files = listed.map(({ identity, file }, at) => ({
    ...((at === 0 && rebuilt) || (known.kept.get(identity) as KeptFile)),
    path: file.path,
  }));
  const geopackage = files[0] as KeptFile;
  const warnings = [
    ...(await checkPackage(deps.storage.path(geopackage.key), project.geopackage)),
    ...findWriteAheadLog(pinned.files, project.geopackage),
  ];
  const version = { projectId: project.id, version: pinned.version, packageSha256: geopackage.sha256 };
  const snapshot = await inTransaction(deps.db, OBJECT_REMOVED, (trx) => saveSnapshot(trx, version, files));
  const bytesTotal = files.reduce((sum, { size }) => sum + size, 0);
  return { snapshot, bytesTotal, bytesFetched: counter.received(), packageSource, warnings };
}

/** The package first: a run needs nothing else to compare. */
function chooseFiles({ project, pinned }: FetchVersionRequest): ListedFile[] {
  const geopackage = pinned.files.find(({ path }) => path === project.geopackage);
  if (!geopackage) throw packageNotListed(project.geopackage);
  const others = project.files === 'package' ? [] : pinned.files.filter((file) => file !== geopackage);
  return [geopackage, ...others].map((file) => ({ file, identity: identityOf(file, pinned.version) }));
}

async function findKnownFiles({ db, storage }: RebuildDeps, listed: ListedFile[]): Promise<KnownFiles> {
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

interface Fetching {
  /** The package is the first. */
  listed: ListedFile[];
  known: KnownFiles;
  counter: ByteCounter;
}

/** A package with the rows of the listed one in other bytes, if there is one or can be one; and where the run gets its package from. */
async function obtainWithoutFile(
  deps: RebuildDeps,
  request: FetchVersionRequest,
  { listed, known, counter }: Fetching,
): Promise<{ rebuilt: KeptFile | null; packageSource: PackageSource }> {
  const { project, base } = request;
  const geopackage = listed[0] as ListedFile;
  const isKnown = known.kept.has(geopackage.identity);
  const earlier = base && !isKnown ? await findRebuiltPackage(deps, project.id, geopackage) : null;
  const chain = isKnown || earlier ? null : await chooseDiffs(deps, request, geopackage);
  const identities = [...listed.map(({ identity }) => identity), ...(chain?.diffs.map(identityOfDiff) ?? [])];
  await deleteOtherDownloads(deps.db, project.id, identities);
  const rebuilt = chain && (await rebuildPackage(deps, request, { listed: geopackage, chain, counter }));
  return {
    rebuilt: earlier ?? rebuilt,
    packageSource: isKnown || earlier ? 'kept' : rebuilt ? 'diffs' : 'file',
  };
}

/** Adds what it fetched to `known`. */
async function fetchMissing(
  deps: RebuildDeps,
  { project, provider, providerId, pinned, signal }: FetchVersionRequest,
  { listed, known, counter }: Fetching,
): Promise<void> {
  const missing = [...new Map(listed.map((each) => [each.identity, each])).values()].filter(
    ({ identity }) => !known.kept.has(identity),
  );
  counter.expect(missing.reduce((sum, { file }) => sum + file.size, 0));
  const request = { projectId: project.id, provider, providerId, version: pinned.version };
  await runAtOnce(missing, { limit: FILES_AT_ONCE, signal }, async ({ identity, file }, stop) => {
    const lostKey = known.lost.get(identity) ?? null;
    const onBytes = counter.countFor(identity);
    const kept = await fetchFile(deps, { ...request, file, lostKey, signal: stop, onBytes });
    known.kept.set(identity, kept);
  });
}
