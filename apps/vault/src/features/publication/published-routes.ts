import { createHash } from 'node:crypto';
import type { VaultOperations } from '@cairn/contracts';
import { streaming } from '@cairn/service';
import type { Exchange, Handlers } from '@cairn/service';
import { isVisitor } from '../access/redact.ts';
import { sendBytes } from '../content/http-cache.ts';
import { contentTag } from '../content/tiles/mapper.ts';
import { hashOf, requireTileAddress, sendTile } from '../content/tiles/send-tile.ts';
import { tileContent } from '../content/tiles/service.ts';
import { toPublishedTileJson } from './mapper.ts';
import type { PublishedLayers, ServedLayer } from './published-layers.ts';

type AnyExchange = Pick<Exchange<unknown>, 'req' | 'res' | 'actor' | 'call'>;

/** How long caches may use what is public without asking, where an address names the content. */
const PUBLIC_SECONDS = 300;

/** What maps read from the addresses of published layers. */
export function publishedRoutes({
  publishedLayers,
}: {
  publishedLayers: PublishedLayers;
}): Handlers<VaultOperations, 'publishedTileJson' | 'publishedTile'> {
  return {
    publishedTileJson: streaming(async ({ input: { path, query }, ...exchange }) => {
      const { res, call } = exchange;
      const served = await publishedLayers.served(path.publication);
      setSharing(exchange, { isFixed: false });
      const tiled = await publishedLayers.describe(served, call.signal);
      const body = toPublishedTileJson(served, tiled, { address: call, token: query.token });
      const text = JSON.stringify(body);
      if (isNotModified(exchange, text)) return;
      res.type('application/json');
      sendBytes(res, Buffer.from(text));
    }),

    publishedTile: streaming(async ({ input: { path, query }, ...exchange }) => {
      const { z, x, y } = path;
      requireTileAddress({ z, x, y });
      const served = await publishedLayers.served(path.publication);
      setSharing(exchange, { isFixed: query.v === contentTag(served.version) });
      exchange.res.vary('Accept-Encoding');
      const content = publishedContent(served, { z, x, y });
      if (content !== null && isNotModified(exchange, content)) return;
      const tile = await publishedLayers.tile(served, { z, x, y }, exchange.call.signal);
      if (content === null && isNotModified(exchange, hashOf(tile))) return;
      await sendTile(exchange, tile);
    }),
  };
}

/** Identifies a tile before it is read, if that is possible. Fields and values follow from the content. */
function publishedContent(
  { publication, version }: ServedLayer,
  address: { z: number; x: number; y: number },
): string | null {
  const content = tileContent(version, { ...address, layer: publication.layer, fields: [] });
  return content === null ? null : `published ${content}`;
}

/**
 * Pages of all sites may read what needs no session: public layers, and layers opened by a token. Shared caches may keep only
 * what is public. `isFixed`: other content has another address, so that caches need not ask each time.
 */
export function setSharing({ res, actor, call }: AnyExchange, { isFixed }: { isFixed: boolean }): void {
  if (isVisitor(actor)) {
    res.setHeader('Access-Control-Allow-Origin', '*');
    res.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
  } else res.vary('Cookie');
  const isPublic = isVisitor(actor) && call.link === null;
  const age = isFixed ? `max-age=${PUBLIC_SECONDS}` : 'no-cache';
  res.setHeader('Cache-Control', isPublic ? `public, ${age}` : 'private, no-cache');
}

/** Sets the ETag, and answers 304 when the client has this content already. */
function isNotModified({ req, res }: AnyExchange, content: string): boolean {
  const etag = `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`;
  res.setHeader('ETag', etag);
  if (!req.headers['if-none-match']?.includes(etag)) return false;
  res.statusCode = 304;
  res.end();
  return true;
}
