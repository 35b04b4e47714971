import { crsArgument } from './crs.ts';
import type { Crs } from './crs.ts';
import type { Gdal } from '../gdal/gdal.ts';
import { ProgramError } from '@cairn/programs';
import { fromMercator, toMercator } from './web-mercator.ts';

export type Point = [number, number];

const MERCATOR = new Set([3857, 900913, 102100]);

/**
 * Moves points from a CRS to WGS84 (longitude, latitude) or back. Null for a point that has no place there, and for all
 * of them when the CRS is not known here.
 */
export async function transformPoints(
  gdal: Gdal,
  points: Point[],
  { crs, to, cwd }: { crs: Crs; to: 'wgs84' | 'crs'; cwd: string },
): Promise<(Point | null)[]> {
  if (points.length === 0) return [];
  if (crs.srid === 4326) return points.map(finite);
  if (crs.srid !== undefined && MERCATOR.has(crs.srid))
    return points.map((point) => finite(to === 'wgs84' ? fromMercator(point) : toMercator(point)));
  const own = crsArgument(crs);
  if (own === null) return points.map(() => null);
  const [from, target] = to === 'wgs84' ? [own, 'EPSG:4326'] : ['EPSG:4326', own];
  const { stdout } = await gdal
    .run('gdaltransform', ['-s_srs', from, '-t_srs', target, '-output_xy'], {
      cwd,
      input: `${points.map(([x, y]) => `${x} ${y}`).join('\n')}\n`,
      timeLimitMs: 20_000,
      maxOutputBytes: 64 * 1024 * 1024,
    })
    .catch((error: unknown) => {
      // PROJ does not support the CRS.
      if (error instanceof ProgramError && error.reason === 'failed') return { stdout: '' };
      throw error;
    });
  const lines = stdout.split('\n');
  return points.map((_, i) => {
    const [x = NaN, y = NaN] = (lines[i] ?? '').trim().split(/\s+/).map(Number);
    return finite([x, y]);
  });
}

function finite(point: Point): Point | null {
  return point.every(Number.isFinite) ? point : null;
}
