import { access, constants, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Where Debian and its kin, and PostgreSQL's own packages for Fedora and its kin, put a folder for each major version. */
const FAMILIES = [
  { root: '/usr/lib/postgresql', folder: /^(\d+)$/ },
  { root: '/usr', folder: /^pgsql-(\d+)$/ },
];

/**
 * The psql for a server of a major version: that version's own, else the newest. Never Debian's wrapper of the same name, which
 * is a script. Null when there is none.
 */
export async function findPsql(major?: number): Promise<string | null> {
  const found: { version: number; path: string }[] = [];
  for (const { root, folder } of FAMILIES) {
    for (const name of await readdir(root).catch(() => [])) {
      const version = Number(folder.exec(name)?.[1]);
      const path = join(root, name, 'bin/psql');
      if (version > 0 && (await isProgram(path))) found.push({ version, path });
    }
  }
  found.sort((a, b) => b.version - a.version);
  return (found.find(({ version }) => version === major) ?? found[0])?.path ?? null;
}

async function isProgram(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
