import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { basename, dirname, isAbsolute, relative, resolve } from 'node:path';
import type { Job } from '@cairn/jobs';
import { noSuchBackup } from './errors.ts';

const MAGIC = 'PGDMP';
const MAX_NAME = 80;
const FILE_NAME = /^[A-Za-z0-9_][A-Za-z0-9_.-]*-(\d{8}T\d{6}Z)-(\d{1,15})(?:\.\d+)?\.dump$/;
const PARTIAL_SUFFIX = '.partial';

/** The parts of the name of a backup file. */
export interface NamedFile {
  stamp: string;
  jobId: number;
  /** Whether the file is not complete yet. */
  partial: boolean;
}

/** `roads-20261122T031500Z-17.dump`. Each attempt at a job writes its own file: an earlier one may still be writing. */
export function backupFileName(database: string, { id, createdAt, fence }: Job): string {
  const attempt = fence > 1 ? `.${fence}` : '';
  return `${plainName(database)}-${stampOf(createdAt)}-${id}${attempt}.dump`;
}

export function partialName(fileName: string): string {
  return `${fileName}${PARTIAL_SUFFIX}`;
}

/** null for other names. */
export function readFileName(name: string): NamedFile | null {
  const partial = name.endsWith(PARTIAL_SUFFIX);
  const match = FILE_NAME.exec(partial ? name.slice(0, -PARTIAL_SUFFIX.length) : name);
  return match ? { stamp: match[1] as string, jobId: Number(match[2]), partial } : null;
}

/** In UTC, so that names sort by time. */
export function stampOf(date: Date): string {
  return date.toISOString().replace(/[-:]|\.\d+/g, '');
}

function plainName(database: string): string {
  const plain = database.replace(/[^A-Za-z0-9_.-]/g, '_').replace(/^[.-]+/, '');
  return plain.slice(0, MAX_NAME) || 'database';
}

/**
 * Opens a backup for reading: a regular file below the backup folder (no symbolic or hard link) that starts like a custom-format
 * dump. Use the open file and not its path, which may lead elsewhere later. The caller closes it.
 * @throws {AppError} bad_request
 */
export async function openBackupFile(root: string, path: string): Promise<FileHandle> {
  if (!(await isBelow(root, path)) || readFileName(basename(path))?.partial !== false) throw noSuchBackup();
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch(() => {
    throw noSuchBackup();
  });
  try {
    const { nlink, size } = await regular(handle);
    const { buffer } = await handle.read(Buffer.alloc(MAGIC.length), 0, MAGIC.length, 0);
    if (nlink !== 1 || size === 0 || buffer.toString('latin1') !== MAGIC) throw noSuchBackup();
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** A path may also lead to a folder or a device. */
async function regular(handle: FileHandle) {
  const stats = await handle.stat();
  if (!stats.isFile()) throw noSuchBackup();
  return stats;
}

/** Compares real paths, so that neither `..` nor a link in the middle leads out. */
async function isBelow(root: string, path: string): Promise<boolean> {
  if (!isAbsolute(path) || path.includes('\0')) return false;
  try {
    const folder = await realpath(dirname(resolve(path)));
    const way = relative(await realpath(root), folder);
    return !way.startsWith('..') && !isAbsolute(way);
  } catch {
    return false;
  }
}
