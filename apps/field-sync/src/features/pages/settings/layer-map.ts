import type { Feature } from 'geojson';
import type { Markup } from '@cairn/service';
import type { Layer } from '../../table-data/types.ts';
import { island } from '../components.ts';

export interface LayerMapView {
  projectId: number;
  layer: Layer;
  geometryColumn: string;
  /** Rows that look different, by their keys. */
  marks: { id: string; title: string; keys: string[] }[];
  /** Rows that are not in the table any more. */
  lost?: { title: string; features: Feature[] };
}

/** A layer on a map, whose script asks `table_loader.php` for the rows. */
export function layerMap(
  { layer, geometryColumn, lost = { title: '', features: [] }, ...view }: LayerMapView,
  plain: Markup | null = null,
): Markup {
  // A comma separates names where the rows are asked for.
  const columns = layer.columns
    .filter(({ name, type }) => (type !== 'geometry' || name === geometryColumn) && !name.includes(','))
    .map(({ name }) => name);
  return island(
    'layer-map',
    { ...view, table: layer.table, key: layer.key, geometryColumn, columns, lost },
    plain,
  );
}
