import { crsArgument } from './crs.ts';
import type { Crs } from './crs.ts';
import type { Gdal } from './gdal.ts';
import { ProgramError } from '@cairn/programs';

/** Smallest x, smallest y, largest x, largest y. */
export type Extent = [number, number, number, number];

/** Web Mercator ends here. */
export const MAX_LATITUDE = 85.0511287798066;
const STEPS = 20;
/** Rounding; less than a centimetre. */
const SLACK = 1e-7;

/** An extent of a file in WGS84 (west, south, east, north); null when none of it has a place there. */
export async function toWgs84(
  gdal: Gdal,
  extent: Extent,
  options: { crs: Crs; cwd: string },
): Promise<Extent | null> {
  if (options.crs.srid === 4326) return clampToWorld(extent);
  const source = crsArgument(options.crs);
  const moved = source
    ? await transform(gdal, extent, { from: source, to: 'EPSG:4326', cwd: options.cwd })
    : null;
  return moved ? clampToWorld(moved) : null;
}

/** An extent in WGS84 in another CRS; null when none of it has a place there. */
export async function fromWgs84(
  gdal: Gdal,
  extent: Extent,
  options: { crs: Crs; cwd: string },
): Promise<Extent | null> {
  if (options.crs.srid === 4326) return extent;
  const target = crsArgument(options.crs);
  return target ? transform(gdal, extent, { from: 'EPSG:4326', to: target, cwd: options.cwd }) : null;
}

/** The edges are divided, since straight lines bend on the way; the middle covers poles and curved sides. */
async function transform(
  gdal: Gdal,
  extent: Extent,
  { from, to, cwd }: { from: string; to: string; cwd: string },
): Promise<Extent | null> {
  const [minX, minY, maxX, maxY] = extent;
  const lines: string[] = [];
  for (let i = 0; i <= STEPS; i += 1)
    for (let j = 0; j <= STEPS; j += 1) {
      lines.push(`${minX + ((maxX - minX) * i) / STEPS} ${minY + ((maxY - minY) * j) / STEPS}`);
    }
  const { stdout } = await gdal
    .run('gdaltransform', ['-s_srs', from, '-t_srs', to, '-output_xy'], {
      cwd,
      input: `${lines.join('\n')}\n`,
      timeLimitMs: 20_000,
    })
    .catch(noPlace);
  const moved: Extent = [Infinity, Infinity, -Infinity, -Infinity];
  for (const line of stdout.split('\n')) {
    const [x, y] = line.trim().split(/\s+/).map(Number);
    if (x === undefined || y === undefined || !Number.isFinite(x) || !Number.isFinite(y)) continue;
    moved[0] = Math.min(moved[0], x);
    moved[1] = Math.min(moved[1], y);
    moved[2] = Math.max(moved[2], x);
    moved[3] = Math.max(moved[3], y);
  }
  return moved[0] <= moved[2] ? moved : null;
}

/** A CRS that PROJ does not know, such as a code that was never given out, places nothing. */
function noPlace(error: unknown): { stdout: string } {
  if (error instanceof ProgramError && error.reason === 'failed') return { stdout: '' };
  throw error;
}

/**
 * An extent in degrees within the world. What reaches over the antimeridian, or around a pole, spans all longitudes: west
 * is never greater than east.
 */
export function clampToWorld([west, south, east, north]: Extent): Extent {
  const clamp = (value: number, limit: number) => Math.min(limit, Math.max(-limit, value));
  const latitudes = [clamp(Math.min(south, north), 90), clamp(Math.max(south, north), 90)] as const;
  const over = west < -180 - SLACK || east > 180 + SLACK;
  const aroundPole = east - west > 300 && (latitudes[0] < -89 || latitudes[1] > 89);
  if (over || aroundPole || west > east) return [-180, latitudes[0], 180, latitudes[1]];
  return [clamp(west, 180), latitudes[0], clamp(east, 180), latitudes[1]];
}

export function unite(extents: Extent[]): Extent | null {
  if (extents.length === 0) return null;
  return [
    Math.min(...extents.map((e) => e[0])),
    Math.min(...extents.map((e) => e[1])),
    Math.max(...extents.map((e) => e[2])),
    Math.max(...extents.map((e) => e[3])),
  ];
}
