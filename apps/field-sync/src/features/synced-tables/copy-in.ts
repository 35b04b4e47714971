import { createReadStream } from 'node:fs';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createMinorGc } from '@cairn/files';
import { AppError } from '@cairn/service';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

const CHUNK_BYTES = 512 * 1024;
/** Ends binary COPY (PostgreSQL documentation, COPY, "File Trailer"). */
const TRAILER = Buffer.from([0xff, 0xff]);

/** Sends a file of binary COPY to the statement. Returns the number of rows. */
export async function copyFileIn(client: pg.ClientBase, statement: string, file: string): Promise<number> {
  const copy = client.query(copyFrom(statement));
  const collect = createMinorGc();
  const bytes = createReadStream(file, { highWaterMark: CHUNK_BYTES });
  bytes.on('data', (chunk) => collect(chunk.length));
  await pipeline(bytes, copy);
  return copy.rowCount;
}

/**
 * Hands a stream for binary COPY to `write`; `onSent` hears how many bytes it has had. Where both fail, the first failure counts: that
 * of the server, or that of `write`.
 */
export async function copyStreamIn<T>(
  client: pg.ClientBase,
  statement: string,
  write: (stream: Writable) => Promise<T>,
  onSent?: (bytes: number) => void,
): Promise<T> {
  const copy = client.query(copyFrom(statement));
  let refusal: Error | null = null;
  let sent = 0;
  let end: Buffer = Buffer.alloc(0);
  let isCut = false;
  const collect = createMinorGc();
  // A stream of its own: an error of the COPY would otherwise be emitted before anybody listens.
  const stream = new Writable({
    highWaterMark: CHUNK_BYTES,
    write(chunk: Buffer, encoding, done) {
      sent += chunk.length;
      end = Buffer.concat([end, chunk.subarray(-2)]).subarray(-2);
      onSent?.(sent);
      collect(chunk.length);
      copy.write(chunk, encoding, done);
    },
    final(done) {
      if (end.equals(TRAILER)) return void copy.end(done);
      // The program that reads has ended too early, and why is not for the server to say.
      isCut = true;
      copy.destroy(new Error('the rows are cut'));
      done();
    },
    destroy(error, done) {
      if (error) copy.destroy(error);
      done(error);
    },
  });
  copy.on('error', (error) => {
    // Behind a failure of `write` the server only repeats that it got no more rows.
    if (!stream.destroyed && !isCut) refusal = error;
    stream.destroy(error);
  });
  stream.on('error', () => undefined);
  return write(stream).catch((error: unknown) => {
    // The session waits for rows until COPY is ended.
    if (!stream.writableEnded) stream.destroy(new Error('the rows could not be read'));
    throw error instanceof AppError ? error : (refusal ?? error);
  });
}
