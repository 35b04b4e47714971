import { ProviderError } from '../errors.ts';
import type { PollResult, Provider, ProviderFile, ProviderProject } from '../types.ts';
import { folderChanged, toFolderError } from './errors.ts';
import { listFolder } from './listing.ts';
import type { ListedFile, Listing } from './listing.ts';
import { openFile } from './open-file.ts';
import type { FileHashes } from './open-file.ts';
import { projectFolder, projectNames, resolveServerFolder } from './paths.ts';
import type { Settling } from './settling.ts';

export interface FolderProviderDeps {
  /** Folder of all projects, `FOLDER_PROVIDER_ROOT`. */
  root: string;
  /** What earlier polls saw, and hashes of files: kept as long as the process lives. */
  settling: Settling;
  hashOf: FileHashes;
}

const HASHED_AT_ONCE = 8;

/**
 * Projects that are folders on a disk, for packages that come by other ways. The address of the server is a path below the root; each
 * folder in it is a project. A folder has its current state only: once it has changed, an earlier version is gone.
 */
export function createFolderProvider(deps: FolderProviderDeps, address: string): Provider {
  const { settling, hashOf } = deps;
  const serverFolder = () => resolveServerFolder(deps.root, address);

  async function list(name: string): Promise<{ folder: string; listing: Listing }> {
    const folder = await projectFolder(await serverFolder(), name);
    return { folder, listing: await listFolder(folder) };
  }

  async function describe(name: string): Promise<ProviderProject> {
    const { listing } = await list(name);
    return { id: name, label: name, version: listing.hash, updatedAt: listing.updatedAt };
  }

  async function poll(name: string): Promise<PollResult | null> {
    try {
      const { folder, listing } = await list(name);
      if (listing.files.length === 0) {
        const sentence = `The folder "${name}" is empty. Check whether its disk is mounted.`;
        return { problem: 'missing', sentence };
      }
      const isSettled = settling.observe(folder, listing);
      return isSettled ? { version: listing.hash, updatedAt: listing.updatedAt } : null;
    } catch (error) {
      const failure = toFolderError(error, name);
      if (!(failure instanceof ProviderError)) throw failure;
      if (failure.code === 'field_sync.folder_missing')
        return { problem: 'missing', sentence: failure.message };
      if (failure.outcome === 'pause') return { problem: 'denied', sentence: failure.message };
      throw failure;
    }
  }

  async function files(name: string, version: string, signal?: AbortSignal): Promise<ProviderFile[]> {
    const { folder, listing } = await list(name);
    if (listing.hash !== version) throw folderChanged(name);
    const described: ProviderFile[] = [];
    for (let from = 0; from < listing.files.length; from += HASHED_AT_ONCE) {
      signal?.throwIfAborted();
      const some = listing.files.slice(from, from + HASHED_AT_ONCE);
      const hashes = await Promise.all(some.map((file) => hashOf({ folder, project: name, file }, signal)));
      for (const [index, file] of some.entries()) {
        described.push({ ...toProviderFile(file), sha256: hashes[index]! });
      }
    }
    return described;
  }

  return {
    type: 'folder',
    async list({ q = '', limit = 1000 }) {
      const folder = await serverFolder();
      const names = await orFail('.', () => projectNames(folder));
      const wanted = names.filter((name) => name.toLowerCase().includes(q.toLowerCase())).slice(0, limit);
      return Promise.all(wanted.map((name) => orFail(name, () => describe(name))));
    },
    resolve: (name) => orFail(name, () => describe(name)),
    async poll(names) {
      // A folder of which nothing is there says nothing about single projects.
      await serverFolder();
      const results = new Map<string, PollResult>();
      for (const name of names) {
        const result = await poll(name);
        if (result) results.set(name, result);
      }
      return results;
    },
    files: (name, version, signal) => orFail(name, () => files(name, version, signal)),
    open: (name, { file, from, signal }) =>
      orFail(name, async () => {
        const folder = await projectFolder(await serverFolder(), name);
        const request = { folder, project: name, path: file.path, state: file.versionId ?? '' };
        return openFile(request, { from, signal });
      }),
    info: (name) =>
      orFail(name, async () => {
        const project = await describe(name);
        const { listing } = await list(name);
        const bytes = listing.files.reduce((sum, { size }) => sum + size, 0);
        const raw = { folder: name, files: listing.files.length, bytes };
        return { project, files: listing.files.map(toProviderFile), raw };
      }),
  };
}

function toProviderFile({ path, size, modifiedAt, state }: ListedFile): ProviderFile {
  return { path, size, modifiedAt, versionId: state };
}

async function orFail<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toFolderError(error, name);
  }
}
