import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runProgram } from '@cairn/programs';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const SOURCE = fileURLToPath(new URL('..', import.meta.url));

/** The reader's code and packages, which must be visible in the sandbox. */
export const READER_FILES = [join(ROOT, 'libs'), join(ROOT, 'node_modules')];

export const READER = {
  program: process.execPath,
  args: ['--max-old-space-size=512', '--disable-warning=ExperimentalWarning', join(SOURCE, 'reader/main.ts')],
};

let compiled: Promise<string | null> | null = null;

/** What a reader may read and its environment, with its compiled code: without that a start takes three times as long. */
export async function readerSetup(): Promise<{ reads: string[]; env: Record<string, string> }> {
  compiled ??= compileReader().catch(() => null);
  const cache = await compiled;
  if (cache === null || !(await exists(cache))) return { reads: READER_FILES, env: {} };
  return { reads: [...READER_FILES, cache], env: { NODE_COMPILE_CACHE: cache } };
}

/**
 * A folder with the reader's compiled code, below the compile cache of this process; null if it has none. A reader that gets no
 * file of a user writes it once; all others may only read it.
 */
async function compileReader(): Promise<string | null> {
  const cache = process.env.NODE_COMPILE_CACHE;
  if (!cache) return null;
  const folder = resolve(cache, `reader-${process.version}-${await newestSource()}`);
  if (await exists(folder)) return folder;
  const unfinished = `${folder}-${randomBytes(4).toString('hex')}`;
  await mkdir(unfinished, { recursive: true });
  const run = { cwd: unfinished, reads: READER_FILES, env: { NODE_COMPILE_CACHE: unfinished } };
  try {
    await runProgram({ ...READER, ...run, args: [...READER.args, 'compile'] });
    // Another process may have been faster.
    await rename(unfinished, folder).catch(() => undefined);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  return folder;
}

async function newestSource(): Promise<number> {
  const names = await readdir(SOURCE, { recursive: true });
  const files = await Promise.all(names.map((name) => stat(join(SOURCE, name))));
  return Math.trunc(Math.max(...files.map(({ mtimeMs }) => mtimeMs)));
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
