import { watch } from 'node:fs';
import type { FSWatcher } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DefinitionEntry } from '../types.ts';
import { DEFINITION_FILE } from './list-candidates.ts';

/** Changes come in groups, such as the writes of a copied folder. */
const SETTLE_MS = 200;
/** Each takes one of the watches that the system allows the account. */
const MAX_FOLDERS = 5_000;

/** Calls back soon after a file of a definition changes, where the file system tells; elsewhere the periodic scan sees it. */
export function createDefinitionWatch(root: string, onChange: () => void) {
  const watchers = new Map<string, FSWatcher>();
  let timer: NodeJS.Timeout | undefined;

  function announce(): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      onChange();
    }, SETTLE_MS).unref();
  }

  function add(folder: string): void {
    if (watchers.has(folder) || watchers.size >= MAX_FOLDERS) return;
    try {
      const watcher = watch(join(root, folder), { persistent: false }, announce);
      watcher.on('error', () => drop(folder));
      watchers.set(folder, watcher);
    } catch {
      // Gone in the meantime, or no watch is left.
    }
  }

  function drop(folder: string): void {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  }

  return {
    /** Watches the folder and those of the definitions, and no others. A folder that was away gets a new watch. */
    follow(entries: DefinitionEntry[], isAway: boolean): void {
      const own = entries.filter(({ path }) => path.endsWith(`/${DEFINITION_FILE}`));
      const folders = new Set(isAway ? [] : ['', ...own.map(({ path }) => dirname(path))]);
      for (const folder of watchers.keys()) if (!folders.has(folder)) drop(folder);
      for (const folder of folders) add(folder);
    },

    close(): void {
      clearTimeout(timer);
      for (const folder of [...watchers.keys()]) drop(folder);
    },
  };
}
