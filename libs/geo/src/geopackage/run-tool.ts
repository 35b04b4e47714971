import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Gdal, ToolOptions } from '../gdal.ts';
import { refused } from './channel.ts';
import type { Answer } from './channel.ts';
import type { CopyReply, CopyRequest } from './copy-out.ts';
import { withLentFiles } from './lend-files.ts';
import type { ReplyTo, ToolRequest } from './protocol.ts';

const TOOL = fileURLToPath(new URL('./tool.ts', import.meta.url));
const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));

/** The tool's own code and packages, which it has to see in the sandbox. */
export const TOOL_FILES = [join(ROOT, 'libs'), join(ROOT, 'node_modules')];

export const TOOL_COMMAND = ['--max-old-space-size=512', '--disable-warning=ExperimentalWarning', TOOL];

/**
 * Asks the GeoPackage tool once, in the sandbox, in the job's folder. Throws AppError for what the tool refuses with a
 * sentence, ProgramError when the file defeats it.
 */
export async function runGeopackageTool<R extends ToolRequest>(
  gdal: Gdal,
  request: R,
  options: Pick<ToolOptions, 'cwd' | 'timeLimitMs' | 'limits' | 'signal'>,
): Promise<ReplyTo<R>> {
  return withLentFiles(request, { folder: options.cwd, takeBack: false }, async (placed) => {
    const file = `${request.task}-request.json`;
    await writeFile(join(options.cwd, file), JSON.stringify(placed));
    const { stdout } = await gdal.runBeside(process.execPath, [...TOOL_COMMAND, file], {
      ...options,
      reads: TOOL_FILES,
      maxOutputBytes: 16 * 1024 * 1024,
    });
    const answer = JSON.parse(stdout) as Answer;
    if (answer.refusal) throw refused(answer.refusal);
    return answer.reply as ReplyTo<R>;
  });
}

/** Writes a layer to `stdout` as PostgreSQL's binary COPY, at the pace of whoever reads; see copy-out.ts. */
export async function copyGeopackageLayer(
  gdal: Gdal,
  request: CopyRequest,
  options: ToolOptions & { stdout: Writable },
): Promise<CopyReply> {
  return withLentFiles(request, { folder: options.cwd, takeBack: false }, (placed) =>
    copyPlacedLayer(gdal, placed, options),
  );
}

async function copyPlacedLayer(
  gdal: Gdal,
  request: CopyRequest,
  options: ToolOptions & { stdout: Writable },
): Promise<CopyReply> {
  const files = ['copy-request.json', 'copy-reply.json'] as const;
  await writeFile(join(options.cwd, files[0]), JSON.stringify(request));
  await rm(join(options.cwd, files[1]), { force: true });
  const how = { ...options, reads: TOOL_FILES };
  const run = gdal.runBeside(process.execPath, [...TOOL_COMMAND, 'copy', ...files], how);
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
