import { unprocessable } from '@cairn/service';
import { crsArgument } from './crs.ts';
import type { Crs } from './crs.ts';
import type { LayerInfo } from './technical.ts';

/**
 * The CRS of a layer, and how to name it to GDAL. AppError `unprocessable` with a sentence when the layer cannot be put
 * on a map.
 */
export function requirePlace(layer: LayerInfo): { crs: Crs; srs: string } {
  if (!layer.crs) {
    throw unprocessable(
      'vault.no_crs',
      `The layer "${layer.name}" names no coordinate reference system; add it to the file (for a shapefile, a .prj) and upload it again.`,
    );
  }
  const srs = crsArgument(layer.crs);
  if (!srs || (layer.extent && !layer.extentWgs84)) {
    throw unprocessable(
      'vault.unknown_crs',
      `The coordinate reference system "${layer.crs.name}" of the layer "${layer.name}" is not known here, so that it cannot be placed on a map; reproject the file to one with an EPSG code and upload it again.`,
    );
  }
  return { crs: layer.crs, srs };
}
