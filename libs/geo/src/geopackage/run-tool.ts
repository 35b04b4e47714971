import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { storageFailure } from '@cairn/files';
import type { Gdal, ToolOptions } from '../gdal.ts';
import { refused } from './channel.ts';
import type { Answer } from './channel.ts';
import type { CopyReply, CopyRequest } from './copy-out.ts';
import type { ReplyTo, ToolRequest } from './protocol.ts';

const TOOL = fileURLToPath(new URL('./tool.ts', import.meta.url));

export const TOOL_COMMAND = ['--max-old-space-size=512', '--disable-warning=ExperimentalWarning', TOOL];

/**
 * Asks the GeoPackage tool once, behind the fence, in the job's folder. Throws AppError for what the tool refuses with a
 * sentence, ProgramError when the file defeats it.
 */
export async function runGeopackageTool<R extends ToolRequest>(
  gdal: Gdal,
  request: R,
  options: Pick<ToolOptions, 'cwd' | 'timeLimitMs' | 'limits' | 'signal'>,
): Promise<ReplyTo<R>> {
  const file = `${request.task}-request.json`;
  await writeFile(join(options.cwd, file), JSON.stringify(request)).catch((error: unknown) => {
    throw storageFailure(error);
  });
  const { stdout } = await gdal.runBeside(process.execPath, [...TOOL_COMMAND, file], {
    ...options,
    maxOutputBytes: 16 * 1024 * 1024,
  });
  const answer = JSON.parse(stdout) as Answer;
  if (answer.refusal) throw refused(answer.refusal);
  return answer.reply as ReplyTo<R>;
}

/** Writes a layer to `stdout` as PostgreSQL's binary COPY, at the pace of whoever reads; see copy-out.ts. */
export async function copyGeopackageLayer(
  gdal: Gdal,
  request: CopyRequest,
  options: Omit<ToolOptions, 'cwd'> & { cwd: string; stdout: Writable },
): Promise<CopyReply> {
  const files = ['copy-request.json', 'copy-reply.json'] as const;
  await writeFile(join(options.cwd, files[0]), JSON.stringify(request));
  await rm(join(options.cwd, files[1]), { force: true });
  const run = gdal.runBeside(process.execPath, [...TOOL_COMMAND, 'copy', ...files], options);
  const failure = await run.then(
    () => null,
    (error: unknown) => ({ error }),
  );
  // A refusal cuts the stream short, about which its reader complains too; the refusal says why.
  const said = await readFile(join(options.cwd, files[1]), 'utf8').catch(() => '{}');
  const { refusal, reply } = JSON.parse(said) as Answer<CopyReply>;
  if (refusal) throw refused(refusal);
  if (failure) throw failure.error;
  return reply as CopyReply;
}
