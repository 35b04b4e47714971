import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { toStorageError } from '@cairn/files';
import { definitionsAway } from '../errors.ts';

/** Names of what is being written begin with it, and with a dot, so that no scan reads them. */
export const UNFINISHED = '.new-';

/** Replaces a file in one step: readers see the old bytes or the new ones. */
export function replaceFile(path: string, bytes: Uint8Array): Promise<void> {
  return replaceAll(new Map([[path, bytes]]));
}

/** As `replaceFile`, one after the other. All are written before the first is replaced, so a full disk leaves all as they were. */
export async function replaceAll(files: ReadonlyMap<string, Uint8Array>): Promise<void> {
  const written = [...files].map(([path, bytes]) => {
    const unfinished = join(dirname(path), `${UNFINISHED}${randomUUID()}-${basename(path)}`);
    return { path, bytes, unfinished };
  });
  try {
    for (const { unfinished, bytes } of written) await writeSynced(unfinished, bytes);
    for (const { unfinished, path } of written) await rename(unfinished, path);
  } catch (error) {
    for (const { unfinished } of written) await rm(unfinished, { force: true });
    throw error;
  }
  for (const folder of new Set(written.map(({ path }) => dirname(path)))) await syncFolder(folder);
}

/** Creates a folder with its files in one step. Returns false when there is something of that name. */
export async function createFolder(
  root: string,
  name: string,
  files: ReadonlyMap<string, Uint8Array>,
): Promise<boolean> {
  const unfinished = join(root, UNFINISHED + randomUUID());
  try {
    await mkdir(unfinished);
    for (const [path, bytes] of files) {
      const folder = dirname(join(unfinished, path));
      await mkdir(folder, { recursive: true });
      await writeSynced(join(unfinished, path), bytes);
      if (folder !== unfinished) await syncFolder(folder);
    }
    await syncFolder(unfinished);
    await rename(unfinished, join(root, name));
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    if (TAKEN.has((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
  await syncFolder(root);
  return true;
}

const TAKEN = new Set(['EEXIST', 'ENOTEMPTY', 'ENOTDIR']);

/** The error for people when a write fails: the disk is full, or the folder of definitions is away. */
export function toWriteError(error: unknown): unknown {
  return (error as NodeJS.ErrnoException | null)?.code === 'ENOENT'
    ? definitionsAway()
    : toStorageError(error);
}

/** Writes a new name of a folder to the disk. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function writeSynced(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx');
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}
