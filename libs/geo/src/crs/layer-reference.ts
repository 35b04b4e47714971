import { badRequest, unprocessable } from '@cairn/service/errors';
import { crsArgument } from './crs.ts';
import type { Crs } from './crs.ts';
import type { LayerInfo } from '../inspect/types.ts';

/**
 * The CRS of a layer, and how to name it to GDAL. AppError `unprocessable` with a sentence when the layer cannot be put
 * on a map.
 */
export function requireSpatialReference(layer: LayerInfo): { crs: Crs; srs: string } {
  if (!layer.crs) {
    throw unprocessable(
      'vault.no_crs',
      `The layer "${layer.name}" has no coordinate system, so the map cannot place it. Choose it with “Set CRS” on the page of the dataset.`,
    );
  }
  const srs = crsArgument(layer.crs);
  if (!srs || (layer.extent && !layer.extentWgs84)) {
    throw unprocessable(
      'vault.unknown_crs',
      `The map cannot place the layer "${layer.name}": its coordinate system "${layer.crs.name}" is not known here, or its coordinates do not belong to it. Choose the right one with “Set CRS” on the page of the dataset.`,
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
