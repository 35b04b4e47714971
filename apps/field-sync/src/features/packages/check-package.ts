import { open } from 'node:fs/promises';
import type { ProviderFile } from '../providers/types.ts';
import { notAGeoPackage } from './errors.ts';

const SQLITE = 'SQLite format 3\0';
/** Where a SQLite database has its application id (SQLite file format, 1.3.17). */
const APPLICATION_ID = 68;
/** GeoPackage 1.2 and later, 1.1 and 1.0. */
const APPLICATION_IDS = new Set(['GPKG', 'GP11', 'GP10']);

/** Looks at the beginning of a package. Returns warnings. @throws {ProviderError} pause when it is not an SQLite database */
export async function checkPackage(path: string, name: string): Promise<string[]> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(100), 0, 100, 0);
    const text = buffer.toString('latin1', 0, bytesRead);
    if (!text.startsWith(SQLITE)) throw notAGeoPackage(name);
    if (APPLICATION_IDS.has(text.slice(APPLICATION_ID, APPLICATION_ID + 4))) return [];
    return [`The file ${name} is a SQLite database that is not marked as a GeoPackage.`];
  } finally {
    await handle.close();
  }
}

/** Rows that an app has not written into its package yet are in a file next to it, which is not read. */
export function findWriteAheadLog(files: ProviderFile[], geopackage: string): string[] {
  const log = files.find(({ path, size }) => path === `${geopackage}-wal` && size > 0);
  if (!log) return [];
  return [
    `The project has a file ${log.path}, so rows may be missing in ${geopackage}. Close the project in the app that wrote it, and synchronize again.`,
  ];
}
