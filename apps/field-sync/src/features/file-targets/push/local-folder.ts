import { lstat, mkdir, readFile, readdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { noSuchAccount, notAFolder } from './errors.ts';
import { MARK_FOLDER } from './rsync-args.ts';

/** The folder of a local target, which is created; never one that a link leads to. @throws {AppError} unprocessable */
export async function openLocalFolder(root: string, name: string): Promise<string> {
  await mkdir(root, { recursive: true });
  const path = join(await realpath(root), name);
  await mkdir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  if (!(await lstat(path)).isDirectory()) throw notAFolder();
  return path;
}

/** Names in the mark of a folder. */
export async function listLocalMarks(path: string): Promise<string[]> {
  const mark = join(path, MARK_FOLDER);
  const found = await lstat(mark).catch(() => null);
  return found?.isDirectory() ? readdir(mark) : [];
}

export interface Owner {
  uid: number;
  /** Null: any. */
  gid: number | null;
}

/** `user` or `user:group` of this machine as numbers, which programs in a sandbox cannot look up. @throws {AppError} unprocessable */
export async function findOwner(userGroup: string): Promise<Owner> {
  const [user = '', group] = userGroup.split(':');
  const uid = await findNumber('/etc/passwd', user);
  return { uid, gid: group === undefined ? null : await findNumber('/etc/group', group) };
}

async function findNumber(file: string, name: string): Promise<number> {
  const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n').map((line) => line.split(':'));
  const [, , number] = lines.find(([each]) => each === name) ?? [];
  if (number === undefined && !/^\d+$/.test(name)) throw noSuchAccount(name);
  return Number(number ?? name);
}

/** Whether the folder belongs to others than those. */
export async function differs(
  path: string,
  { uid, gid }: Owner,
): Promise<{ owner: boolean; group: boolean }> {
  const found = await lstat(path);
  return { owner: found.uid !== uid, group: gid !== null && found.gid !== gid };
}
