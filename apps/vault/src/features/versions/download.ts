import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import type { ByteRange, Storage } from '@cairn/files';
import { notFound } from '@cairn/service';
import type { Version } from './types.ts';

/**
 * Sends a version's bytes as they were uploaded, whole or the range that was asked for (RFC 9110; one range, others
 * are answered with the whole file).
 */
export async function sendObject(options: {
  req: Request;
  res: Response;
  storage: Storage;
  version: Version | null;
}): Promise<void> {
  const { req, res, storage, version } = options;
  const key = version?.objectKey ?? null;
  const size = key === null ? null : await storage.size(key);
  if (!version || key === null || size === null) {
    throw notFound('vault.no_file', 'There is no file of this version on this server.');
  }
  const etag = `"${version.sha256}"`;
  res.setHeader('ETag', etag);
  res.setHeader('Accept-Ranges', 'bytes');
  res.setHeader('Last-Modified', version.createdAt.toUTCString());
  res.setHeader('Cache-Control', 'private, no-cache');
  if (req.headers['if-none-match']?.split(/\s*,\s*/).some((tag) => matches(tag, etag))) {
    res.statusCode = 304;
    res.end();
    return;
  }
  const range = requestedRange(req, { size, etag });
  if (range === 'outside') {
    res.statusCode = 416;
    res.setHeader('Content-Range', `bytes */${size}`);
    res.json({ error: `The file has ${size} bytes; the range lies outside.` });
    return;
  }
  res.statusCode = range ? 206 : 200;
  res.setHeader('Content-Type', 'application/octet-stream');
  res.setHeader('Content-Disposition', attachment(version.fileName));
  if (range) res.setHeader('Content-Range', `bytes ${range.start}-${range.end}/${size}`);
  res.setHeader('Content-Length', range ? range.end - range.start + 1 : size);
  if (req.method === 'HEAD' || size === 0) {
    res.end();
    return;
  }
  await pipeline(storage.open(key, range ?? undefined), res).catch((error: NodeJS.ErrnoException) => {
    // Nobody is left to be told.
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
}

/** RFC 9110, 13.1.2: If-None-Match compares weakly; proxies that compress make a tag weak. */
function matches(tag: string, etag: string): boolean {
  return tag === '*' || tag.replace(/^W\//, '') === etag;
}

function requestedRange(req: Request, file: { size: number; etag: string }): ByteRange | 'outside' | null {
  const asked = /^bytes=(\d*)-(\d*)$/.exec(req.headers.range ?? '');
  const condition = req.headers['if-range'];
  if (!asked || (condition !== undefined && condition !== file.etag)) return null;
  const [, first = '', last = ''] = asked;
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
