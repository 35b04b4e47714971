import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { basename, dirname, isAbsolute, relative, resolve } from 'node:path';
import { badRequest } from '@cairn/service';
import { readFileName } from './file-name.ts';

const MAGIC = 'PGDMP';

/**
 * Opens a backup for reading, and only that: a file of its own (no link, no second name) below the backup folder, which
 * begins as custom-format dumps do. Use what was opened and not its path again: that may lead elsewhere by then.
 * AppError `bad_request` otherwise. The caller closes it.
 */
export async function openBackupFile(root: string, path: string): Promise<FileHandle> {
  if (!(await liesBelow(root, path)) || readFileName(basename(path))?.partial !== false) throw noSuchBackup();
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

/** A name may also be a folder or a device. */
async function regular(handle: FileHandle) {
  const found = await handle.stat();
  if (!found.isFile()) throw noSuchBackup();
  return found;
}

/** By real paths, so that neither `..` nor a link in the middle leads out. */
async function liesBelow(root: string, path: string): Promise<boolean> {
  if (!isAbsolute(path) || path.includes('\0')) return false;
  try {
    const folder = await realpath(dirname(resolve(path)));
    const way = relative(await realpath(root), folder);
    return !way.startsWith('..') && !isAbsolute(way);
  } catch {
    return false;
  }
}

export function noSuchBackup() {
  return badRequest(
    'dbadmin.no_such_artifact',
    'This is no backup of this database; choose one from its list of backups.',
  );
}
