import { chmod, chown, lchown, lstat, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Folder below a job's folder that programs may read but not write to. */
export const INPUTS = 'in';

/**
 * Prepares a job's folder for a program in the sandbox: creates `in` and gives the content to the account of the sandbox
 * (null: the account of this process, which owns it already).
 */
export async function prepareJobFolder(folder: string, account: number | null): Promise<void> {
  const { mode, uid } = await lstat(folder);
  // Never change the owner of a shared folder such as /tmp.
  if (mode & 0o002) throw new Error(`"${folder}" is not the folder of one job`);
  await mkdir(join(folder, INPUTS), { mode: 0o755 }).then(
    // Independent of the umask of this process.
    () => chmod(join(folder, INPUTS), 0o755),
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    },
  );
  if (account === null) return;
  if (uid !== account) {
    // bubblewrap enters it as our account without capabilities, so it needs the rights of the group.
    await chown(folder, account, process.getgid?.() ?? account);
    await chmod(folder, 0o710);
  }
  await handOverEntries(folder, account);
}

async function handOverEntries(folder: string, account: number): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && entry.name === INPUTS) continue;
    await lchown(path, account, account).catch(ignoreMissing);
    if (entry.isDirectory()) await handOverEntries(path, account);
  }
}

/**
 * Removes everything but files and folders from a job's folder, because this process would follow links. Returns whether
 * there was any.
 */
export async function removeLinks(folder: string): Promise<boolean> {
  let found = false;
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isFile()) continue;
    if (entry.isDirectory()) found = (await removeLinks(path)) || found;
    else {
      await rm(path, { force: true });
      found = true;
    }
  }
  return found;
}

/** Other programs in the same folder may remove files in the meantime. */
function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
