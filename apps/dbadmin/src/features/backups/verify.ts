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
 * Has pg_restore read a backup to its last byte, unpacking everything: that finds what is cut off or damaged, which a look at
 * the list of contents does not. AppError `unprocessable` when it cannot be read.
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
      'The backup cannot be read to its end and was not kept; look after the disk, then back up again.',
    );
  }
}
