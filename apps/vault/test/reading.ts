import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { ask } from './client.ts';
import type { TestVault, Person } from './test-app.ts';

const run = promisify(execFile);

/** Downloads a version to a file. */
export async function download(
  app: TestVault,
  person: Person,
  { dataset, version, to }: { dataset: string; version: number; to: string },
): Promise<string> {
  const { body: list } = await ask(app, person, { path: `/datasets/${dataset}/versions` });
  const { id } = list.versions.find((each: { version: number }) => each.version === version);
  const { status, body } = await ask(app, person, { path: `/versions/${id}/download` });
  if (status !== 200) throw new Error(`the download returned ${status}`);
  await writeFile(to, body as Buffer);
  return to;
}

export async function ogrinfo(...args: string[]): Promise<string> {
  const { stdout } = await run('ogrinfo', ['-ro', ...args], { maxBuffer: 256 * 1024 * 1024 });
  return stdout;
}

export async function ogr2ogr(...args: string[]): Promise<void> {
  await run('ogr2ogr', args);
}

/** The features of a file as GDAL prints them, with long geometries replaced by their hash. */
export async function features(path: string, layer?: string): Promise<string[]> {
  const text = await ogrinfo('-q', ...(layer ? [path, layer] : ['-al', path]));
  return text
    .split(/^OGRFeature\(.*\):\d+$/m)
    .slice(1)
    .map((feature) => feature.trim().replace(/\(.{200,}\)$/gm, hashOf));
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
