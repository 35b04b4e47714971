import { statfs } from 'node:fs/promises';
import { unprocessable } from '@cairn/service';
import type { AppError } from '@cairn/service';

const POLL_MS = 500;
const RESERVE_BYTES = 1024 ** 3;
/** Of disks smaller than 20 GiB. */
const RESERVE_SHARE = 0.05;

/**
 * Does some work that writes to a folder, and aborts it when less disk space is free than is reserved for other files: 1 GiB, or
 * 5 % of a small disk.
 * @throws {AppError} unprocessable
 */
export async function withDiskReserve<T>(
  folder: string,
  outer: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  await requireReserve(folder);
  const full = new AbortController();
  const timer = setInterval(() => {
    requireReserve(folder).catch((error: AppError) => full.abort(error));
  }, POLL_MS);
  try {
    return await work(AbortSignal.any([outer, full.signal]));
  } catch (error) {
    throw full.signal.aborted ? full.signal.reason : error;
  } finally {
    clearInterval(timer);
  }
}

async function requireReserve(folder: string): Promise<void> {
  const { blocks, bavail, bsize } = await statfs(folder);
  const reserve = Math.min(RESERVE_BYTES, blocks * bsize * RESERVE_SHARE);
  if (bavail * bsize >= reserve) return;
  throw unprocessable(
    'dbadmin.no_space',
    `The disk has less than ${Math.ceil(reserve / 1024 ** 2)} MiB of free space, which is kept in reserve. Nothing was stored. Delete old backups or add space, then try again.`,
  );
}
