import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { basename, dirname, isAbsolute, relative, resolve } from 'node:path';
import { noSuchBackup } from './errors.ts';
import { readFileName } from './file-name.ts';

const MAGIC = 'PGDMP';

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
