import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Gdal } from '../gdal.ts';
import type { LayersReply, SampleReply, ToolRequest } from './protocol.ts';

// Beside the source it is TypeScript, beside a bundle JavaScript.
const TOOL = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './tool.ts' : './geopackage-tool.js', import.meta.url),
);

type Reply<R extends ToolRequest> = R extends { task: 'layers' } ? LayersReply : SampleReply;

/** Asks the GeoPackage tool, behind the fence. Throws ProgramError when the file defeats it. */
export async function runGeopackageTool<R extends ToolRequest>(
  gdal: Gdal,
  request: R,
  options: { cwd: string; timeLimitMs?: number; signal?: AbortSignal },
): Promise<Reply<R>> {
  const file = `${request.task}-request.json`;
  await writeFile(join(options.cwd, file), JSON.stringify(request));
  const { stdout } = await gdal.runBeside(
    process.execPath,
    ['--max-old-space-size=512', '--disable-warning=ExperimentalWarning', TOOL, file],
    { ...options, maxOutputBytes: 16 * 1024 * 1024 },
  );
  return JSON.parse(stdout) as Reply<R>;
}
