import { badRequest, unprocessable } from '@cairn/service/errors';
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

/** The layer of that name, by default the first. AppError `bad_request` when there is none. */
export function chooseLayer(layers: LayerInfo[], name: string | undefined): LayerInfo {
  const found = name === undefined ? layers[0] : layers.find((layer) => layer.name === name);
  if (found) return found;
  const names = layers.map((layer) => layer.name);
  throw badRequest(
    'vault.no_such_layer',
    `There is no layer "${name ?? ''}"; choose one of: ${names.slice(0, 20).join(', ')}.`,
  );
}
