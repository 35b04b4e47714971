import { readFile } from 'node:fs/promises';
import type { PortalSchemas } from '@cairn/contracts';

/** What `npm start` has written down of processes that it started again; nothing where it does not run the portal. */
export async function readRestarts(file: string | undefined): Promise<PortalSchemas['RestartList']['items']> {
  if (!file) return [];
  try {
    return JSON.parse(await readFile(file, 'utf8')) as PortalSchemas['RestartList']['items'];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
