import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { createMinorGc } from './minor-gc.ts';

/** At most this many bytes wait while the disk writes the batch before them. */
export const BATCH_BYTES = 1024 * 1024;

/** Hashes of a file, computed while its bytes pass. */
export interface FileDigest {
  update(chunk: Buffer): void;
  /** Ends the digest. Lower-case hex; `sha1` is null unless it was requested. */
  hex(): { sha256: string; sha1: string | null };
}

export function createFileDigest({ sha1 = false }: { sha1?: boolean } = {}): FileDigest {
  const [first, second] = [createHash('sha256'), sha1 ? createHash('sha1') : null];
  return {
    update(chunk) {
      first.update(chunk);
      second?.update(chunk);
    },
    hex: () => ({ sha256: first.digest('hex'), sha1: second?.digest('hex') ?? null }),
  };
}

export interface FileWriterOptions {
  digest?: FileDigest | null;
  /** Bytes after which they are flushed to the disk in the background. */
  flushEvery: number;
  /** Called after each flush, one at a time, with the bytes of this writer that are on the disk. */
  onFlushed?(bytes: number): Promise<void>;
}

/**
 * Writes to the end of an open file, which stays open, and counts and hashes. While the disk writes one batch the next one is
 * collected (`BATCH_BYTES`) and hashed. Pages are flushed as the bytes arrive, so that the last flush is short and dirty memory
 * stays small: at most two portions of `flushEvery` and a batch each are not on the disk.
 */
export function createFileWriter(
  handle: FileHandle,
  { digest, flushEvery, onFlushed }: FileWriterOptions,
): { stream: Writable; written(): number } {
  let size = 0;
  let unflushed = 0;
  const collect = createMinorGc();
  let flushing: Promise<void> = Promise.resolve();

  async function flush(): Promise<void> {
    const bytes = size;
    // Writes the size of the file as well, which reading it back needs.
    await handle.datasync();
    await onFlushed?.(bytes);
  }

  async function write(chunks: Buffer[]): Promise<void> {
    const bytes = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
    const written = writeAll(handle, chunks, bytes);
    if (digest) for (const chunk of chunks) digest.update(chunk);
    await written;
    size += bytes;
    unflushed += bytes;
    collect(bytes);
    if (unflushed < flushEvery) return;
    unflushed = 0;
    await flushing;
    flushing = flush();
    flushing.catch(() => undefined);
  }

  const stream = new Writable({
    highWaterMark: BATCH_BYTES,
    write: (chunk: Buffer, _encoding, done) => void write([chunk]).then(() => done(), done),
    writev: (items, done) => void write(items.map(({ chunk }) => chunk as Buffer)).then(() => done(), done),
    final: (done) => void flushing.then(flush).then(() => done(), done),
    destroy: (error, done) => void flushing.catch(() => undefined).then(() => done(error)),
  });
  return { stream, written: () => size };
}

async function writeAll(file: FileHandle, chunks: Buffer[], bytes: number): Promise<void> {
  const { bytesWritten } = await file.writev(chunks);
  if (bytesWritten === bytes) return;
  // A disk that fills up writes a part first; writing the rest then fails with the reason.
  let rest = Buffer.concat(chunks).subarray(bytesWritten);
  while (rest.length > 0) rest = rest.subarray((await file.write(rest)).bytesWritten);
}
