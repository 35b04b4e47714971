import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Gdal, GdalOptions } from '../gdal/gdal.ts';
import type { SourceFile } from '../source/source-file.ts';

const ANSWER = 'answer.geojson';

/**
 * Queries a remote GeoPackage in SQL; GDAL fetches the pages that the statement needs. The statement is our own and contains names
 * of the file only as quoted identifiers. Columns may be texts and numbers.
 */
export async function queryRemote<Row>(
  gdal: Gdal,
  source: SourceFile,
  { sql, ...options }: GdalOptions & { sql: string },
): Promise<Row[]> {
  const file = join(options.cwd, ANSWER);
  await rm(file, { force: true });
  await gdal.run('ogr2ogr', ['-f', 'GeoJSON', ANSWER, source.path, '-sql', sql], {
    ...options,
    limits: { fileBytes: 64 * 1024 * 1024 },
    env: { ...source.env, ...options.env },
  });
  const { features } = JSON.parse(await readFile(file, 'utf8')) as { features: { properties: Row }[] };
  return features.map(({ properties }) => properties);
}
