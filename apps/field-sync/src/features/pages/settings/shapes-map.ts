import type { Feature, Geometry } from 'geojson';
import type { Markup } from '@cairn/service';
import { island } from '../components.ts';
import type { ShapesMapLayer } from '../island-data.ts';

export type ShapeLayer = Omit<ShapesMapLayer, 'features'> & { shapes: Shape[] };

export interface Shape {
  /** GeoJSON in WGS84; null for what no map can show. */
  geometry: string | null;
  properties: Record<string, string>;
}

/** A small map of geometries that the page has already; null without any. */
export function shapesMap(label: string, layers: ShapeLayer[]): Markup | null {
  const drawn = layers
    .map(({ shapes, ...layer }) => ({ ...layer, features: shapes.flatMap(toFeature) }))
    .filter(({ features }) => features.length > 0);
  return drawn.length === 0 ? null : island('shapes-map', { label, layers: drawn });
}

function toFeature({ geometry, properties }: Shape): Feature[] {
  return geometry === null
    ? []
    : [{ type: 'Feature', geometry: JSON.parse(geometry) as Geometry, properties }];
}
