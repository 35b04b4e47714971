import { chmod, chown, lchown, lstat, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Folder below a job's folder that programs may read but not write to. */
export const INPUTS = 'in';

/**
 * Prepares a job's folder for a program in the sandbox: `in` exists, and what is in the folder belongs to the account under
 * which programs run (null: to that of this process already).
 */
export async function prepareJobFolder(folder: string, account: number | null): Promise<void> {
  const { mode, uid } = await lstat(folder);
  // A folder that others use as well, such as /tmp, must not be given away.
  if (mode & 0o002) throw new Error(`"${folder}" is not a folder of one job's own`);
  await mkdir(join(folder, INPUTS), { mode: 0o755 }).then(
    // Whatever the umask of this process is.
    () => chmod(join(folder, INPUTS), 0o755),
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    },
  );
  if (account === null) return;
  if (uid !== account) {
    // bubblewrap enters it as our account without capabilities, so that it has to by the group.
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
 * Removes what is neither a file nor a folder from a job's folder, and says whether there was any: this process would follow a
 * link that a program left, wherever it leads.
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

/** Programs that run in the same folder remove files of theirs. */
function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
