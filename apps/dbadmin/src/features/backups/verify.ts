import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { runProgram } from '@cairn/programs';
import { unprocessable } from '@cairn/service';
import type { PgPrograms } from '../../postgres-programs/find-programs.ts';

const PIECE = 1024 * 1024;

/** SHA-256 of an open file, in lower-case hex. */
export async function hashFile(
  file: FileHandle,
  { signal, onBytes }: { signal: AbortSignal; onBytes?: (read: number) => void },
): Promise<string> {
  const hash = createHash('sha256');
  let read = 0;
  const source = file.createReadStream({ start: 0, autoClose: false, highWaterMark: PIECE });
  source.on('data', (chunk) => {
    read += chunk.length;
    onBytes?.(read);
  });
  await pipeline(source, hash, { signal });
  return hash.digest('hex');
}

/**
 * Lets pg_restore read and unpack a backup to its last byte: this finds truncated and damaged files, which listing the contents does
 * not.
 * @throws {AppError} unprocessable
 */
export async function verifyArchive(
  file: FileHandle,
  { programs, cwd, signal }: { programs: PgPrograms; cwd: string; signal: AbortSignal },
): Promise<void> {
  try {
    await runProgram({
      program: programs.restore,
      args: ['-f', '/dev/null'],
      cwd,
      input: file.fd,
      timeLimitMs: null,
      limits: { cpuSeconds: null },
      signal,
    });
  } catch {
    signal.throwIfAborted();
    throw unprocessable(
      'dbadmin.backup_damaged',
      'The backup is damaged and was not kept. Check the disk, then back up again.',
    );
  }
}
