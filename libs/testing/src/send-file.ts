import { createReadStream, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';

/**
 * Sends a file as nginx does: ETag from time and size, Last-Modified, one byte range, If-Range. An end beyond the file is cut to it;
 * a start beyond it is 416.
 */
export async function sendFile(
  { req, res }: { req: IncomingMessage; res: ServerResponse },
  path: string,
  headers: Record<string, string> = {},
): Promise<void> {
  const { size, mtime } = statSync(path);
  const modified = Math.floor(mtime.getTime() / 1000);
  const etag = `"${modified.toString(16)}-${size.toString(16)}"`;
  const lastModified = new Date(modified * 1000).toUTCString();
  const about = { etag, 'last-modified': lastModified, 'accept-ranges': 'bytes', ...headers };
  const condition = req.headers['if-range'];
  const isCurrent = condition === undefined || condition === etag || condition === lastModified;
  const range = isCurrent ? rangeOf(req.headers.range, size) : null;
  if (range === 'beyond') {
    res.writeHead(416, { 'content-range': `bytes */${size}`, 'content-length': 0 }).end();
    return;
  }
  const [start, end] = range ?? [0, size - 1];
  const partial = range ? { 'content-range': `bytes ${start}-${end}/${size}` } : {};
  res.writeHead(range ? 206 : 200, { ...about, ...partial, 'content-length': end - start + 1 });
  if (size === 0) return void res.end();
  await pipeline(createReadStream(path, { start, end }), res).catch(() => undefined);
}

/** Null for a header that is none of one range: the whole file is sent then. */
function rangeOf(header: string | undefined, size: number): [number, number] | 'beyond' | null {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return null;
  if (first === '') return Number(last) === 0 ? 'beyond' : [Math.max(size - Number(last), 0), size - 1];
  if (Number(first) >= size) return 'beyond';
  if (last !== '' && Number(last) < Number(first)) return null;
  return [Number(first), last === '' ? size - 1 : Math.min(Number(last), size - 1)];
}
