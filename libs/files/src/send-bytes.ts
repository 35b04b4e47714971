import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import type { ByteRange } from './storage.ts';

export interface BytesToSend {
  size: number;
  /** Lower-case hex; the bytes of one file never change under one hash. */
  sha256: string;
  modified: Date;
  /** File name for saving in a browser. */
  fileName: string;
  /** Cache-Control; by default the browser keeps the file and revalidates it on each use. */
  cache?: string;
  /** Called only when bytes are sent. */
  open(range?: ByteRange): Readable;
}

/**
 * Responds to a GET or HEAD with an immutable file or one range of it (RFC 9110; several ranges get the whole file): 200, 206, 304 or
 * 416. Returns the status.
 */
export async function sendBytes(req: Request, res: Response, file: BytesToSend): Promise<number> {
  const { size } = file;
  const etag = `"${file.sha256}"`;
  res.setHeader('ETag', etag);
  res.setHeader('Accept-Ranges', 'bytes');
  res.setHeader('Last-Modified', file.modified.toUTCString());
  res.setHeader('Cache-Control', file.cache ?? 'private, no-cache');
  res.vary('Cookie');
  if (req.headers['if-none-match']?.split(/\s*,\s*/).some((tag) => matches(tag, etag))) {
    res.status(304).end();
    return 304;
  }
  const range = requestedRange(req, { size, etag });
  if (range === 'outside') {
    res.setHeader('Content-Range', `bytes */${size}`);
    res.status(416).json({ error: `The range is outside the file, which has ${size} bytes.` });
    return 416;
  }
  res.statusCode = range ? 206 : 200;
  res.setHeader('Content-Type', 'application/octet-stream');
  res.setHeader('Content-Disposition', attachment(file.fileName));
  if (range) res.setHeader('Content-Range', `bytes ${range.start}-${range.end}/${size}`);
  res.setHeader('Content-Length', range ? range.end - range.start + 1 : size);
  if (req.method === 'HEAD' || size === 0) {
    res.end();
    return res.statusCode;
  }
  await pipeline(file.open(range ?? undefined), res).catch((error: NodeJS.ErrnoException) => {
    // The client has left.
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
  return res.statusCode;
}

/** RFC 9110, 13.1.2: If-None-Match compares weakly; proxies that compress make a tag weak. */
function matches(tag: string, etag: string): boolean {
  return tag === '*' || tag.replace(/^W\//, '') === etag;
}

function requestedRange(req: Request, file: { size: number; etag: string }): ByteRange | 'outside' | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(req.headers.range ?? '');
  const condition = req.headers['if-range'];
  if (!match || (condition !== undefined && condition !== file.etag)) return null;
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return null;
  const start = first === '' ? Math.max(0, file.size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? file.size - 1 : Math.min(Number(last), file.size - 1);
  if (start > end || start >= file.size) return 'outside';
  return { start, end };
}

/** RFC 6266: a plain name for old clients, the true one in UTF-8. */
function attachment(fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const full = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${full}`;
}
