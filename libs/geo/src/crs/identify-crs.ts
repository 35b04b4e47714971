import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ProgramError } from '@cairn/programs';
import type { Crs } from './crs.ts';
import type { Gdal } from '../gdal/gdal.ts';

/** PROJ (`identify`): from 60 % on the systems are equivalent and only names differ; 25 % means that names are alike. */
const EQUIVALENT = 60;

/**
 * The EPSG code of a reference system: the one that it names, else that of the system with the same definition, as GDAL finds it.
 * Files written by ESRI's programs name none. Null when there is no such system.
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

/** Of "Confidence in this match: 90 %", "", "EPSG:2180", … the surest; null when that is none, or more than one. */
function bestMatch(text: string): number | null {
  const matches = [...text.matchAll(/match: (\d+) %\s+EPSG:(\d+)/g)].map(([, sure, code]) => ({
    sure: Number(sure),
    code: Number(code),
  }));
  const most = Math.max(0, ...matches.map(({ sure }) => sure));
  const best = matches.filter(({ sure }) => sure === most);
  return most >= EQUIVALENT && best.length === 1 ? (best[0]?.code ?? null) : null;
}
