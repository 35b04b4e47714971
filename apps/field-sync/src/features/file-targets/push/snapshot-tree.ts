import { chmod, link, mkdir, readdir, rename, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Storage } from '@cairn/files';
import { badTreePath, objectGone } from './errors.ts';
import type { TreeFile } from './types.ts';

/** Files that are linked at once. */
const BATCH = 64;

/** Which files a tree has. */
export interface TreeKey {
  projectId: number;
  snapshotId: number;
  files: 'all' | 'package';
}

export interface SnapshotTrees {
  /**
   * Gives the tree of a snapshot to the caller, at a path in its folder: the one that an earlier call left, or a new one. While a caller
   * has a tree nobody else has it: one that lost files in the meantime would be taken for a version without them.
   *
   * @param folder a scratch folder of the storage
   * @throws {AppError} unprocessable for names that cannot be files, unavailable when an object is gone
   */
  take(key: TreeKey, listFiles: () => Promise<TreeFile[]>, folder: string): Promise<string>;
  /** Keeps a tree for the next one that needs it, instead of other trees of the project. */
  putBack(key: TreeKey, tree: string): Promise<void>;
  /** Removes the trees that no caller will take. Returns how many. */
  sweep(isNeeded: (keys: TreeKey[]) => Promise<boolean[]>): Promise<number>;
}

/**
 * Folders with the files of snapshots under their own names: hard links to objects, which nobody can write to. They are on the disk of
 * the objects and take no room.
 */
export function createSnapshotTrees(storage: Storage): SnapshotTrees {
  const trees = join(storage.root, 'trees');

  async function remove(name: string): Promise<void> {
    // So that no other caller finds it.
    await storage.inScratch((folder) => moveIfThere(join(trees, name), join(folder, 'tree')));
  }

  return {
    async take(key, listFiles, folder) {
      const tree = join(folder, 'tree');
      const isThere = await moveIfThere(join(trees, nameOf(key)), tree);
      if (!isThere) await buildTree(storage, await listFiles(), tree);
      return tree;
    },
    async putBack(key, tree) {
      await mkdir(trees, { recursive: true, mode: 0o700 });
      await rename(tree, join(trees, nameOf(key))).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
      });
      const others = (await list(trees)).filter(
        (name) => name.startsWith(`${key.projectId}-`) && name !== nameOf(key),
      );
      for (const name of others) await remove(name);
    },
    async sweep(isNeeded) {
      const entries = (await list(trees)).map((name) => ({ name, key: keyOf(name) }));
      const known = entries.flatMap(({ key }) => key ?? []);
      const needed = new Map((await isNeeded(known)).map((is, index) => [nameOf(known[index]!), is]));
      const unneeded = entries.filter(({ name }) => !needed.get(name));
      for (const { name } of unneeded) await remove(name);
      return unneeded.length;
    },
  };
}

async function buildTree(storage: Storage, files: TreeFile[], tree: string): Promise<void> {
  const building = `${tree}.new`;
  for (const folder of foldersOf(files)) await makeFolder(join(building, folder), folder);
  for (let at = 0; at < files.length; at += BATCH)
    await Promise.all(files.slice(at, at + BATCH).map((file) => linkFile(storage, file, building)));
  await rename(building, tree);
}

/** All folders of a tree, outer ones first; the tree itself is `''`. */
function foldersOf(files: TreeFile[]): string[] {
  const folders = new Set<string>(['']);
  for (const { path } of files) {
    for (let at = dirname(requirePlainPath(path)); at !== '.' && !folders.has(at); at = dirname(at))
      folders.add(at);
  }
  return [...folders].sort((a, b) => a.length - b.length);
}

async function makeFolder(path: string, name: string): Promise<void> {
  await mkdir(path).catch((error: NodeJS.ErrnoException) => {
    throw ['EEXIST', 'ENOTDIR', 'ENAMETOOLONG'].includes(error.code ?? '') ? badTreePath(name) : error;
  });
  // Whatever the umask is: rsync may have another account.
  await chmod(path, 0o755);
}

async function linkFile(storage: Storage, { path, key }: TreeFile, tree: string): Promise<void> {
  const object = storage.path(key);
  try {
    // The folders of the storage are private; only programs that are given a tree can reach it.
    await chmod(object, 0o444);
    await markTime(object, key);
    await link(object, join(tree, path));
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw objectGone();
    throw ['EEXIST', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG'].includes(code) ? badTreePath(path) : error;
  }
}

/**
 * Gives an object a fraction of a second that follows from its content. rsync compares size and time, and clocks of file systems stand
 * still for milliseconds: without it two files of one size that change places would look unchanged.
 */
async function markTime(object: string, key: string): Promise<void> {
  const { mtimeMs } = await stat(object);
  const fraction = Number.parseInt(key.slice(3, 15), 16) / 16 ** 12;
  const time = Math.floor(mtimeMs / 1000) + fraction;
  await utimes(object, time, time);
}

/** Providers send names; none may lead out of the tree. */
function requirePlainPath(path: string): string {
  const parts = path.split('/');
  const isPlain = parts.every((part) => part !== '' && part !== '.' && part !== '..') && !path.includes('\0');
  if (!isPlain) throw badTreePath(path);
  return path;
}

function nameOf({ projectId, snapshotId, files }: TreeKey): string {
  return `${projectId}-${snapshotId}-${files}`;
}

function keyOf(name: string): TreeKey | null {
  const [, projectId, snapshotId, files] = /^(\d+)-(\d+)-(all|package)$/.exec(name) ?? [];
  if (!files) return null;
  return { projectId: Number(projectId), snapshotId: Number(snapshotId), files: files as TreeKey['files'] };
}

async function moveIfThere(from: string, to: string): Promise<boolean> {
  return rename(from, to).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );
}

async function list(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
}
