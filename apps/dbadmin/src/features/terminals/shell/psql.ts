import { access, constants, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The psql for a server of a major version: that version's own, else the newest below `root`, which has a folder for each major.
 * Never the one on the PATH: on Debian that is a script. Null when there is none.
 */
export async function findPsql(root: string, major?: number): Promise<string | null> {
  const majors = (await readdir(root).catch(() => [])).map(Number).filter((version) => version > 0);
  majors.sort((a, b) => Number(b === major) - Number(a === major) || b - a);
  for (const version of majors) {
    const path = join(root, String(version), 'bin/psql');
    if (await isProgram(path)) return path;
  }
  return null;
}

async function isProgram(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
