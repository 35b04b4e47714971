import { createHash, randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { access, lstat, open, rename, rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { conflict } from '@cairn/service';

/** A file of this kind has hundreds of lines, not millions. */
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

/** Reads a plain file that has this one name; AppError `conflict` for links and whatever else. */
export async function readHbaFile(path: string): Promise<HbaFile> {
  const handle = await open(path, READ).catch((error: NodeJS.ErrnoException) => {
    throw conflict(
      'dbadmin.hba_file_unreadable',
      `${path} cannot be read here (${error.code}); let this service read it, or paste the block yourself.`,
    );
  });
  try {
    const stat = await handle.stat();
    const { uid, gid, mode, ino, nlink, size, mtimeMs } = stat;
    if (!stat.isFile() || nlink !== 1 || size > MAX_BYTES) {
      throw conflict(
        'dbadmin.hba_file_odd',
        `${path} is no plain file with one name; paste the block yourself.`,
      );
    }
    return { path, content: await handle.readFile(), uid, gid, mode: mode & 0o7777, ino, changedMs: mtimeMs };
  } finally {
    await handle.close();
  }
}

/** Puts a new content in the place of a file that was read, unless somebody changed it meanwhile. */
export async function replaceFile(file: HbaFile, content: Buffer): Promise<void> {
  const temporary = `${file.path}.cairn-${randomBytes(8).toString('hex')}.tmp`;
  try {
    await writeLike(file, temporary, content);
    const now = await lstat(file.path);
    if (now.ino !== file.ino || now.mtimeMs !== file.changedMs) {
      throw conflict(
        'dbadmin.hba_file_changed',
        `${file.path} was changed just now by somebody else; look again.`,
      );
    }
    await rename(temporary, file.path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(file.path);
}

/** AppError `conflict` where the folder of a file is closed to us. */
export async function mayReplace(path: string): Promise<void> {
  await access(dirname(path), constants.W_OK).catch((error: NodeJS.ErrnoException) => {
    throw notWritable(path, error);
  });
}

/** Keeps what a file holds under another name beside it. */
export async function backUp(file: HbaFile, backup: string): Promise<void> {
  await writeLike(file, backup, file.content);
  await syncFolder(backup);
}

export async function putBack(backup: string, path: string): Promise<void> {
  await rename(backup, path);
  await syncFolder(path);
}

export function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

/** A new file with the owner and the mode of another, on disk when this returns. */
async function writeLike(like: HbaFile, path: string, content: Buffer): Promise<void> {
  const handle = await open(path, MAKE, 0o600).catch((error: NodeJS.ErrnoException) => {
    throw notWritable(path, error);
  });
  try {
    await giveTo(handle, like);
    await handle.writeFile(content);
    await handle.sync();
  } catch (error) {
    await rm(path, { force: true });
    throw notWritable(path, error as NodeJS.ErrnoException);
  } finally {
    await handle.close();
  }
}

async function giveTo(handle: FileHandle, { uid, gid, mode }: HbaFile): Promise<void> {
  const made = await handle.stat();
  if (made.uid !== uid || made.gid !== gid) await handle.chown(uid, gid);
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
  return conflict(
    'dbadmin.hba_folder_not_writable',
    `${dirname(path)} cannot be written to here as its owner would (${code}); let this service write there, or paste the block yourself.`,
  );
}
