import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { unwrap, type ApiError } from '@cairn/ui';
import { kindsOfType, nameAttribute, type Bbox, type TileLayer, type ValueClasses } from '@cairn/ui/map';
import { retryUntilPrepared } from '../retry-until-prepared.ts';
import { vault, type Layer, type TileJson, type Version } from '../../client.ts';

/** Where the tiles of a layer are, for layers that one answer cannot hold. */
export function useTileJson(version: Version, layer: string) {
  const path = { name: version.dataset, version: version.version };
  return useQuery<TileJson, ApiError>({
    queryKey: ['tiles', version.id, layer],
    queryFn: ({ signal }) =>
      unwrap(
        vault.GET('/datasets/{name}/versions/{version}/tiles.json', {
          params: { path, query: layer ? { layer } : {} },
          signal,
        }),
      ),
    staleTime: Infinity,
    ...retryUntilPrepared,
  });
}

interface Look {
  title: string;
  colorBy: string;
  classes: ValueClasses | undefined;
  /** Keys of rows that are not drawn. */
  deleted?: ReadonlySet<string>;
}

/** The layer as the map draws it from tiles, which carry the attribute that colours and the one that names. */
export function useTileLayer(
  tileJson: TileJson | undefined,
  facts: Layer | undefined,
  { title, colorBy, classes, deleted }: Look,
): TileLayer | undefined {
  return useMemo(() => {
    const [inTiles] = tileJson?.vector_layers ?? [];
    if (!tileJson || !inTiles) return undefined;
    const fieldNames = facts?.fields.map(({ name }) => name) ?? Object.keys(inTiles.fields);
    const fields = [...new Set([colorBy, nameAttribute(fieldNames)])].filter(
      (field) => field !== undefined && fieldNames.includes(field),
    );
    return {
      // Not from `facts`, which may come later: with another id the map would leave the view of the address.
      id: tileJson.name ?? inTiles.id,
      title,
      ...(colorBy && classes ? { colorBy, classes } : {}),
      ...(deleted && deleted.size > 0 ? { hiddenIds: [...deleted].map(Number) } : {}),
      tiles: {
        urls: tileJson.tiles.map((url) => withFields(url, fields as string[])),
        minZoom: tileJson.minzoom,
        maxZoom: tileJson.maxzoom,
        bounds: tileJson.bounds as Bbox | undefined,
        sourceLayer: inTiles.id,
        kinds: kindsOfType(inTiles.geometry_type ?? facts?.geometry_type ?? ''),
      },
    };
  }, [tileJson, facts, title, colorBy, classes, deleted]);
}

function withFields(url: string, fields: string[]): string {
  if (fields.length === 0) return url;
  return `${url}${url.includes('?') ? '&' : '?'}fields=${encodeURIComponent(JSON.stringify(fields))}`;
}
