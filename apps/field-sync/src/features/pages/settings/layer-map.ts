import type { Markup } from '@cairn/service';
import type { Layer } from '../../table-data/types.ts';
import { island } from '../components.ts';
import type { LayerMapData } from '../island-data.ts';

export type LayerMapView = Pick<LayerMapData, 'projectId' | 'geometryColumn' | 'marks'> & {
  layer: Layer;
  lost?: LayerMapData['lost'];
};

/** A layer on a map. */
export function layerMap(
  { layer, geometryColumn, lost = { title: '', features: [] }, ...view }: LayerMapView,
  plain: Markup,
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
