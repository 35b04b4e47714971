import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import type { Actor } from '@cairn/service';
import { isVisitor } from '../visitors/redact.ts';

/**
 * The browser of a signed-in user keeps what it read and asks before each use whether that is still allowed; the browser of a
 * visitor keeps nothing, so that nothing remains there once a dataset is no longer public.
 */
export function cacheControl(actor: Actor): string {
  return isVisitor(actor) ? 'no-store' : 'private, no-cache';
}

/**
 * Answers 304 when the client has this already. Bytes and request decide, so that nothing has to be drawn to know: call it
 * after the permission was checked and before any work.
 */
export function respondNotModified(
  { req, res, actor }: { req: Request; res: Response; actor: Actor },
  what: string,
): boolean {
  res.setHeader('Cache-Control', cacheControl(actor));
  res.vary('Cookie');
  if (isVisitor(actor)) return false;
  const etag = `W/"${createHash('sha256').update(what).digest('base64url').slice(0, 27)}"`;
  res.setHeader('ETag', etag);
  if (!req.headers['if-none-match']?.includes(etag)) return false;
  res.statusCode = 304;
  res.end();
  return true;
}

export function sendBytes(res: Response, data: Uint8Array): void {
  res.setHeader('Content-Length', data.length);
  res.end(data);
}
