import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { applyPackageChangesets, openGdal } from '@cairn/geo';
import { ProgramError } from '@cairn/programs';
import { createMinorGc } from '@cairn/files';
import type { Storage } from '@cairn/files';
import { ProviderError } from '../providers/errors.ts';
import type { Provider, ProviderDiff } from '../providers/types.ts';
import type { ByteCounter } from './byte-counter.ts';
import type { DiffChain } from './choose-diffs.ts';
import { withDownload } from './download.ts';
import type { DownloadDeps } from './download.ts';
import { deleteOtherDownloads, endDownload } from './download-repo.ts';
import type { Download } from './download-repo.ts';
import { fileDamaged } from './errors.ts';
import { findRebuilt, saveRebuilt } from './rebuilt-repo.ts';
import { registerObject } from './register-object.ts';
import type { FetchVersionRequest, KeptFile, ListedFile } from './types.ts';

export interface RebuildDeps extends DownloadDeps {
  storage: Storage;
  now: () => Date;
}

interface RebuildRequest {
  listed: ListedFile;
  chain: DiffChain;
  counter: ByteCounter;
}

interface FetchedDiff {
  download: Download;
  path: string;
  size: number;
}

/** The bytes of a difference are known by its name alone. */
export const identityOfDiff = ({ id }: ProviderDiff) => `diff:${id}`;

/** A package of this project that was put together before in place of a listed file. */
export async function findRebuiltPackage(
  { db, storage }: Pick<RebuildDeps, 'db' | 'storage'>,
  projectId: number,
  { identity }: ListedFile,
): Promise<KeptFile | null> {
  const rebuilt = await findRebuilt(db, projectId, identity);
  return rebuilt && (await storage.size(rebuilt.key)) === rebuilt.size ? rebuilt : null;
}

/**
 * Fetches differences and puts the package together: the rows of the listed file in other bytes. Null where that fails in any
 * way that the whole file may not, with a line in the log.
 *
 * @throws {ProviderError} sign_in
 * @throws {AppError} unavailable on a full disk; conflict when another attempt took a download over
 */
export async function rebuildPackage(
  deps: RebuildDeps,
  request: FetchVersionRequest,
  rebuild: RebuildRequest,
): Promise<KeptFile | null> {
  const { project, pinned, signal, log } = request;
  const { file, identity } = rebuild.listed;
  try {
    const diffs = await fetchDiffs(deps, request, rebuild);
    const rebuilt = await deps.storage.inScratch((cwd) =>
      putTogether(deps, request, { ...rebuild, diffs, cwd }),
    );
    await log('info', `Put ${file.path} of version ${pinned.version} together from ${countOf(diffs)}.`);
    return rebuilt;
  } catch (error) {
    signal.throwIfAborted();
    const reason = reasonOf(error);
    if (reason === null) throw error;
    // Differences that do not fit are of no use; what is left of others may still be completed.
    if (error instanceof DiffRefused) await deleteOtherDownloads(deps.db, project.id, [identity]);
    await log('warning', `${reason} The whole file ${file.path} is fetched instead.`);
    return null;
  }
}

/** The differences do not lead to a package. The message is a sentence. */
class DiffRefused extends Error {}

function reasonOf(error: unknown): string | null {
  if (error instanceof DiffRefused) return error.message;
  if (error instanceof ProgramError) return 'The differences could not be applied.';
  if (!(error instanceof ProviderError) || error.outcome === 'sign_in') return null;
  if (error.code === 'field_sync.provider_too_large') return 'The differences are too large to save time.';
  return `The differences could not be fetched: ${error.message}`;
}

async function fetchDiffs(
  deps: RebuildDeps,
  { project, provider, providerId, signal }: FetchVersionRequest,
  { listed, chain, counter }: RebuildRequest,
): Promise<FetchedDiff[]> {
  const openDiff = provider.openDiff as NonNullable<Provider['openDiff']>;
  const { path } = listed.file;
  const fetched: FetchedDiff[] = [];
  let bytes = 0;
  for (const diff of chain.diffs) {
    const identity = identityOfDiff(diff);
    const request = {
      key: { projectId: project.id, path, identity },
      expected: { size: diff.size, sha1: diff.sha1 ?? null },
      maxBytes: chain.maxBytes - bytes,
      open: (from: number) => openDiff(providerId, { path, diff, from, signal }),
      toMismatchError: (mismatch: Parameters<typeof fileDamaged>[1]) => fileDamaged(path, mismatch),
      ...{ signal, onBytes: counter.countFor(identity) },
    };
    const complete = await withDownload(deps, request, async ({ download, part }) => ({
      ...{ download, path: part.path, size: part.size },
    }));
    bytes += complete.size;
    fetched.push(complete);
  }
  return fetched;
}

async function putTogether(
  { db, storage, parts, now }: RebuildDeps,
  { project, signal }: FetchVersionRequest,
  { listed, chain, diffs, cwd }: RebuildRequest & { diffs: FetchedDiff[]; cwd: string },
): Promise<KeptFile> {
  const { base } = chain;
  const output = join(cwd, 'package.gpkg');
  const reply = await applyPackageChangesets(
    await openGdal(),
    { file: storage.path(base.key), changesets: diffs.map(({ path }) => path), output },
    { cwd, signal },
  );
  if ('refused' in reply)
    throw new DiffRefused(
      `Difference ${reply.changeset + 1} of ${diffs.length} does not fit the package: ${reply.reason}.`,
    );
  const identity = await syncAndHash(output);
  const lostKey = (await findRebuilt(db, project.id, listed.identity))?.key ?? null;
  const object = await storage.adopt({ path: output, sha256: identity.sha256 });
  const kept = await registerObject(db, { object, identity, lostKey }, async (trx, key) => {
    for (const { download } of diffs) await endDownload(trx, download);
    await saveRebuilt(trx, {
      ...{ projectId: project.id, key, identity: listed.identity },
      ...{ diffs: base.diffs + diffs.length, firstDiffAt: base.firstDiffAt ?? now() },
    });
  });
  for (const { download } of diffs) await parts.remove(download.part);
  return kept;
}

async function syncAndHash(path: string): Promise<Omit<KeptFile, 'key'>> {
  const handle = await open(path, 'r+');
  try {
    const [sha256, sha1] = [createHash('sha256'), createHash('sha1')];
    const collect = createMinorGc();
    for await (const chunk of handle.createReadStream({ autoClose: false, highWaterMark: 1024 * 1024 })) {
      sha256.update(chunk as Buffer);
      sha1.update(chunk as Buffer);
      collect((chunk as Buffer).length);
    }
    await handle.chmod(0o600);
    await handle.sync();
    const { size } = await handle.stat();
    return { size, sha256: sha256.digest('hex'), sha1: sha1.digest('hex') };
  } finally {
    await handle.close();
  }
}

const countOf = ({ length }: FetchedDiff[]) => (length === 1 ? 'a difference' : `${length} differences`);
