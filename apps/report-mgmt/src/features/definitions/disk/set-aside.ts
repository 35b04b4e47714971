import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readKey } from '../key.ts';
import { syncFolder, UNFINISHED } from './write-files.ts';

/** Below the folder of definitions; no scan reads it. */
const SET_ASIDE = '.deleted';
/** An unfinished write that is older belongs to a process that is gone. */
const UNFINISHED_MS = 3_600_000;
/** Folders that no row names are kept for this long. */
const UNKNOWN_MS = 2 * 86_400_000;

/** Moves all files of a key away, by renaming. Returns the name of their new folder; null without files. */
export async function setFilesAside(root: string, key: string): Promise<string | null> {
  const entries = await readdir(root, { withFileTypes: true });
  const names = entries
    .filter((entry) => (entry.isDirectory() ? readKey(entry.name) : flatKey(entry.name)) === key)
    .filter((entry) => entry.isDirectory() || entry.isFile())
    .map(({ name }) => name);
  if (names.length === 0) return null;
  const folder = randomUUID();
  const target = join(root, SET_ASIDE, folder);
  await mkdir(target, { recursive: true });
  for (const name of names) await rename(join(root, name), join(target, name));
  await syncFolder(target);
  await syncFolder(root);
  return folder;
}

/** Moves files back. Returns false when something of their names is there. */
export async function bringFilesBack(root: string, folder: string): Promise<boolean> {
  const source = join(root, SET_ASIDE, folder);
  const names = await readdir(source).catch(() => [] as string[]);
  const taken = new Set(await readdir(root));
  if (names.length === 0 || names.some((name) => taken.has(name))) return false;
  for (const name of names) await rename(join(source, name), join(root, name));
  await rmdir(source).catch(() => undefined);
  await syncFolder(root);
  return true;
}

export async function removeSetAside(root: string, folder: string): Promise<void> {
  await rm(join(root, SET_ASIDE, folder), { recursive: true, force: true });
}

/** Removes what processes left that ended in the middle of a write. */
export async function removeUnfinished(root: string, known: ReadonlySet<string>): Promise<void> {
  const unfinished = (await readdir(root)).filter((name) => name.startsWith(UNFINISHED));
  const unknown = (await readdir(join(root, SET_ASIDE)).catch(() => [])).filter((name) => !known.has(name));
  const all = [
    ...unfinished.map((name) => ({ path: join(root, name), keepMs: UNFINISHED_MS })),
    ...unknown.map((name) => ({ path: join(root, SET_ASIDE, name), keepMs: UNKNOWN_MS })),
  ];
  for (const { path, keepMs } of all) {
    const stats = await stat(path).catch(() => null);
    if (stats && Date.now() - stats.mtimeMs > keepMs) await rm(path, { recursive: true, force: true });
  }
}

/** The key of a flat definition, or of its picture or template. */
function flatKey(name: string): string | null {
  const [, stem] = /^(.+)\.(?:json|png|jrxml)$/i.exec(name) ?? [];
  return readKey(stem);
}
