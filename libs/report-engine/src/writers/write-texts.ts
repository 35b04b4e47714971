import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';

/** Bytes that are collected before they are written: many small writes cost more than they carry. */
const CHUNK = 128 * 1024;
/** Bytes of UTF-8 that a UTF-16 unit takes at most. */
const MOST_BYTES = 3;

/**
 * Joins short texts to chunks of UTF-8; bytes pass as they are. Each text is encoded alone: joined to one long string first, a
 * single letter beyond Latin would double the memory of all others.
 * @throws the reason of `signal` when it is aborted.
 */
export async function* joinTexts(
  texts: AsyncIterable<string | Uint8Array>,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array> {
  let chunk = Buffer.allocUnsafe(CHUNK);
  let used = 0;
  for await (const text of texts) {
    const isBytes = typeof text !== 'string';
    const most = text.length * MOST_BYTES;
    if (isBytes || used + most > CHUNK) {
      signal?.throwIfAborted();
      if (used > 0) yield chunk.subarray(0, used);
      chunk = Buffer.allocUnsafe(CHUNK);
      used = 0;
    }
    if (isBytes) yield text;
    else if (most > CHUNK) yield Buffer.from(text);
    else used += chunk.write(text, used);
  }
  if (used > 0) yield chunk.subarray(0, used);
}

/**
 * Writes texts as UTF-8 and ends the stream, no faster than it takes them. A failure destroys the stream, so that half a file never
 * looks whole.
 */
export async function writeTexts(
  texts: AsyncIterable<string>,
  stream: Writable,
  signal?: AbortSignal,
): Promise<void> {
  const closed = finished(stream, { signal });
  // The loop reports it; here it would be a rejection that nobody awaits.
  closed.catch(() => undefined);
  try {
    for await (const chunk of joinTexts(texts, signal)) {
      if (!stream.write(chunk)) await Promise.race([once(stream, 'drain'), closed]);
    }
    stream.end();
    await closed;
  } catch (error) {
    stream.destroy(error as Error);
    throw error;
  }
}
