import { unprocessable } from '@cairn/service/errors';
import { ProgramError } from '@cairn/programs';
import { crsFromWkt } from './crs.ts';
import type { Crs } from './crs.ts';
import type { EpsgEntry } from './epsg.ts';
import { findEpsg } from './epsg.ts';
import type { Gdal } from '../gdal/gdal.ts';

/** A coordinate system of the EPSG dataset with its definitions. */
export interface ResolvedCrs {
  entry: EpsgEntry;
  crs: Crs & { srid: number; wkt: string };
  /** WKT 1 where it can be said in that, else WKT 2: the text for files. */
  definition: string;
}

/**
 * Looks an EPSG code up.
 * @throws {AppError} unprocessable when there is no such system, or it places nothing on a map.
 */
export async function resolveCrs(
  gdal: Gdal,
  srid: number,
  { cwd, signal }: { cwd: string; signal?: AbortSignal },
): Promise<ResolvedCrs> {
  const [entry] = findEpsg([srid]);
  if (!entry) throw noSuchCrs(srid);
  const definitionAs = async (format: string): Promise<string> => {
    const args = ['--single-line', '-o', format, `EPSG:${srid}`];
    const { stdout } = await gdal.run('gdalsrsinfo', args, { cwd, ...(signal ? { signal } : {}) });
    return stdout.trim();
  };
  try {
    const wkt = await definitionAs('wkt2');
    const crs = crsFromWkt(wkt);
    if (!crs) throw noSuchCrs(srid);
    const definition = (await definitionAs('wkt1')) || wkt;
    return {
      entry,
      crs: { ...crs, name: entry.name, authority: 'EPSG', code: String(srid), srid, wkt },
      definition,
    };
  } catch (error) {
    if (error instanceof ProgramError && error.reason === 'failed') throw noSuchCrs(srid);
    throw error;
  }
}

function noSuchCrs(srid: number) {
  return unprocessable(
    'vault.unknown_crs',
    `There is no coordinate system EPSG:${srid} that places data on a map. Search for it by name.`,
  );
}
