import type { Geometry, Position } from 'geojson';
import type { MapData } from '../fill/types.ts';
import type { Coloring } from './classes.ts';
import type { Drawing } from './clip.ts';
import { linePath, ringPath, round } from './clip.ts';
import { worldOffsets } from './extent.ts';
import type { Point } from './projection.ts';

type Feature = MapData['features'][number];

const POINT_RADIUS = 3;
const MIN_RADIUS = 2.5;
const MAX_RADIUS = 13;

/** Radius of points by the area of their circle; the same for all where there are no sizes. */
export function pointRadius(features: Feature[]): (size: number | undefined) => number {
  const sizes = features.flatMap(({ size }) => (size !== undefined && size > 0 ? [size] : []));
  const largest = Math.max(...sizes, 0);
  if (largest === 0) return () => POINT_RADIUS;
  return (size) =>
    size === undefined || size <= 0
      ? MIN_RADIUS
      : Math.max(MIN_RADIUS, MAX_RADIUS * Math.sqrt(size / largest));
}

/** Areas first, then lines, then points, the largest first, so that none hides another. */
export function drawFeatures(features: Feature[], coloring: Coloring, drawing: Drawing): string {
  const radius = pointRadius(features);
  const offsets = worldOffsets(drawing.projection.extent);
  const layers: [string[], string[], string[]] = [[], [], []];
  const bySize = features.toSorted((a, b) => (b.size ?? 0) - (a.size ?? 0));
  for (const { geometry, color, size } of bySize) {
    const fill = coloring.colorOf(color);
    for (const offset of offsets) draw(geometry, { fill, radius: radius(size), offset });
  }
  return layers.map((layer) => layer.join('')).join('');

  function draw(geometry: Geometry, style: { fill: string; radius: number; offset: number }): void {
    switch (geometry.type) {
      case 'GeometryCollection':
        for (const part of geometry.geometries) draw(part, style);
        break;
      case 'Polygon':
        area([geometry.coordinates], style);
        break;
      case 'MultiPolygon':
        area(geometry.coordinates, style);
        break;
      case 'LineString':
        line([geometry.coordinates], style);
        break;
      case 'MultiLineString':
        line(geometry.coordinates, style);
        break;
      case 'Point':
        point(geometry.coordinates, style);
        break;
      case 'MultiPoint':
        for (const position of geometry.coordinates) point(position, style);
        break;
    }
  }

  function area(polygons: Position[][][], { fill, offset }: { fill: string; offset: number }): void {
    const path = polygons.flat().map((ring) => ringPath(ring, drawing, offset));
    const d = path.join('');
    if (d !== '')
      layers[0].push(
        `<path d="${d}" fill="${fill}" fill-opacity="0.85" fill-rule="evenodd" stroke="#ffffff" stroke-width="0.6"/>`,
      );
  }

  function line(lines: Position[][], { fill, offset }: { fill: string; offset: number }): void {
    const d = lines.map((each) => linePath(each, drawing, offset)).join('');
    if (d !== '')
      layers[1].push(
        `<path d="${d}" fill="none" stroke="${fill}" stroke-width="1.6" stroke-linejoin="round" stroke-linecap="round"/>`,
      );
  }

  function point(position: Position, style: { fill: string; radius: number; offset: number }): void {
    const [x, y] = drawing.projection.project((position[0] ?? 0) + style.offset, position[1] ?? 0);
    const r = style.radius;
    const { width, height } = drawing.frame;
    if (x < -r || y < -r || x > width + r || y > height + r) return;
    layers[2].push(
      `<circle cx="${round(x)}" cy="${round(y)}" r="${round(r)}" fill="${style.fill}" fill-opacity="0.85" stroke="#ffffff" stroke-width="0.7"/>`,
    );
  }
}

/** Where the name of a geometry goes: at a point, in the middle of a line, at the centroid of the largest ring. */
export function labelPoint(geometry: Geometry, { projection }: Drawing): Point | null {
  const at = (position: Position | undefined): Point | null =>
    position ? projection.project(position[0] ?? 0, position[1] ?? 0) : null;
  switch (geometry.type) {
    case 'Point':
      return at(geometry.coordinates);
    case 'MultiPoint':
      return at(geometry.coordinates[0]);
    case 'LineString':
      return at(geometry.coordinates[Math.floor(geometry.coordinates.length / 2)]);
    case 'MultiLineString':
      return at(geometry.coordinates[0]?.[Math.floor((geometry.coordinates[0]?.length ?? 0) / 2)]);
    case 'Polygon':
      return at(centroid(geometry.coordinates[0] ?? []).position);
    case 'MultiPolygon': {
      const rings = geometry.coordinates.map(([ring]) => centroid(ring ?? []));
      const [largest] = rings.toSorted((a, b) => b.area - a.area);
      return at(largest?.position);
    }
    case 'GeometryCollection':
      return geometry.geometries[0] ? labelPoint(geometry.geometries[0], { projection } as Drawing) : null;
  }
}

function centroid(ring: Position[]): { position: Position; area: number } {
  let area = 0;
  let x = 0;
  let y = 0;
  for (const [index, [x1 = 0, y1 = 0]] of ring.entries()) {
    const [x2 = 0, y2 = 0] = ring[(index + 1) % ring.length] ?? [];
    const cross = x1 * y2 - x2 * y1;
    area += cross;
    x += (x1 + x2) * cross;
    y += (y1 + y2) * cross;
  }
  if (area === 0) return { position: ring[0] ?? [0, 0], area: 0 };
  return { position: [x / (3 * area), y / (3 * area)], area: Math.abs(area) };
}
