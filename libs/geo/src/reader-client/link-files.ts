import { randomBytes } from 'node:crypto';
import { rm, stat } from 'node:fs/promises';
import { extname, isAbsolute, join } from 'node:path';
import { linkInputFile, moveOutputFile } from '@cairn/programs';
import { toStorageError } from '@cairn/files';
import type { ReaderRequest } from '../reader-protocol/protocol.ts';

/** Fields of requests that name input files, and those that name output files. Any other field may be a user's text. */
const READ = [
  'file',
  'before',
  'after',
  'input',
  'inputs',
  'work',
  'region',
  'cuts',
  'differences',
  'tiles',
  'other',
  'others',
  'changesets',
];
const WRITTEN = ['output', 'chunks', 'crossing', 'doubtful', 'whole', 'merged', 'held'];

interface LinkOptions {
  /** The folder that the reader sees. */
  folder: string;
  /** Removes the links afterwards: for a process that serves further requests. */
  unlink: boolean;
}

/**
 * Runs a request with the file names that the reader sees: files outside its folder are linked into it, and output files for
 * other folders are moved there afterwards.
 */
export async function withLinkedFiles<T, R extends object = ReaderRequest>(
  request: R,
  { folder, unlink }: LinkOptions,
  run: (request: R) => Promise<T>,
): Promise<T> {
  const lent = new Map<string, string>();
  const outputs: { from: string; to: string }[] = [];
  const isInside = (path: string) => !isAbsolute(path) || path.startsWith(`${folder}/`);

  async function lend(path: string): Promise<string> {
    if (isInside(path)) return path;
    const name = lent.get(path) ?? (await linkInputFile(path, folder, await nameOf(path)));
    lent.set(path, name);
    return name;
  }

  function output(path: string): string {
    if (isInside(path)) return path;
    const name = `made-${randomBytes(8).toString('hex')}${extname(path)}`;
    outputs.push({ from: join(folder, name), to: path });
    return name;
  }

  try {
    const placed = await place(request as Record<string, unknown>, { lend, output });
    const reply = await run(placed as R);
    for (const { from, to } of outputs) await moveOutputFile(from, to).catch(ignoreMissing);
    return reply;
  } catch (error) {
    throw toStorageError(error);
  } finally {
    if (unlink) {
      for (const name of lent.values()) await rm(join(folder, name), { force: true });
      for (const { from } of outputs) await rm(from, { force: true });
    }
  }
}

interface Naming {
  lend(path: string): Promise<string>;
  output(path: string): string;
}

async function place(request: Record<string, unknown>, naming: Naming): Promise<Record<string, unknown>> {
  const placed = { ...request };
  for (const field of READ) {
    const value = request[field];
    if (typeof value === 'string') placed[field] = await naming.lend(value);
    if (isTexts(value)) placed[field] = await Promise.all(value.map((path) => naming.lend(path)));
  }
  for (const field of WRITTEN) {
    const value = request[field];
    if (typeof value === 'string') placed[field] = naming.output(value);
    if (isTexts(value)) placed[field] = value.map((path) => naming.output(path));
  }
  const { rows } = request;
  if (isObject(rows) && typeof rows.file === 'string')
    placed.rows = { ...rows, file: await naming.lend(rows.file) };
  return placed;
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** The same name for the same file, so that the reader reuses open files; another name once the file has changed. */
async function nameOf(path: string): Promise<string> {
  const { ino, mtimeMs, size } = await stat(path);
  return `${ino.toString(36)}-${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}${extname(path)}`;
}

/** A task need not write every output. */
function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
