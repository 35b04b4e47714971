import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Gdal, GdalOptions } from '../gdal/gdal.ts';
import { READER, readerSetup } from '../reader-client/reader-program.ts';
import { toAppError } from '../reader-client/run-task.ts';
import type { Answer } from '../reader-protocol/answer.ts';
import type { WriteFeaturesReply, WriteFeaturesRequest } from '../reader-protocol/feature-types.ts';

/**
 * Writes rows of PostgreSQL's binary COPY into a new GeoPackage in the job's folder, with its spatial index, at the pace at which
 * they come. The last field of a row is its geometry as ISO WKB, little-endian.
 * @throws {AppError} unavailable when the disk is full. @throws {ProgramError} when the rows end too early
 */
export async function writeFeatures(
  gdal: Gdal,
  request: WriteFeaturesRequest,
  options: GdalOptions & { rows: Readable },
): Promise<WriteFeaturesReply> {
  const { rows, ...run } = options;
  const files = ['features-request.json', 'features-reply.json'] as const;
  await writeFile(join(run.cwd, files[0]), JSON.stringify(request));
  await rm(join(run.cwd, files[1]), { force: true });
  await gdal.runBeside(READER.program, [...READER.args, 'features', ...files], {
    ...run,
    ...(await readerSetup()),
    input: rows,
  });
  const answer = JSON.parse(await readFile(join(run.cwd, files[1]), 'utf8')) as Answer<WriteFeaturesReply>;
  if (answer.refusal) throw toAppError(answer.refusal);
  return answer.reply as WriteFeaturesReply;
}
