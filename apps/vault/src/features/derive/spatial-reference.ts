import { requireSpatialReference } from '@cairn/geo';
import type { LayerFrame, LayerInfo } from '@cairn/geo';
import { AppError, badRequest, conflict } from '@cairn/service';

/**
 * The CRS and the extent of a layer, which clipping needs.
 * @throws {AppError} bad_request for a layer without features, conflict for one without a known CRS.
 */
export function requireLayerFrame(layer: LayerInfo): LayerFrame {
  const { extent, extentWgs84 } = layer;
  if (!extent) throw badRequest('vault.nothing_fits', `The layer "${layer.name}" has no features to clip.`);
  return {
    ...spatialReferenceOf(layer),
    extent,
    extentWgs84: extentWgs84 as NonNullable<typeof extentWgs84>,
  };
}

/** @throws {AppError} conflict for a layer without a known CRS. */
export function spatialReferenceOf(layer: LayerInfo): Pick<LayerFrame, 'crs' | 'srs'> {
  try {
    return requireSpatialReference(layer);
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== 'unprocessable') throw error;
    throw conflict(error.code, error.message);
  }
}
