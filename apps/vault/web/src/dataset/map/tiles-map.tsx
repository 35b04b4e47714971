import { useState } from 'react';
import { formatNumber, sentenceOf, t, useUrlState } from '@cairn/ui';
import type { Bbox } from '@cairn/ui/map';
import type { TileJson } from '../../client.ts';
import { useShownLayer } from '../use-shown-layer.ts';
import { LayerMap } from './layer-map.tsx';
import { colorableFields, useClasses } from './use-classes.ts';
import { useDeletedRows } from './use-deleted-rows.ts';
import { useTileLayer } from './use-tiles.ts';
import type { VectorMapProps } from './types.ts';

interface TilesMapProps extends VectorMapProps {
  tileJson: TileJson;
}

/** A layer that is too large for the browser: the map fetches what it shows, tile by tile. */
export function TilesMap({ tileJson, ...props }: TilesMapProps) {
  const { metadata, version } = props;
  const [color] = useUrlState('color');
  const [zoom, setZoom] = useState<number | null>(null);
  const { facts, names } = useShownLayer(props);
  const classes = useClasses(version, facts, color);
  const title = names.length > 1 && facts ? facts.name : metadata.title;
  const deleted = useDeletedRows(props, facts?.name);
  const layer = useTileLayer(tileJson, facts, {
    title,
    colorBy: color,
    classes: classes.data ?? undefined,
    deleted,
  });
  const extent = (tileJson.bounds ?? facts?.extent_wgs84) as Bbox | undefined;
  const count = facts?.feature_count ?? tileJson.vector_layers[0]?.feature_count ?? 0;
  const note = tilesNote(tileJson, { zoom, count, evenly: layer?.tiles.kinds.points ?? false });
  return (
    <LayerMap
      {...props}
      layer={layer}
      attributes={colorableFields(facts)}
      extent={extent}
      note={classes.error ? `${note} ${t('dataset.noClasses', { reason: sentenceOf(classes.error) })}` : note}
      busy={color !== '' && classes.isFetching}
      onView={(_, view) => setZoom(view.zoom)}
    />
  );
}

interface Seen {
  zoom: number | null;
  count: number;
  /** The layer holds points, of which tiles pick the same share everywhere; else they take the largest first. */
  evenly: boolean;
}

/** How much of the layer the tiles at this zoom level hold. */
function tilesNote({ sampled }: TileJson, { zoom, count, evenly }: Seen): string {
  const level = zoom === null ? undefined : sampled?.[Math.max(0, Math.floor(zoom))];
  const number = formatNumber(count);
  if (!level) return t('dataset.tilesAll', { count, number });
  const share = Math.round(level.one_in);
  const part = t(evenly ? 'dataset.tilesPart' : 'dataset.tilesLargest', {
    number: formatNumber(share),
    total: number,
  });
  const amount = share > 1 ? part : t('dataset.tilesMost', { number });
  return level.crowded ? `${amount} ${t('dataset.tilesCrowded')}` : amount;
}
