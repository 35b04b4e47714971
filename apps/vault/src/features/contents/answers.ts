import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';

/**
 * Answers 304 when the client holds this already. Bytes and question decide, so that nothing has to be drawn to know.
 * `lasts` says that the address means these bytes for ever.
 */
export function isKnown(
  { req, res }: { req: Request; res: Response },
  what: string,
  { lasts = false }: { lasts?: boolean } = {},
): boolean {
  const etag = `W/"${createHash('sha256').update(what).digest('base64url').slice(0, 27)}"`;
  res.setHeader('ETag', etag);
  res.setHeader('Cache-Control', lasts ? 'private, max-age=86400' : 'private, no-cache');
  if (!req.headers['if-none-match']?.includes(etag)) return false;
  res.statusCode = 304;
  res.end();
  return true;
}

export function sendBytes(res: Response, data: Uint8Array): void {
  res.setHeader('Content-Length', data.length);
  res.end(data);
}
