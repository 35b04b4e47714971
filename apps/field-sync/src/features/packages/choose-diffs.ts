import type { Storage } from '@cairn/files';
import type { Db } from '../../db/schema.ts';
import { ProviderError } from '../providers/errors.ts';
import type { ProviderDiff } from '../providers/types.ts';
import { findBasePackage } from './rebuilt-repo.ts';
import type { BasePackage } from './rebuilt-repo.ts';
import type { FetchVersionRequest, ListedFile } from './types.ts';

/** Differences that lead from a kept package to the one of a version. */
export interface DiffChain {
  base: BasePackage;
  diffs: ProviderDiff[];
  /** All of them together; more is not worth it. */
  maxBytes: number;
}

interface ChooseDeps {
  db: Db;
  storage: Storage;
  now: () => Date;
}

/** After so many, or a day after the first, the whole file is fetched, so that a fault that nobody notices does not last. */
const MAX_DIFFS = 20;
const MAX_AGE_MS = 86_400_000;
/** Of the whole file. */
const MAX_SHARE = 0.25;
/** The reader has each of them in its memory. */
const MAX_BYTES = 64 * 1024 * 1024;

/** The differences by which the package of a version can be put together; null, with a line in the log where it says something: whole file. */
export async function chooseDiffs(
  { db, storage, now }: ChooseDeps,
  { project, provider, providerId, base, pinned, signal, log }: FetchVersionRequest,
  { file }: ListedFile,
): Promise<DiffChain | null> {
  if (!base || base.version === pinned.version || !provider.diffs || !provider.openDiff) return null;
  const refuse = async (reason: string, level: 'info' | 'warning' = 'info') => {
    await log(level, `${reason} The whole file ${file.path} is fetched.`);
    return null;
  };
  const kept = await findBasePackage(db, project.id, base.sha256);
  if (!kept || (await storage.size(kept.key)) !== kept.size)
    return refuse(`The package of version ${base.version} is no longer kept.`);
  if (kept.firstDiffAt !== null && now().getTime() - kept.firstDiffAt.getTime() > MAX_AGE_MS)
    return refuse('The last whole file is older than a day.');
  const range = { path: file.path, since: base.version, to: pinned.version, signal };
  const diffs = await provider.diffs(providerId, range).catch((error: unknown) => {
    signal.throwIfAborted();
    if (!(error instanceof ProviderError) || error.outcome === 'sign_in') throw error;
    return error;
  });
  if (diffs instanceof ProviderError)
    return refuse(`The provider could not list its differences: ${diffs.message}`, 'warning');
  if (diffs === null)
    return refuse(
      `The provider has no differences from version ${base.version} to version ${pinned.version}.`,
    );
  if (kept.diffs + diffs.length > MAX_DIFFS)
    return refuse(`There would be more than ${MAX_DIFFS} differences since the last whole file.`);
  const maxBytes = Math.min(Math.floor(file.size * MAX_SHARE), MAX_BYTES);
  if (diffs.reduce((sum, { size }) => sum + (size ?? 0), 0) > maxBytes)
    return refuse('The differences are too large to save time.');
  return { base: kept, diffs, maxBytes };
}
