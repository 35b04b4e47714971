import { readFile } from 'node:fs/promises';
import type { PortalSchemas } from '@cairn/contracts';

/** The restarts that `npm start` recorded; an empty list where it does not run the portal. */
export async function readRestarts(file: string | undefined): Promise<PortalSchemas['RestartList']['items']> {
  if (!file) return [];
  try {
    return JSON.parse(await readFile(file, 'utf8')) as PortalSchemas['RestartList']['items'];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
