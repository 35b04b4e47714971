import { statfs } from 'node:fs/promises';
import { diskFullError, toStorageError } from '@cairn/files';
import { ProgramError } from '@cairn/programs';

/** How programs speak of a disk that takes no more; SQLite's words are the last ones. */
const SAYINGS = /No space left on device|Disk quota exceeded|database or disk is full/i;
const LEAST_ROOM = 64 * 1024;

/** A program that failed for want of room: nothing is wrong with its file, and the same work may be done later. */
export async function toDiskFullError(error: unknown, cwd: string): Promise<unknown> {
  if (!(error instanceof ProgramError)) return toStorageError(error);
  if (error.reason !== 'failed') return error;
  return SAYINGS.test(error.stderr) || (await roomIn(cwd)) < LEAST_ROOM ? diskFullError(error) : error;
}

/** Bytes that may still be written. */
async function roomIn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
