import { createHash, randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { access, lstat, open, rename, rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { hbaFileModified, hbaFileUnreadable, hbaFolderNotWritable, notARegularFile } from './errors.ts';

/** Such a file has hundreds of lines, not millions. */
const MAX_BYTES = 4 * 1024 * 1024;
const READ = constants.O_RDONLY | constants.O_NOFOLLOW;
const MAKE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

export interface HbaFile {
  path: string;
  content: Buffer;
  uid: number;
  gid: number;
  mode: number;
  ino: number;
  changedMs: number;
}

/** Reads a regular file with a single name. @throws {AppError} conflict for links and everything else */
export async function readHbaFile(path: string): Promise<HbaFile> {
  const handle = await open(path, READ).catch((error: NodeJS.ErrnoException) => {
    throw hbaFileUnreadable(path, error.code);
  });
  try {
    const stat = await handle.stat();
    const { uid, gid, mode, ino, nlink, size, mtimeMs } = stat;
    if (!stat.isFile() || nlink !== 1 || size > MAX_BYTES) throw notARegularFile(path);
    return { path, content: await handle.readFile(), uid, gid, mode: mode & 0o7777, ino, changedMs: mtimeMs };
  } finally {
    await handle.close();
  }
}

/** Replaces the content of a file that was read. @throws {AppError} conflict when it was changed in the meantime */
export async function replaceFile(file: HbaFile, content: Buffer): Promise<void> {
  const temporary = `${file.path}.cairn-${randomBytes(8).toString('hex')}.tmp`;
  try {
    await writeLike(file, temporary, content);
    const now = await lstat(file.path);
    if (now.ino !== file.ino || now.mtimeMs !== file.changedMs) throw hbaFileModified(file.path);
    await rename(temporary, file.path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(file.path);
}

/** @throws {AppError} conflict unless this service may write to the folder of a file */
export async function requireWritableFolder(path: string): Promise<void> {
  await access(dirname(path), constants.W_OK).catch((error: NodeJS.ErrnoException) => {
    throw notWritable(path, error);
  });
}

/** Copies a file to another name beside it. */
export async function writeBackup(file: HbaFile, backup: string): Promise<void> {
  await writeLike(file, backup, file.content);
  await syncFolder(backup);
}

export async function restoreBackup(backup: string, path: string): Promise<void> {
  await rename(backup, path);
  await syncFolder(path);
}

export function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Writes a new file with the owner and mode of another one, and syncs it. */
async function writeLike(like: HbaFile, path: string, content: Buffer): Promise<void> {
  const handle = await open(path, MAKE, 0o600).catch((error: NodeJS.ErrnoException) => {
    throw notWritable(path, error);
  });
  try {
    await copyOwnership(handle, like);
    await handle.writeFile(content);
    await handle.sync();
  } catch (error) {
    await rm(path, { force: true });
    throw notWritable(path, error as NodeJS.ErrnoException);
  } finally {
    await handle.close();
  }
}

async function copyOwnership(handle: FileHandle, { uid, gid, mode }: HbaFile): Promise<void> {
  const created = await handle.stat();
  if (created.uid !== uid || created.gid !== gid) await handle.chown(uid, gid);
  await handle.chmod(mode);
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(dirname(path), constants.O_RDONLY);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function notWritable(path: string, { code }: NodeJS.ErrnoException) {
  return hbaFolderNotWritable(dirname(path), code);
}
