import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response as Answer } from 'express';

/** Headers of a file that are passed on; all others of the publish service stay behind. */
const HEADERS = ['content-type', 'content-length', 'content-disposition', 'last-modified', 'etag'];
/** Longest pause between two pieces of a file. */
const PAUSE_MS = 60_000;

export interface PassOnOptions {
  /** Name for saving in a browser, where the publish service gives none. */
  fileName?: string;
  /** Whether a page may show it: pictures and documents, not files. */
  isInline?: boolean;
}

/**
 * Sends a response of the publish service to the client, piece by piece. It is shown as the file of a stranger: no script in it runs.
 * A client that leaves ends the request to the publish service; one that is cut there ends the connection, so that the client notices.
 */
export async function passOn(
  upstream: Response,
  res: Answer,
  { fileName, isInline = false }: PassOnOptions = {},
): Promise<void> {
  res.status(upstream.status);
  for (const name of HEADERS) {
    const value = upstream.headers.get(name);
    const isLength = name === 'content-length';
    if (value === null || (isLength && upstream.headers.has('content-encoding'))) continue;
    if (name === 'content-disposition' && isInline) continue;
    res.setHeader(name, value);
  }
  if (!isInline && !/^attachment\b/i.test(upstream.headers.get('content-disposition') ?? ''))
    res.setHeader('Content-Disposition', `attachment; filename="${fileName ?? 'download'}"`);
  if (!upstream.headers.has('content-type')) res.setHeader('Content-Type', 'application/octet-stream');
  res.setHeader('X-Content-Type-Options', 'nosniff');
  res.setHeader('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox");
  if (!upstream.body) {
    res.end();
    return;
  }
  const source = Readable.fromWeb(upstream.body as Parameters<typeof Readable.fromWeb>[0]);
  await pipeline(source, endPauses(), res).catch((error: NodeJS.ErrnoException) => {
    // The client has left.
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE' && !res.destroyed) throw error;
  });
}

/** Ends with an error when nothing arrives for long while the reader waits. */
function endPauses(): Transform {
  let timer: NodeJS.Timeout;
  const watch = () => {
    clearTimeout(timer);
    timer = setTimeout(() => stream.destroy(new Error('the publish service paused for too long')), PAUSE_MS);
  };
  const stream = new Transform({
    transform(chunk, _encoding, done) {
      watch();
      done(null, chunk);
    },
    destroy(error, done) {
      clearTimeout(timer);
      done(error);
    },
  });
  watch();
  return stream;
}
