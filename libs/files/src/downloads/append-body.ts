import { statfs } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createFileWriter } from '../file-writer.ts';
import { toPartError } from '../storage-errors.ts';
import type { Part } from './part-files.ts';

/**
 * A process that is killed loses two portions and a batch each on their way to the disk, at most 6 MiB, and
 * what the kernel had received.
 */
const SAVE_EVERY = 2 * 1024 * 1024;

export interface AppendOptions {
  /** Bytes at the start of the body that the part has already. */
  skip: number;
  /** Size of the whole file. */
  total: number | null;
  /** The first bytes of the part that are on the disk. */
  saveOffset(offset: number): Promise<void>;
  onBytes?(bytes: number): void;
}

export interface AppendResult {
  /** The error that ended the body, or null at its regular end. */
  error: unknown;
  /** Where the body ended, as an offset in the file. Beyond the file when the body was too long; the part has none of that. */
  end: number;
}

/**
 * Appends a body to a part. Whatever ends the body, the bytes until then are on the disk and saved. When this throws, the part has the
 * bytes that were saved before.
 * @throws {AppError} unavailable when the disk is full
 */
export async function appendBody(
  part: Part,
  body: AsyncIterable<Buffer>,
  { skip, total, saveOffset, onBytes }: AppendOptions,
): Promise<AppendResult> {
  const start = part.size;
  const result: AppendResult = { error: null, end: start - skip };
  let saved = start;

  async function* freshBytes(): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of body) {
        const fresh = chunk.subarray(Math.max(0, start - result.end));
        result.end += chunk.length;
        if (total !== null && result.end > total) return;
        onBytes?.(Math.max(result.end, start));
        if (fresh.length > 0) yield fresh;
      }
    } catch (error) {
      result.error = error;
    }
  }

  const writer = createFileWriter(part.handle, {
    digest: part.digest,
    flushEvery: SAVE_EVERY,
    async onFlushed(bytes) {
      await saveOffset(start + bytes);
      saved = start + bytes;
    },
  });
  try {
    await requireSpace(part, total);
    await pipeline(freshBytes(), writer.stream);
    part.size = start + writer.written();
    return result;
  } catch (error) {
    part.digest = null;
    part.size = saved;
    // Fails only on a broken disk; opening the part cuts it back as well.
    await part.handle.truncate(saved).catch(() => undefined);
    throw toPartError(error);
  }
}

/** A disk that fills up would also stop everything else that uses it. */
async function requireSpace({ path, size }: Part, total: number | null): Promise<void> {
  const { bavail, bsize } = await statfs(path);
  if (total !== null && total - size > bavail * bsize)
    throw Object.assign(new Error('no space left for the rest'), { code: 'ENOSPC' });
}
