import type { VaultSchemas } from '@cairn/contracts';
import type { FieldType } from '@cairn/geo';
import type { Version } from '../../versions/types.ts';
import { isTable } from '../service.ts';
import type { TiledLayer } from '../types.ts';

/** The limit of Web Mercator. */
const MAX_LATITUDE = 85.0511287798066;
/** Beyond this level maps enlarge its tiles. */
const MAX_ZOOM = 18;

/** Part of the addresses of tiles: other content has another one. Null for a table, whose rows change. */
export function contentTag(version: Version): string | null {
  if (isTable(version)) return null;
  const { sha256, removedRowsHash: hash } = version;
  return [sha256, ...(hash === null ? [] : [hash])].map((each) => each.slice(0, 16)).join('-');
}

/** The address of the tiles of a layer of a version. */
export function tilesUrl(version: Version, { layer }: TiledLayer, basePath: string): string {
  const path = `${basePath}/datasets/${encodeURIComponent(version.dataset)}/versions/${version.version}/tiles`;
  const tag = contentTag(version);
  return `${path}/{z}/{x}/{y}?${tag === null ? '' : `v=${tag}&`}layer=${encodeURIComponent(layer.name)}`;
}

export function toTileJson({ layer, sampled }: TiledLayer, url: string): VaultSchemas['TileJson'] {
  return {
    tilejson: '3.0.0',
    name: layer.name,
    tiles: [url],
    minzoom: 0,
    maxzoom: MAX_ZOOM,
    vector_layers: [
      {
        id: 'features',
        fields: Object.fromEntries(
          layer.fields.filter(({ type }) => type !== 'binary').map(({ name, type }) => [name, toKind(type)]),
        ),
        geometry_type: layer.geometryType,
        feature_count: layer.featureCount,
      },
    ],
    ...(layer.extentWgs84 ? { bounds: withinMercator(layer.extentWgs84) } : {}),
    ...(sampled.length > 0
      ? {
          sampled_below: sampled.length,
          sampled: sampled.map(({ oneIn, crowded }) => ({ one_in: Math.round(oneIn * 100) / 100, crowded })),
        }
      : {}),
  };
}

/** TileJSON 3.0, clause 3.3.2 allows any description; these are the common ones. */
function toKind(type: FieldType): string {
  if (type === 'boolean') return 'Boolean';
  return type === 'integer' || type === 'real' ? 'Number' : 'String';
}

function withinMercator([west, south, east, north]: [number, number, number, number]): number[] {
  const clamp = (latitude: number) => Math.min(MAX_LATITUDE, Math.max(-MAX_LATITUDE, latitude));
  return [west, clamp(south), east, clamp(north)];
}
