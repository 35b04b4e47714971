import { conditionOn } from '../geopackage/layer-condition.ts';
import { deriveLayer } from './derive-layer.ts';
import type { DerivedReply, DeriveFilterRequest } from '../../reader-protocol/derive-types.ts';
import { defineFoldCase } from '../geopackage/fold-case.ts';

/** Copies a GeoPackage into a fresh one; of one layer only the features for which a condition holds. */
export function filterLayer(request: DeriveFilterRequest): DerivedReply {
  return deriveLayer(request, {
    rows(layer, db) {
      defineFoldCase(db);
      return conditionOn(layer, request.where);
    },
  });
}
