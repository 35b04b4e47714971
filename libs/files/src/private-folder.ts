import { chmod, lstat, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Creates a folder that only the account of this process can read, or removes the rights of others from an existing one and its
 * content. Returns false when the folder belongs to another user, such as a container volume.
 */
export async function makePrivateFolder(folder: string): Promise<boolean> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { mode } = await lstat(folder);
  if ((mode & 0o077) === 0) return true;
  try {
    // The folder itself comes last, so that the next start repeats an interrupted run.
    await removeRights(folder);
    await chmod(folder, 0o700);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
    return false;
  }
}

async function removeRights(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.isDirectory() && !entry.isFile()) continue;
    const path = join(folder, entry.name);
    // Another process of the service may have removed it.
    const stats = await lstat(path).catch(() => null);
    if (stats === null) continue;
    if (entry.isDirectory()) await removeRights(path).catch(ignoreMissing);
    if (stats.mode & 0o077) await chmod(path, stats.mode & 0o700).catch(ignoreMissing);
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
