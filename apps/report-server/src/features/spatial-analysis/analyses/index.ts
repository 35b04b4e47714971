import type { Analysis } from '../types.ts';
import { dbscan, kmeans } from './clusters.ts';
import { nearest, withinDistance } from './distance.ts';
import { density, hexagonGrid, hotSpots, squareGrid } from './grids.ts';
import { measure } from './measure.ts';
import { clip, difference, intersection, spatialJoin } from './overlay.ts';
import { buffer, centroid, concaveHull, convexHull, dissolve } from './shapes.ts';

/** The table of analyses, in the groups of menus: what runs, and what the capabilities say. */
export const ANALYSIS_GROUPS: readonly { title: string; analyses: readonly Analysis[] }[] = [
  { title: 'Measure', analyses: [measure, centroid] },
  { title: 'Areas', analyses: [buffer, dissolve, convexHull, concaveHull] },
  { title: 'Overlay', analyses: [intersection, clip, difference, spatialJoin] },
  { title: 'Distance', analyses: [nearest, withinDistance] },
  { title: 'Clusters', analyses: [dbscan, kmeans] },
  { title: 'Grids and density', analyses: [squareGrid, hexagonGrid, density, hotSpots] },
];

const ANALYSES = ANALYSIS_GROUPS.flatMap(({ analyses }) => analyses);

export const ANALYSIS_BY_ID = new Map(ANALYSES.map((analysis) => [analysis.id, analysis]));
