import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import { notFound } from '@cairn/service';
import { sendBytes } from '../http-cache.ts';

/** Compressing smaller responses saves nothing. */
const MIN_COMPRESSED_BYTES = 1_000;
const compress = promisify(gzip);

/** @throws {AppError} not_found for a tile that the zoom level does not have */
export function requireTileAddress({ z, x, y }: { z: number; x: number; y: number }): void {
  if (x < 2 ** z && y < 2 ** z) return;
  throw notFound(
    'vault.no_such_tile',
    `There is no tile ${z}/${x}/${y}. Zoom level ${z} has ${2 ** z} by ${2 ** z} tiles.`,
  );
}

/** Identifies the bytes of a tile that was read. */
export function hashOf(tile: Uint8Array | null): string {
  return createHash('sha256')
    .update(tile ?? '')
    .digest('base64url');
}

/** Sends a tile, compressed if the client takes that; 204 for an empty one. The caching headers are set already. */
export async function sendTile(
  { req, res }: { req: Request; res: Response },
  tile: Uint8Array | null,
): Promise<void> {
  if (tile === null) {
    res.statusCode = 204;
    res.end();
    return;
  }
  res.type('application/vnd.mapbox-vector-tile');
  if (tile.length < MIN_COMPRESSED_BYTES || !/\bgzip\b/.test(req.headers['accept-encoding'] ?? '')) {
    sendBytes(res, tile);
    return;
  }
  res.setHeader('Content-Encoding', 'gzip');
  sendBytes(res, await compress(tile, { level: 3 }));
}
