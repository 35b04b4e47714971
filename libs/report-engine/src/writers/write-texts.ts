import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';

/** Characters that are collected before they are written: many small writes cost more than they carry. */
const CHUNK = 64 * 1024;

/** Joins short texts to chunks of about 64 Ki characters. @throws the reason of `signal` when it is aborted. */
export async function* joinTexts(
  texts: AsyncIterable<string> | Iterable<string>,
  signal?: AbortSignal,
): AsyncGenerator<string> {
  let joined = '';
  for await (const text of texts) {
    joined += text;
    if (joined.length < CHUNK) continue;
    signal?.throwIfAborted();
    // A surrogate pair cut in two would become two question marks.
    const last = joined.charCodeAt(joined.length - 1);
    const cut = last >= 0xd800 && last < 0xdc00 ? joined.length - 1 : joined.length;
    yield joined.slice(0, cut);
    joined = joined.slice(cut);
  }
  if (joined !== '') yield joined;
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
    for await (const text of joinTexts(texts, signal)) {
      if (!stream.write(text, 'utf8')) await Promise.race([once(stream, 'drain'), closed]);
    }
    stream.end();
    await closed;
  } catch (error) {
    stream.destroy(error as Error);
    throw error;
  }
}
