import type { Analysis } from '../types.ts';
import { dbscan, kmeans } from './clusters.ts';
import { nearest, withinDistance } from './distance.ts';
import { density, hexagonGrid, hotSpots, squareGrid } from './grids.ts';
import { measure } from './measure.ts';
import { clip, difference, intersection, spatialJoin } from './overlay.ts';
import { buffer, centroid, concaveHull, convexHull, dissolve } from './shapes.ts';

/** The table of analyses: what runs, and what the capabilities say. */
export const ANALYSES: readonly Analysis[] = [
  measure,
  buffer,
  dissolve,
  intersection,
  clip,
  difference,
  nearest,
  withinDistance,
  convexHull,
  concaveHull,
  centroid,
  dbscan,
  kmeans,
  squareGrid,
  hexagonGrid,
  density,
  hotSpots,
  spatialJoin,
];

export const ANALYSIS_BY_ID = new Map(ANALYSES.map((analysis) => [analysis.id, analysis]));
