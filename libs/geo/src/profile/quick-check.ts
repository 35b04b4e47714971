import { stat } from 'node:fs/promises';
import { AppError } from '@cairn/service/errors';
import type { Gdal, GdalOptions } from '../gdal/gdal.ts';
import { ProgramError } from '@cairn/programs';
import type { SourceFile } from '../source/source-file.ts';
import type { DataProfile } from '../inspect/types.ts';
import { convertSource } from '../source/working-copy.ts';
import { profileJobFile } from './profile-file.ts';

/** Limits while a user waits; a worker checks the rest. */
const FEATURES = 50_000;
const MILLISECONDS = 2_000;
/** Larger files of other formats take too long to be turned into a GeoPackage first. */
const MAX_BYTES = 8 * 1024 * 1024;

export type Findings = Pick<DataProfile, 'problems' | 'problemCount' | 'warnings'>;

const NOTHING: Findings = { problems: [], problemCount: 0, warnings: [] };

/**
 * A first check of the content of a valid vector file in the job's folder as `input`: what is
 * wrong with its layers and with the first of its features, in about two seconds. What is too slow for that is good so far.
 */
export async function quickCheck(
  gdal: Gdal,
  source: SourceFile,
  { input, ...run }: GdalOptions & { input: string },
): Promise<Findings> {
  if (source.format === 'GTiff' || source.env) return NOTHING;
  const isOurs = source.format !== 'GPKG';
  if (isOurs && (await sizeOf(source.path)) > MAX_BYTES) return NOTHING;
  try {
    const bounds = { isOurs, ranges: false, features: FEATURES, milliseconds: MILLISECONDS };
    const profileCopy = async (file: string) => {
      const profile = await profileJobFile(gdal, file, { ...run, ...bounds });
      return profile.layers.length > 0 ? profile : null;
    };
    const placed = { input, format: source.format };
    const profile = isOurs
      ? await convertSource(gdal, placed, { ...run, timeLimitMs: 2 * MILLISECONDS }, profileCopy)
      : await profileCopy(input);
    if (!profile) return NOTHING;
    const { problems, problemCount, warnings } = profile;
    return { problems, problemCount, warnings };
  } catch (error) {
    if (error instanceof ProgramError && error.reason !== 'aborted') return NOTHING;
    if (error instanceof AppError && error.kind === 'unavailable') return NOTHING;
    throw error;
  }
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path)).size;
}
