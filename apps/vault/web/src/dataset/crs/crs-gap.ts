import type { Layer, TechnicalMetadata } from '../../client.ts';

/** Why the place of data on the map is unknown or a guess. */
export type CrsGap = 'assumed' | 'unplaced' | 'doesNotFit';

/** Null when the file names a system that places the data, or when no system could place it. */
export function crsGap(technical: TechnicalMetadata, layer: Layer | undefined): CrsGap | null {
  if (technical.format === 'GeoJSON') return null;
  const { crs, extent, extent_wgs84: place } = technical.raster ? technical : (layer ?? {});
  // Not georeferenced, or nothing in it.
  if (!extent) return null;
  if (!crs) return 'unplaced';
  if (crs.assumed) return 'assumed';
  return place ? null : 'doesNotFit';
}
