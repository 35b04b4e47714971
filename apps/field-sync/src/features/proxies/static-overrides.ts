import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

export interface StaticFile {
  folder: string;
  name: string;
}

/**
 * Files that are sent instead of what an upstream has under the same path. They are listed when the service starts, and a path must be
 * that of a listed file letter by letter; links and hidden files are left out. @throws when the folder cannot be read
 */
export function readStaticOverrides(folder: string | null): ReadonlyMap<string, StaticFile> {
  if (folder === null) return new Map();
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((name) => !name.split('/').some((segment) => segment.startsWith('.')));
  return new Map(names.map((name) => [name, { folder, name }]));
}
