import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';

/** Sends a vector tile: 304 where the client has it, 204 where it is empty. `varyBy` is the header that identifies the caller. */
export function sendTile(
  { req, res, varyBy }: { req: Request; res: Response; varyBy: string },
  tile: Buffer,
): void {
  const etag = `"${createHash('sha256').update(tile).digest('base64url').slice(0, 27)}"`;
  res.setHeader('Cache-Control', 'private, no-cache');
  res.setHeader('ETag', etag);
  res.vary(varyBy);
  if (req.headers['if-none-match']?.includes(etag)) res.statusCode = 304;
  else if (tile.length === 0) res.statusCode = 204;
  if (res.statusCode !== 200) {
    res.end();
    return;
  }
  res.type('application/vnd.mapbox-vector-tile');
  res.setHeader('Content-Length', tile.length);
  res.end(tile);
}
