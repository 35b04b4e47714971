import { createReadStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { QfcError, sendPage } from './answer.ts';
import type { QfcExchange } from './answer.ts';
import type { QfcVersion } from './types.ts';

/**
 * Sends a version as the object storage behind nginx does. Ranges are checked by the server itself, conditions by the storage, whose
 * refusals nginx turns into a page with status 500 (`error_page` in `qfieldcloud.conf.template`).
 * @throws {QfcError} invalid_http_range
 */
export async function sendVersion(
  { req, res }: QfcExchange,
  { name, version, minimumRange }: { name: string; version: QfcVersion; minimumRange: number },
): Promise<void> {
  const range = parseRange(req.headers.range ?? '', version.size, minimumRange);
  const etag = `"${version.etag}"`;
  const headers = {
    etag,
    'last-modified': new Date(version.uploadedAt).toUTCString(),
    'accept-ranges': 'bytes',
    // Spelt like this in `filestorage/view_helpers.py`.
    'content-type': 'application.force-download',
    'content-disposition': `attachment;filename="${name}"`,
  };
  const condition = conditionOf(req, etag, version);
  if (condition === 412) return sendPage(res, 500, 'Server error');
  if (condition === 304) {
    res.writeHead(304, { etag });
    res.end();
    return undefined;
  }
  const { start, end } = range ?? { start: 0, end: version.size - 1 };
  res.writeHead(range ? 206 : 200, {
    ...headers,
    'content-length': end - start + 1,
    ...(range ? { 'content-range': `bytes ${start}-${end}/${version.size}` } : {}),
  });
  if (version.size === 0) {
    res.end();
    return undefined;
  }
  // A caller that goes away in the middle is no error of the server.
  await pipeline(createReadStream(version.path, { start, end }), res).catch(() => res.destroy());
  return undefined;
}

/**
 * `parse_range_header` and `get_range`: one range `bytes=a-b` or `bytes=a-`, an end within the file and after the start, and not
 * shorter than the server's least length. @throws {QfcError} invalid_http_range
 */
export function parseRange(
  header: string,
  size: number,
  minimum: number,
): { start: number; end: number } | null {
  if (header === '') return null;
  const match = /^bytes=(\d+)-(\d+)?$/.exec(header);
  const start = Number(match?.[1]);
  const end = match?.[2] === undefined ? size - 1 : Number(match[2]);
  const isWrong =
    !match ||
    start >= size ||
    (match[2] !== undefined && (end >= size || end <= start)) ||
    end - start + 1 < minimum;
  if (isWrong) throw new QfcError('invalid_http_range');
  return { start, end };
}

function conditionOf(req: IncomingMessage, etag: string, version: QfcVersion): 200 | 304 | 412 {
  const names = (header: string | undefined): string[] =>
    (header ?? '').split(',').map((each) => each.trim());
  const modified = Math.floor(Date.parse(version.uploadedAt) / 1000) * 1000;
  const { 'if-match': match, 'if-none-match': noneMatch } = req.headers;
  const unmodifiedSince = Date.parse(req.headers['if-unmodified-since'] ?? '');
  const modifiedSince = Date.parse(req.headers['if-modified-since'] ?? '');
  if (match !== undefined && !names(match).includes(etag) && match !== '*') return 412;
  if (match === undefined && modified > unmodifiedSince) return 412;
  if (noneMatch !== undefined) return names(noneMatch).includes(etag) || noneMatch === '*' ? 304 : 200;
  return modified <= modifiedSince ? 304 : 200;
}
