import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import type { Actor } from '@cairn/service';
import { isVisitor } from '../access/redact.ts';

/**
 * Browsers of signed-in users keep responses and revalidate them before each use; browsers of visitors keep nothing, so that
 * nothing remains there once a dataset is no longer public.
 */
export function cacheControl(actor: Actor): string {
  return isVisitor(actor) ? 'no-store' : 'private, no-cache';
}

/**
 * Sets the caching headers, and answers 304 when the client has the response already. `content` identifies the bytes and the
 * request, so that nothing has to be computed: call it after the permission check and before any work.
 */
export function respondNotModified(
  { req, res, actor }: { req: Request; res: Response; actor: Actor },
  content: string,
): boolean {
  res.setHeader('Cache-Control', cacheControl(actor));
  res.vary('Cookie');
  if (isVisitor(actor)) return false;
  const etag = `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`;
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

export async function sendFile(res: Response, path: string): Promise<void> {
  res.setHeader('Content-Length', (await stat(path)).size);
  await pipeline(createReadStream(path), res).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
}
