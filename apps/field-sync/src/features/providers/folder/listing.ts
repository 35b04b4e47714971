import { createHash } from 'node:crypto';
import type { BigIntStats, Dirent } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { tooManyFiles } from './errors.ts';
import { isVisibleName } from './paths.ts';

export interface ListedFile {
  /** Relative, with `/`. */
  path: string;
  size: number;
  modifiedAt: Date;
  /** Names this state of the file; see `stateOf`. */
  state: string;
  /** The same, and changes also when the time of a file is set back. */
  exactState: string;
}

export interface Listing {
  /** SHA-256 of paths, sizes and times, the first 32 hex digits. */
  hash: string;
  /** By path. */
  files: ListedFile[];
  updatedAt: Date | null;
  /** Latest change of any file's bytes or properties, which nobody can set back. */
  changedAt: Date | null;
}

const MAX_FILES = 200_000;
const AT_ONCE = 64;

/** All files of a folder, its subfolders included. Links and hidden names are left out. @throws what the file system refuses */
export async function listFolder(folder: string): Promise<Listing> {
  const files: ListedFile[] = [];
  const hash = createHash('sha256');
  let changedAt = 0n;

  async function add(parent: string, entries: Dirent[]): Promise<void> {
    for (let from = 0; from < entries.length; from += AT_ONCE) {
      const some = entries
        .slice(from, from + AT_ONCE)
        .map(({ name }) => (parent ? `${parent}/${name}` : name));
      const stats = await Promise.all(some.map((path) => statOf(join(folder, path))));
      for (const [index, stat] of stats.entries()) {
        // Gone since the folder was read, or replaced by something else.
        if (!stat?.isFile()) continue;
        if (stat.ctimeNs > changedAt) changedAt = stat.ctimeNs;
        const { size, mtime: modifiedAt } = stat;
        const exactState = `${stateOf(stat)}-${stat.ctimeNs}-${stat.dev}`;
        files.push({ path: some[index]!, size: Number(size), modifiedAt, state: stateOf(stat), exactState });
      }
      if (files.length > MAX_FILES) throw tooManyFiles(MAX_FILES);
    }
  }

  const folders = [''];
  for (let parent = folders.pop(); parent !== undefined; parent = folders.pop()) {
    const entries = await readdir(join(folder, parent), { withFileTypes: true });
    const visible = entries.filter(({ name }) => isVisibleName(name));
    for (const each of visible)
      if (each.isDirectory()) folders.push(parent ? `${parent}/${each.name}` : each.name);
    await add(
      parent,
      visible.filter((each) => each.isFile()),
    );
  }
  files.sort((one, other) => (one.path < other.path ? -1 : 1));
  for (const { path, state } of files) hash.update(`${path}\0${withoutInode(state)}\0`);
  const updated = Math.max(...files.map(({ modifiedAt }) => modifiedAt.getTime()));
  return {
    hash: hash.digest('hex').slice(0, 32),
    files,
    updatedAt: files.length === 0 ? null : new Date(updated),
    changedAt: files.length === 0 ? null : new Date(Number(changedAt / 1_000_000n)),
  };
}

/** Size, time and inode: equal as long as nobody wrote to the file or put another in its place. */
export function stateOf({ size, mtimeNs, ino }: BigIntStats): string {
  return `${size}-${mtimeNs}-${ino}`;
}

/** Some network file systems renumber files each time they are mounted. */
function withoutInode(state: string): string {
  return state.slice(0, state.lastIndexOf('-'));
}

async function statOf(path: string): Promise<BigIntStats | null> {
  return lstat(path, { bigint: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw error;
  });
}
