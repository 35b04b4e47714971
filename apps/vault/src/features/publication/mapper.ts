import type { VaultSchemas } from '@cairn/contracts';
import { escapeHtml } from '@cairn/service';
import type { Call } from '@cairn/service';
import { contentTag, toTileJson } from '../content/tiles/mapper.ts';
import type { TiledLayer } from '../content/types.ts';
import type { MartinLayer } from './martin.ts';
import type { ServedLayer } from './published-layers.ts';
import type { CheckedToken } from './tokens.ts';
import type { Availability, Publication, PublishOutcome, TargetName } from './types.ts';

/** Where the browser sees the vault. */
type PublicAddress = Pick<Call, 'origin' | 'basePath'>;

export function toCapabilityBody(
  target: TargetName,
  availability: Availability,
): VaultSchemas['PublishCapability'] {
  if (availability.available) return { available: true, target };
  const { reason, because } = availability;
  return { available: false, target, reason, ...(because === 'copy' ? { needs_local_copy: true } : {}) };
}

export function toPublishBody(
  outcome: PublishOutcome,
  address: PublicAddress,
): VaultSchemas['PublishResult'] {
  const { target, created, publication } = outcome;
  return { success: true, target, created, publication: toPublicationBody(publication, address) };
}

export function toPublicationBody(
  publication: Publication,
  address: PublicAddress,
): VaultSchemas['Publication'] {
  const { pinnedId, publishedBy } = publication;
  return {
    id: publication.id,
    dataset: publication.dataset,
    layer: publication.layer,
    server: publication.server,
    follow: pinnedId === null ? 'latest' : 'version',
    version: publication.version,
    ...(pinnedId === null ? {} : { version_id: pinnedId }),
    ...(publication.server === 'qgis'
      ? { target: 'gis-runtime' as const, wms_url: `${rootOf(publication, address)}/wms` }
      : {
          target: 'tile-server' as const,
          tilejson_url: `${rootOf(publication, address)}.json`,
          tiles_url: tilesOf(publication, address),
          // Martin names the layer of a tile like its source.
          tiles_layer: publication.sourceId ?? 'features',
        }),
    archived: publication.archivedAt !== null,
    ...(publishedBy === null ? {} : { published_by: publishedBy }),
    published_at: publication.publishedAt.toISOString(),
  };
}

/** TileJSON with absolute addresses; a token of the request goes into them. */
export function toPublishedTileJson(
  { publication, version }: ServedLayer,
  tiled: TiledLayer | MartinLayer,
  { address, token }: { address: PublicAddress; token: string | undefined },
): VaultSchemas['TileJson'] {
  const tag = contentTag(version);
  const query = new URLSearchParams({
    ...(tag === null ? {} : { v: tag }),
    ...(token === undefined ? {} : { token }),
  });
  const tilesUrl = tilesOf(publication, address);
  const url = query.size === 0 ? tilesUrl : `${tilesUrl}?${query}`;
  const { title, attribution } = publication;
  return {
    ...('layer' in tiled ? toTileJson(tiled, url) : toMartinTileJson(tiled, url)),
    name: title,
    // Map libraries show it as HTML.
    ...(attribution === '' ? {} : { attribution: escapeHtml(attribution) }),
  };
}

/** What Martin says, with our address: clients never see its own. */
function toMartinTileJson(
  { vectorLayers, bounds, minzoom, maxzoom }: MartinLayer,
  url: string,
): VaultSchemas['TileJson'] {
  return {
    tilejson: '3.0.0',
    tiles: [url],
    ...{ minzoom, maxzoom },
    vector_layers: vectorLayers,
    ...(bounds ? { bounds } : {}),
  };
}

function tilesOf(publication: Publication, address: PublicAddress): string {
  return `${rootOf(publication, address)}/{z}/{x}/{y}.pbf`;
}

function rootOf({ id }: Publication, { origin, basePath }: PublicAddress): string {
  return `${origin}${basePath}/published/${id}`;
}

export function toTokenBody({ token, works }: CheckedToken): VaultSchemas['PublicationToken'] {
  const { createdBy, expiresAt, lastUsedAt } = token;
  return {
    id: token.id,
    label: token.label,
    prefix: token.prefix,
    ...(createdBy === null ? {} : { created_by: createdBy }),
    created_at: token.createdAt.toISOString(),
    ...(expiresAt === null ? {} : { expires_at: expiresAt.toISOString() }),
    ...(lastUsedAt === null ? {} : { last_used_at: lastUsedAt.toISOString() }),
    works,
  };
}
