import { toMercator } from '@cairn/geo';
import type { Extent, TilesSummary } from '@cairn/geo';

/** A row of the sample: the middle of its geometry in degrees, and the longer side of its box in units of the table. */
export type SampledRow = [longitude: number, latitude: number, size: number];

/** A field in the sample: average bytes of its texts, and the share of values that differ. */
export interface FieldWeight {
  bytes: number;
  distinct: number;
}

export interface TableSample {
  rows: SampledRow[];
  /** Rows of the table for each row of the sample, at least 1. */
  oneIn: number;
  /** Points are thinned evenly, other shapes by their size. */
  isPoints: boolean;
  weights: ReadonlyMap<string, FieldWeight>;
}

/** Rows of a sample in the tile that has the most of them, by zoom level; each level is looked at once. */
const fullestTiles = new WeakMap<TableSample, SampledRow[][]>();

/** Which rows all tiles of a zoom level have. */
export interface ZoomPlan {
  /** Shapes of this size are thinned evenly; smaller ones are left out, larger ones are all there. Null: sizes do not matter. */
  size: number | null;
  /** Share of the rows of that size, or of all rows. */
  keep: number;
}

/** Sizes that differ by less than this are one size. */
export const SAME_SIZE = 0.01;

export interface TilePlan {
  zooms: ZoomPlan[];
  /** Most features of a tile. */
  limit: number;
  sampled: TilesSummary['sampled'];
}

/** As in tiles of files. */
const MAX_FEATURES = 12_000;
const MAX_BYTES = 440_000;
/** Estimates are left this much room. */
const TARGET = 0.8;
const MIN_FEATURES = 100;
/** Fewer rows in the sample say little about a tile. */
const FEW = 20;
const MAX_ZOOM = 18;
/** About: a position, an id and the frame of a feature; more positions for a shape. */
const POINT_BYTES = 14;
const SHAPE_BYTES = 60;
const HALF_WORLD = 20_037_508.342789244;

const ALL: ZoomPlan = { keep: 1, size: null };

/**
 * Decides from a sample which rows the tiles of each zoom level have, so that the fullest tile stays within its limits: the same
 * share of the points, or all shapes from some size on. A level has the rows of the levels above it, and more.
 */
export function planTiles(sample: TableSample, fields: string[]): TilePlan {
  const limit = featureLimit(sample, fields);
  const target = limit * TARGET;
  const zooms: ZoomPlan[] = [];
  const sampled: TilesSummary['sampled'] = [];
  for (let zoom = 0; zoom <= MAX_ZOOM; zoom += 1) {
    const fullest = fullestTile(sample, zoom);
    const plan = fullest.length * sample.oneIn <= target ? ALL : thin(sample, fullest, target);
    if (plan === ALL) break;
    zooms.push(plan);
    const kept = countKept(sample.rows, plan);
    sampled.push({
      oneIn: kept === 0 ? sample.rows.length : sample.rows.length / kept,
      crowded: fullest.length < FEW,
    });
  }
  return { zooms, limit, sampled };
}

export function planOf({ zooms }: Pick<TilePlan, 'zooms'>, zoom: number): ZoomPlan {
  return zooms[zoom] ?? ALL;
}

function featureLimit({ isPoints, weights }: TableSample, fields: string[]): number {
  const base = isPoints ? POINT_BYTES : SHAPE_BYTES;
  const bytes = fields.reduce((sum, field) => {
    const { bytes: length, distinct } = weights.get(field) ?? { bytes: 0, distinct: 0 };
    return sum + 3 + distinct * (length + 6);
  }, base);
  return Math.max(MIN_FEATURES, Math.min(MAX_FEATURES, Math.floor(MAX_BYTES / bytes)));
}

/** Numbers from 0 to 1 along the world in Web Mercator. */
function toPlace(longitude: number, latitude: number): [number, number] {
  const [x, y] = toMercator([longitude, latitude]);
  const share = (value: number) => Math.min(1 - Number.EPSILON, Math.max(0, value));
  return [share(0.5 + x / HALF_WORLD / 2), share(0.5 - (Number.isFinite(y) ? y : 0) / HALF_WORLD / 2)];
}

function fullestTile(sample: TableSample, zoom: number): SampledRow[] {
  const known = fullestTiles.get(sample) ?? [];
  fullestTiles.set(sample, known);
  return (known[zoom] ??= findFullestTile(sample, zoom));
}

function findFullestTile({ rows }: TableSample, zoom: number): SampledRow[] {
  const places = rows.map(([longitude, latitude]) => toPlace(longitude, latitude));
  const side = 2 ** zoom;
  const counts = new Map<number, number>();
  const tileOf = ([x, y]: [number, number]) => Math.floor(x * side) * side + Math.floor(y * side);
  let fullest = -1;
  for (const place of places) {
    const tile = tileOf(place);
    const count = (counts.get(tile) ?? 0) + 1;
    counts.set(tile, count);
    if (count > (counts.get(fullest) ?? 0)) fullest = tile;
  }
  return rows.filter((_, i) => tileOf(places[i]!) === fullest);
}

function thin({ isPoints, oneIn }: TableSample, fullest: SampledRow[], target: number): ZoomPlan {
  const room = target / oneIn;
  if (isPoints) return { size: null, keep: room / fullest.length };
  const sizes = fullest.map(([, , each]) => each).toSorted((a, b) => b - a);
  const size = sizes[Math.min(sizes.length - 1, Math.floor(room))]!;
  const { larger, same } = countSizes(fullest, size);
  return { size, keep: Math.min(1, Math.max(0, room - larger) / Math.max(1, same)) };
}

function countKept(rows: SampledRow[], { size, keep }: ZoomPlan): number {
  if (size === null) return rows.length * keep;
  const { larger, same } = countSizes(rows, size);
  return larger + same * keep;
}

function countSizes(rows: SampledRow[], size: number): { larger: number; same: number } {
  const larger = rows.filter(([, , each]) => each > size * (1 + SAME_SIZE)).length;
  return { larger, same: rows.filter(([, , each]) => each >= size * (1 - SAME_SIZE)).length - larger };
}

/** The box of a tile with its margin in Web Mercator, within the world and the extent of the data; null when they do not meet. */
export function boxOfTile(
  { z, x, y }: { z: number; x: number; y: number },
  extent: Extent | null,
  margin: number,
): Extent | null {
  if (extent === null) return null;
  const side = (2 * HALF_WORLD) / 2 ** z;
  const [west, north] = [x * side - HALF_WORLD, HALF_WORLD - y * side];
  const edge = side * margin;
  const [left, bottom, right, top] = mercatorExtent(extent);
  const box: Extent = [
    Math.max(west - edge, left),
    Math.max(north - side - edge, bottom),
    Math.min(west + side + edge, right),
    Math.min(north + edge, top),
  ];
  return box[0] > box[2] || box[1] > box[3] ? null : box;
}

function mercatorExtent([west, south, east, north]: Extent): Extent {
  const clamp = (value: number) => Math.min(HALF_WORLD, Math.max(-HALF_WORLD, value));
  const metres = (longitude: number, latitude: number): [number, number] => {
    const [x, y] = toMercator([longitude, Math.min(89.9, Math.max(-89.9, latitude))]);
    return [clamp(x), clamp(y)];
  };
  const [left, bottom] = metres(west, south);
  const [right, top] = metres(east, north);
  // What was transformed is a little off.
  return [left - 1, bottom - 1, right + 1, top + 1];
}
