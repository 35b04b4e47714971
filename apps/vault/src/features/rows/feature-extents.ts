import { LRUCache } from 'lru-cache';
import type { InScratch } from '@cairn/files';
import { clampToWorld, openGdal, positionsOf, transformPoints } from '@cairn/geo';
import type { Crs, Extent, GeoJsonGeometry, Point, StoredRow } from '@cairn/geo';
import type { Cells } from './types.ts';

/** Computes the extents of features in WGS84, to which a map can zoom. */
export function createFeatureExtents(inScratch: InScratch) {
  // With `max` it would take the room for all of them at once.
  const cache = new LRUCache<string, Extent>({ maxSize: 50_000, sizeCalculation: () => 1 });

  /** Extents by the keys of the rows; `source` identifies the file and the layer. */
  return async function extentsOf(
    rows: Pick<StoredRow, 'key' | 'box'>[],
    { crs, source }: { crs: Crs | null; source: string },
  ): Promise<Map<string, Extent>> {
    const extents = new Map<string, Extent>();
    const missing: { key: string; box: Extent }[] = [];
    for (const { key, box } of rows) {
      const cached = cache.get(`${source} ${key}`);
      if (cached) extents.set(key, cached);
      else if (box) missing.push({ key, box });
    }
    if (!crs || missing.length === 0) return extents;
    const points = missing.flatMap(({ box }) => samplePoints(box));
    const transform = (cwd: string) =>
      openGdal('page').then((gdal) => transformPoints(gdal, points, { crs, to: 'wgs84', cwd }));
    const needsNoFolder = crs.srid === 4326 || crs.srid === 3857;
    const transformed = await (needsNoFolder ? transform('/') : inScratch(transform));
    const pointsPerRow = points.length / missing.length;
    for (const [i, { key }] of missing.entries()) {
      const extent = extentOf(transformed.slice(i * pointsPerRow, (i + 1) * pointsPerRow));
      if (!extent) continue;
      extents.set(key, extent);
      cache.set(`${source} ${key}`, extent);
    }
    return extents;
  };
}

/** The extent of a geometry in WGS84. */
export function extentOfGeometry(geometry: Cells | null): Extent | null {
  if (!geometry) return null;
  const positions = positionsOf(geometry as unknown as GeoJsonGeometry);
  return extentOf(positions.map(([x, y]): Point => [x as number, y as number]));
}

/** Corners, midpoints of the edges and the centre: straight edges become curves in another CRS. */
function samplePoints([minX, minY, maxX, maxY]: Extent): Point[] {
  const xs = [minX, (minX + maxX) / 2, maxX];
  return xs.flatMap((x) => [minY, (minY + maxY) / 2, maxY].map((y): Point => [x, y]));
}

function extentOf(points: (Point | null)[]): Extent | null {
  const valid = points.filter((point) => point !== null);
  if (valid.length === 0) return null;
  const xs = valid.map(([x]) => x);
  const ys = valid.map(([, y]) => y);
  return clampToWorld([Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]);
}
