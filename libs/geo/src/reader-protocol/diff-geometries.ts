import type { Side } from './diff-types.ts';

/** Name of the layer with the geometries in the reference system of a side. */
export function geometryLayer(side: Side): string {
  return `geometry_${side}`;
}

/** Number of a geometry within its layer: both sides may share one. */
export function geometryId(side: Side, place: number): number {
  return 2 * place + (side === 'after' ? 1 : 0);
}
