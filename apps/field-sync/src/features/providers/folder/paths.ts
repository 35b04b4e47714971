import { readdir, realpath } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { ProviderError } from '../errors.ts';
import { toFolderError } from './errors.ts';

/**
 * The folder of a server, whose subfolders are its projects: `address` is a path below the root, relative or absolute, that leads
 * over no link. @throws {ProviderError} pause for another path, retry for one that is missing
 */
export async function resolveServerFolder(root: string, address: string): Promise<string> {
  const below = relative(resolve(root), resolve(root, address));
  const isOutside =
    below === '..' || below.startsWith(`..${sep}`) || isAbsolute(below) || address.includes('\0');
  if (isOutside) throw outside(address);
  try {
    const folder = join(await realpath(root), below);
    if ((await realpath(folder)) !== folder) throw outside(address);
    return folder;
  } catch (error) {
    throw toFolderError(error, address === '' ? '.' : address);
  }
}

/** The folder of a project. @throws {ProviderError} pause for a name that is more than a name, and for links */
export async function projectFolder(serverFolder: string, name: string): Promise<string> {
  if (!isVisibleName(name) || name.includes('/')) {
    throw new ProviderError({
      outcome: 'pause',
      code: 'field_sync.folder_name',
      message: `"${name}" is not the name of a folder. Choose one of the listed projects.`,
    });
  }
  const folder = join(serverFolder, name);
  if ((await realpath(folder)) !== folder) throw outside(name);
  return folder;
}

/** Names of the projects: subfolders that are neither hidden nor links. */
export async function projectNames(serverFolder: string): Promise<string[]> {
  const entries = await readdir(serverFolder, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory() && isVisibleName(entry.name))
    .map(({ name }) => name)
    .toSorted();
}

/** Hidden names are left out, because copy programs use them for incomplete files; names that are not UTF-8 are left out too. */
export function isVisibleName(name: string): boolean {
  return name !== '' && !name.startsWith('.') && !name.includes('\0') && !name.includes('\uFFFD');
}

function outside(address: string): ProviderError {
  return new ProviderError({
    outcome: 'pause',
    code: 'field_sync.folder_outside',
    message: `The folder "${address}" is not below the folder of projects, or a link leads to it. Enter a path below it.`,
  });
}
