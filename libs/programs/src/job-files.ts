import { constants, createWriteStream } from 'node:fs';
import { chmod, chown, copyFile, link, lstat, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { INPUTS } from './job-folder.ts';
import { PROGRAM_ACCOUNT, probeSandbox } from './sandbox.ts';

/**
 * Lets the programs of a job read a file, under a name of ours: by a hard link, so that it costs nothing, or by a copy where
 * the file is on another disk. Programs cannot write to it. Returns the name relative to the job's folder.
 */
export async function linkInputFile(path: string, folder: string, name: string): Promise<string> {
  const inputs = join(folder, INPUTS);
  await mkdir(inputs, { recursive: true, mode: 0o755 });
  await chmod(inputs, 0o755);
  const { protection } = await probeSandbox();
  const target = join(inputs, name);
  try {
    await link(path, target);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return join(INPUTS, name);
    if (!['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP', 'EOPNOTSUPP'].includes(code ?? '')) throw error;
    await copyFile(path, target, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  }
  if (protection === 'account') await allowReading(target);
  return join(INPUTS, name);
}

/** Lets a program reopen, for reading, a file that it gets as a descriptor (`files`). */
export async function allowReopening(descriptor: number): Promise<void> {
  // Through this process's descriptor: the same file, even if its name now leads elsewhere.
  if ((await probeSandbox()).protection === 'account') await allowReading(`/proc/self/fd/${descriptor}`);
}

/** Lets the group of the sandbox account read a file; no other account is in that group. */
async function allowReading(path: string): Promise<void> {
  const { mode, uid, gid } = await stat(path);
  if (uid === PROGRAM_ACCOUNT || mode & 0o004 || (gid === PROGRAM_ACCOUNT && mode & 0o040)) return;
  await chown(path, uid, PROGRAM_ACCOUNT);
  await chmod(path, (mode & 0o777) | 0o040);
}

/**
 * Moves the output file of a program out of its folder, also while the program runs. Throws when it is not a file, because
 * this process would follow a link.
 */
export async function moveOutputFile(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    const handle = await open(from, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      if (!(await handle.stat()).isFile()) throw new Error('a program left something other than a file');
      await pipeline(handle.createReadStream({ autoClose: false }), createWriteStream(to));
    } finally {
      await handle.close();
    }
    await rm(from);
    return;
  }
  if ((await lstat(to)).isFile()) return;
  await rm(to, { recursive: true, force: true });
  throw new Error('a program left something other than a file');
}
