import { useMemo, useRef } from 'react';
import { kindsOfType, nameAttribute, type Bbox, type TileLayer, type ValueClasses } from '@cairn/ui/map';
import { useDataLoader } from '../data-loader.ts';
import { useExplorer } from '../state/explorer-context.tsx';
import { useCounts } from '../state/use-counts.ts';

/** Tiles are made up to this level; closer up the map enlarges them. */
const MAX_ZOOM = 16;
/** So many points stay apart on a map of the world. */
const FEW = 2000;
const NONE: string[] = [];

/**
 * The table as the map draws it: tiles of the filtered rows, with the columns that colour and name them, and those that a
 * click needs.
 */
export function useTileLayer(
  color: string,
  classes: ValueClasses | undefined,
  clicked = NONE,
): TileLayer | null {
  const { source, tree } = useExplorer();
  const { tileUrl } = useDataLoader();
  const { datasource, schema, table, metadata } = source;
  const [geometry] = metadata.geometry;
  const isFew = useLastCount() <= FEW;
  const filter = tree ? JSON.stringify(tree) : '';
  return useMemo(() => {
    if (!geometry) return null;
    const named = nameAttribute(metadata.columns.map(({ name }) => name));
    const columns = [...new Set([color, named, ...clicked])].filter(Boolean) as string[];
    const query = new URLSearchParams({
      geometry: geometry.column,
      columns: columns.filter((name) => !name.includes(',')).join(','),
      ...(filter ? { filter } : {}),
    });
    return {
      id: table,
      title: table,
      few: isFew,
      ...(color && classes ? { colorBy: color, classes } : {}),
      tiles: {
        urls: [tileUrl({ datasource, schema, table }, query)],
        minZoom: 0,
        maxZoom: MAX_ZOOM,
        bounds: (geometry.extent_wgs84 ?? undefined) as Bbox | undefined,
        sourceLayer: 'features',
        kinds: kindsOfType(geometry.type),
      },
    };
  }, [
    datasource,
    schema,
    table,
    geometry,
    metadata.columns,
    color,
    classes,
    clicked,
    filter,
    isFew,
    tileUrl,
  ]);
}

/** How many rows there are to draw; while they are counted again, the previous count. */
function useLastCount(): number {
  const { shown, all } = useCounts();
  const last = useRef(Infinity);
  last.current = shown ?? (last.current === Infinity ? (all ?? Infinity) : last.current);
  return last.current;
}
