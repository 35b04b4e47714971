import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Gdal } from '../gdal.ts';
import { refused } from './channel.ts';
import type { Answer } from './channel.ts';
import type { ReplyTo, ToolRequest } from './protocol.ts';

// Beside the source it is TypeScript, beside a bundle JavaScript.
const TOOL = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './tool.ts' : './geopackage-tool.js', import.meta.url),
);

export const TOOL_COMMAND = ['--max-old-space-size=512', '--disable-warning=ExperimentalWarning', TOOL];

/**
 * Asks the GeoPackage tool once, behind the fence, in the job's folder. Throws AppError for what the tool refuses with a
 * sentence, ProgramError when the file defeats it.
 */
export async function runGeopackageTool<R extends ToolRequest>(
  gdal: Gdal,
  request: R,
  options: { cwd: string; timeLimitMs?: number; signal?: AbortSignal },
): Promise<ReplyTo<R>> {
  const file = `${request.task}-request.json`;
  await writeFile(join(options.cwd, file), JSON.stringify(request));
  const { stdout } = await gdal.runBeside(process.execPath, [...TOOL_COMMAND, file], {
    ...options,
    maxOutputBytes: 16 * 1024 * 1024,
  });
  const answer = JSON.parse(stdout) as Answer;
  if (answer.refusal) throw refused(answer.refusal);
  return answer.reply as ReplyTo<R>;
}
