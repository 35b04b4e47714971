import { accessSync, constants } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

const FOLDERS = ['/usr/bin', '/usr/local/bin', '/bin', '/opt/homebrew/bin'];

/** Absolute path of a program, in the system's folders first, then on PATH; null when it is not installed. */
export function findProgram(name: string): string | null {
  const onPath = (process.env.PATH ?? '').split(delimiter).filter(isAbsolute);
  for (const folder of [...FOLDERS, ...onPath]) {
    const path = join(folder, name);
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // The next folder may have it.
    }
  }
  return null;
}
