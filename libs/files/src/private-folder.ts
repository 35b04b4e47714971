import { chmod, lstat, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Makes a folder that the account of this process alone can look into, and takes what others may do with it from all that is in
 * an older one. Returns false where the folder belongs to another user, such as a volume of a container.
 */
export async function makePrivateFolder(folder: string): Promise<boolean> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { mode } = await lstat(folder);
  if ((mode & 0o077) === 0) return true;
  try {
    // The folder itself comes last: if this is cut off, the next start does it again.
    await takeRights(folder);
    await chmod(folder, 0o700);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
    return false;
  }
}

async function takeRights(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.isDirectory() && !entry.isFile()) continue;
    const path = join(folder, entry.name);
    // Removed in the meantime: another process of the service may run already.
    const found = await lstat(path).catch(() => null);
    if (found === null) continue;
    if (entry.isDirectory()) await takeRights(path).catch(ignoreMissing);
    if (found.mode & 0o077) await chmod(path, found.mode & 0o700).catch(ignoreMissing);
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
