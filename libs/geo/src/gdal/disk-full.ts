import { statfs } from 'node:fs/promises';
import { diskFullError, toStorageError } from '@cairn/files';
import { ProgramError } from '@cairn/programs';

/** Messages of programs on a full disk; the last one is SQLite's. */
const MESSAGES = /No space left on device|Disk quota exceeded|database or disk is full/i;
const LEAST_ROOM = 64 * 1024;

/** A program that failed for want of room: nothing is wrong with its file, and the same work may be done later. */
export async function toDiskFullError(error: unknown, cwd: string): Promise<unknown> {
  if (!(error instanceof ProgramError)) return toStorageError(error);
  if (error.reason !== 'failed') return error;
  return MESSAGES.test(error.stderr) || (await roomIn(cwd)) < LEAST_ROOM ? diskFullError(error) : error;
}

/** Bytes that may still be written. */
async function roomIn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
