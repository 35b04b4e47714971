import { conditionOn } from './condition.ts';
import type { DerivedReply, DeriveFilterRequest } from './derive-types.ts';
import { defineFoldCase } from './fold-case.ts';
import { copyFresh } from './fresh-copy.ts';
import { readAttachedLayers } from './layers.ts';

/** Copies a GeoPackage into a fresh one; of one layer only the features for which a condition holds. */
export function filterLayer({ file, output, layer: wanted, where }: DeriveFilterRequest): DerivedReply {
  let name = '';
  const { layers, warnings } = copyFresh(
    { file, output },
    {
      rows(db) {
        const layer = readAttachedLayers(db, wanted)[0];
        if (!layer) throw new Error('no such layer');
        name = layer.name;
        defineFoldCase(db);
        const condition = conditionOn(layer, where);
        return (table) => (table === layer.name ? condition : 'all');
      },
      change: () => [name],
    },
  );
  return { featureCount: layers.find((layer) => layer.name === name)?.featureCount ?? 0, warnings };
}
