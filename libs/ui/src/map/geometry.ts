import type { Feature, FeatureCollection, Geometry, Position } from 'geojson';
import type { Bbox, FeatureId, GeometryKinds, LngLat } from './types.ts';

/** The web Mercator projection ends here; beyond it a latitude has no place on the map. */
const MERCATOR_LIMIT = 85;

export function geometryKinds(features: Feature[]): GeometryKinds {
  const kinds: GeometryKinds = { points: false, lines: false, areas: false };
  const visit = (geometry: Geometry | null): void => {
    if (!geometry) return;
    if (geometry.type === 'GeometryCollection') geometry.geometries.forEach(visit);
    else if (geometry.type.endsWith('Point')) kinds.points = true;
    else if (geometry.type.endsWith('LineString')) kinds.lines = true;
    else kinds.areas = true;
  };
  for (const feature of features) visit(feature.geometry);
  return kinds;
}

/** What a layer of this OGC geometry type may hold: `MultiPolygon`, `LineString Z`, `Geometry` … */
export function kindsOfType(type: string): GeometryKinds {
  const points = /point/i.test(type);
  const areas = /polygon|surface|tin|triangle/i.test(type);
  const lines = /line|curve/i.test(type) && !areas;
  return points || areas || lines ? { points, lines, areas } : { points: true, lines: true, areas: true };
}

/** The smallest box around all coordinates, or null when there are none. */
export function boundsOf(features: Feature[]): Bbox | null {
  let box: Bbox | null = null;
  const add = ([x, y]: Position): void => {
    if (x === undefined || y === undefined || !Number.isFinite(x) || !Number.isFinite(y)) return;
    box = box
      ? [Math.min(box[0], x), Math.min(box[1], y), Math.max(box[2], x), Math.max(box[3], y)]
      : [x, y, x, y];
  };
  const walk = (value: unknown): void => {
    if (!Array.isArray(value)) return;
    if (typeof value[0] === 'number') add(value as Position);
    else value.forEach(walk);
  };
  const visit = (geometry: Geometry | null): void => {
    if (!geometry) return;
    if (geometry.type === 'GeometryCollection') geometry.geometries.forEach(visit);
    else walk(geometry.coordinates);
  };
  for (const feature of features) visit(feature.geometry);
  return box;
}

export function unionBounds(boxes: (Bbox | null | undefined)[]): Bbox | null {
  const present = boxes.filter((box) => box !== null && box !== undefined);
  if (present.length === 0) return null;
  return present.reduce((a, b) => [
    Math.min(a[0], b[0]),
    Math.min(a[1], b[1]),
    Math.max(a[2], b[2]),
    Math.max(a[3], b[3]),
  ]);
}

/** The middle of a box. */
export function centreOf(box: Bbox | null): LngLat | null {
  return box && [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
}

/** Cuts a box to what the map can show. */
export function clampBounds([west, south, east, north]: Bbox): Bbox {
  const latitude = (value: number) => Math.max(-MERCATOR_LIMIT, Math.min(MERCATOR_LIMIT, value));
  const longitude = (value: number) => Math.max(-180, Math.min(180, value));
  return [longitude(west), latitude(south), longitude(east), latitude(north)];
}

/** A box as a polygon feature, for outlines. */
export function boxFeature(bbox: Bbox, id: number, properties: Record<string, unknown>): Feature {
  const [w, s, e, n] = clampBounds(bbox);
  const ring = [
    [w, s],
    [e, s],
    [e, n],
    [w, n],
    [w, s],
  ];
  return { type: 'Feature', id, properties, geometry: { type: 'Polygon', coordinates: [ring] } };
}

/** The id by which callers know a feature: its own, or its place in the collection. */
export function featureKey(feature: Feature, index: number): FeatureId {
  return feature.id ?? index;
}

/**
 * MapLibre keeps feature state under integer ids only, so the drawn copy of each feature is numbered
 * by its place in the collection.
 */
export function numberFeatures(data: FeatureCollection): FeatureCollection {
  return { type: 'FeatureCollection', features: data.features.map((feature, id) => ({ ...feature, id })) };
}
