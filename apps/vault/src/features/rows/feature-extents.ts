import type { InScratch } from '@cairn/files';
import { clampToWorld, openGdal, transformPoints } from '@cairn/geo';
import type { Crs, Extent, Point, StoredRow } from '@cairn/geo';
import { createRecent } from './recent.ts';

const REMEMBERED = 50_000;

/** Where features lie in WGS84, so that a map can go there. What was worked out once is remembered. */
export function createFeatureExtents(inScratch: InScratch) {
  const known = createRecent<Extent>(REMEMBERED);

  /** One answer for each row, in their order; `source` names the file and the layer. */
  return async function boundsOf(
    rows: Pick<StoredRow, 'key' | 'box'>[],
    { crs, source }: { crs: Crs | null; source: string },
  ): Promise<Map<string, Extent>> {
    const bounds = new Map<string, Extent>();
    const missing: { key: string; box: Extent }[] = [];
    for (const { key, box } of rows) {
      const found = known.get(`${source} ${key}`);
      if (found) bounds.set(key, found);
      else if (box) missing.push({ key, box });
    }
    if (!crs || missing.length === 0) return bounds;
    const points = missing.flatMap(({ box }) => pointsOf(box));
    const isQuick = crs.srid === 4326 || crs.srid === 3857;
    const move = (cwd: string) =>
      openGdal('page').then((gdal) => transformPoints(gdal, points, { crs, to: 'wgs84', cwd }));
    const moved = await (isQuick ? move('/') : inScratch(move));
    const each = points.length / missing.length;
    for (const [i, { key }] of missing.entries()) {
      const around = extentOf(moved.slice(i * each, (i + 1) * each));
      if (!around) continue;
      bounds.set(key, around);
      known.set(`${source} ${key}`, around);
    }
    return bounds;
  };
}

/** Corners, middles of the edges and the middle: straight lines bend on the way. */
function pointsOf([minX, minY, maxX, maxY]: Extent): Point[] {
  const xs = [minX, (minX + maxX) / 2, maxX];
  return xs.flatMap((x) => [minY, (minY + maxY) / 2, maxY].map((y): Point => [x, y]));
}

export function extentOf(points: (Point | null)[]): Extent | null {
  const found = points.filter((point) => point !== null);
  if (found.length === 0) return null;
  const xs = found.map(([x]) => x);
  const ys = found.map(([, y]) => y);
  return clampToWorld([Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]);
}
