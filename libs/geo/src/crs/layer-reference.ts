import { badRequest, unprocessable } from '@cairn/service/errors';
import { crsArgument } from './crs.ts';
import type { Crs } from './crs.ts';
import type { LayerInfo } from '../inspect/types.ts';

/**
 * The CRS of a layer, and the same as an argument for GDAL.
 * @throws {AppError} unprocessable when a map cannot place the layer.
 */
export function requireSpatialReference(layer: LayerInfo): { crs: Crs; srs: string } {
  if (!layer.crs) {
    throw unprocessable(
      'vault.no_crs',
      `The layer "${layer.name}" has no coordinate system, so the map cannot place it. Set it with “Set CRS” on the page of the dataset.`,
    );
  }
  const srs = crsArgument(layer.crs);
  if (!srs || (layer.extent && !layer.extentWgs84)) {
    throw unprocessable(
      'vault.unknown_crs',
      `The map cannot place the layer "${layer.name}": its coordinate system "${layer.crs.name}" is unknown, or its coordinates do not fit it. Choose the right one with “Set CRS” on the page of the dataset.`,
    );
  }
  return { crs: layer.crs, srs };
}

/** The layer of that name, by default the first. @throws {AppError} bad_request for an unknown name. */
export function chooseLayer(layers: LayerInfo[], name: string | undefined): LayerInfo {
  const found = name === undefined ? layers[0] : layers.find((layer) => layer.name === name);
  if (found) return found;
  const names = layers.map((layer) => layer.name);
  throw badRequest(
    'vault.no_such_layer',
    `There is no layer "${name ?? ''}"; choose one of: ${names.slice(0, 20).join(', ')}.`,
  );
}
