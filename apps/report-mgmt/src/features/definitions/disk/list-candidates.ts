import { readdir } from 'node:fs/promises';
import { readKey } from '../key.ts';
import type { IgnoredPath } from '../types.ts';

/** What may be the definition of a key: a folder, else a flat file. Below the folder of definitions. */
export interface Candidate {
  key: string;
  folder: string | null;
  flat: string | null;
}

export interface Candidates {
  byKey: Map<string, Candidate>;
  ignored: IgnoredPath[];
}

export const DEFINITION_FILE = 'definition.json';

/** Lists folders and `.json` files by their key. @throws errors of the file system */
export async function listCandidates(root: string): Promise<Candidates> {
  const byKey = new Map<string, Candidate>();
  const ignored: IgnoredPath[] = [];
  const entries = await readdir(root, { withFileTypes: true });
  // Of two names that differ in their case the exact one comes first, so that the other one is ignored.
  entries.sort((one, other) => rank(one.name) - rank(other.name) || (one.name < other.name ? -1 : 1));
  for (const entry of entries) {
    const { name } = entry;
    if (name.startsWith('.')) continue;
    const isFlat = !entry.isDirectory() && name.toLowerCase().endsWith('.json');
    const key = readKey(isFlat ? name.slice(0, -'.json'.length) : name);
    if (entry.isSymbolicLink()) {
      ignored.push({ path: name, problem: 'This is a symbolic link, which is not followed.' });
    } else if (!entry.isDirectory() && !(isFlat && entry.isFile())) {
      // Pictures and other files beside flat definitions.
      continue;
    } else if (!key) {
      const problem =
        'The name cannot be a key. Rename it: letters, digits, dashes and underscores, at most 100.';
      ignored.push({ path: name, problem });
    } else {
      add({ key, name, isFlat });
    }
  }
  return { byKey, ignored };

  function add({ key, name, isFlat }: { key: string; name: string; isFlat: boolean }): void {
    const candidate = byKey.get(key) ?? { key, folder: null, flat: null };
    const place = isFlat ? 'flat' : 'folder';
    if (candidate[place]) {
      ignored.push({ path: name, problem: `${candidate[place]} has the same key and is used instead.` });
      return;
    }
    byKey.set(key, { ...candidate, [place]: name });
  }
}

function rank(name: string): number {
  return name === name.toLowerCase() ? 0 : 1;
}
