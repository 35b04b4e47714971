import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { runMinorGc } from './minor-gc.ts';

const FLUSH_EVERY = 32 * 1024 * 1024;
const COLLECT_EVERY = 16 * 1024 * 1024;

export interface StagingWriter {
  stream: Writable;
  /** Bytes and hash; complete once the stream has finished. */
  result(): { size: number; sha256: string };
  /** Settles when the file is closed, whatever happened. */
  closed: Promise<void>;
}

/**
 * Writes to a new file, counts and hashes. While the disk writes one batch the next one is collected (at most 1 MiB) and hashed.
 * Pages are flushed as the bytes arrive, so that the last sync is short and dirty memory stays small.
 */
export function createStagingWriter(path: string): StagingWriter {
  const hash = createHash('sha256');
  let handle: FileHandle | null = null;
  let size = 0;
  let unflushed = 0;
  let uncollected = 0;
  let flushing: Promise<void> = Promise.resolve();
  let sha256 = '';

  async function write(chunks: Buffer[]): Promise<void> {
    const file = handle as FileHandle;
    const bytes = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
    const written = writeAll(file, chunks, bytes);
    for (const chunk of chunks) hash.update(chunk);
    await written;
    size += bytes;
    unflushed += bytes;
    uncollected += bytes;
    if (uncollected >= COLLECT_EVERY) {
      uncollected = 0;
      runMinorGc();
    }
    if (unflushed < FLUSH_EVERY) return;
    unflushed = 0;
    // Waits for the previous flush, so that at most two portions are dirty.
    await flushing;
    flushing = file.datasync();
    flushing.catch(() => undefined);
  }

  const stream = new Writable({
    highWaterMark: 1024 * 1024,
    construct: (done) => {
      open(path, 'wx', 0o600).then((opened) => {
        handle = opened;
        done();
      }, done);
    },
    write: (chunk: Buffer, _encoding, done) => void write([chunk]).then(() => done(), done),
    writev: (items, done) => void write(items.map(({ chunk }) => chunk as Buffer)).then(() => done(), done),
    final: (done) => {
      const file = handle as FileHandle;
      flushing
        .then(() => file.sync())
        .then(() => {
          sha256 = hash.digest('hex');
          done();
        }, done);
    },
    destroy: (error, done) => {
      const close = flushing.catch(() => undefined).then(() => handle?.close());
      close.then(() => done(error), done);
    },
  });
  const closed = new Promise<void>((resolve) => stream.once('close', resolve));
  return { stream, closed, result: () => ({ size, sha256 }) };
}

async function writeAll(file: FileHandle, chunks: Buffer[], bytes: number): Promise<void> {
  const { bytesWritten } = await file.writev(chunks);
  if (bytesWritten === bytes) return;
  // A disk that fills up writes a part first; writing the rest then fails with the reason.
  let rest = Buffer.concat(chunks).subarray(bytesWritten);
  while (rest.length > 0) rest = rest.subarray((await file.write(rest)).bytesWritten);
}
