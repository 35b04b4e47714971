import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ProgramError } from '@cairn/programs';
import { unprocessable } from '@cairn/service/errors';
import { crsFromWkt } from './crs.ts';
import type { Crs } from './crs.ts';
import { findEpsg } from './epsg.ts';
import type { EpsgEntry } from './epsg.ts';
import type { Gdal } from '../gdal/gdal.ts';

/** A coordinate system of the EPSG dataset with its definitions. */
export interface ResolvedCrs {
  entry: EpsgEntry;
  crs: Crs & { srid: number; wkt: string };
  /** For files: WKT 1 where the system can be written so, else WKT 2. */
  definition: string;
}

/**
 * Looks up an EPSG code.
 * @throws {AppError} unprocessable for an unknown system, and for one that cannot place data on a map.
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

/** PROJ (`identify`): from 60 % on the systems are equivalent and only names differ; 25 % means similar names. */
const EQUIVALENT = 60;

/**
 * The EPSG code of a reference system: its own, else that of the system with the same definition, as GDAL finds it. Files of ESRI's
 * programs have no code. Null when there is no such system.
 */
export async function identifyCrs(
  gdal: Gdal,
  crs: Crs,
  { cwd, signal }: { cwd: string; signal?: AbortSignal },
): Promise<number | null> {
  if (crs.srid !== undefined) return crs.srid;
  if (crs.wkt === undefined) return null;
  await writeFile(join(cwd, 'unknown.prj'), crs.wkt);
  try {
    const { stdout } = await gdal.run('gdalsrsinfo', ['-e', '-o', 'epsg', 'unknown.prj'], {
      cwd,
      ...(signal ? { signal } : {}),
    });
    return bestMatch(stdout);
  } catch (error) {
    if (error instanceof ProgramError && error.reason === 'failed') return null;
    throw error;
  }
}

/** The code with the highest confidence in "Confidence in this match: 90 %", "", "EPSG:2180", …; null when several have it. */
function bestMatch(text: string): number | null {
  const matches = [...text.matchAll(/match: (\d+) %\s+EPSG:(\d+)/g)].map(([, sure, code]) => ({
    sure: Number(sure),
    code: Number(code),
  }));
  const most = Math.max(0, ...matches.map(({ sure }) => sure));
  const best = matches.filter(({ sure }) => sure === most);
  return most >= EQUIVALENT && best.length === 1 ? (best[0]?.code ?? null) : null;
}
