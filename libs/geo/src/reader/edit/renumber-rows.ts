import type { RenumberRequest, WrittenGeopackage } from '../../reader-protocol/edit-types.ts';
import { numberRows } from '../../geopackage/row-numbers.ts';
import { WORKING_KEY } from '../../geopackage/working-names.ts';
import type { RowsOfTable } from '../geopackage/copy-tables.ts';
import { copyGeopackage } from '../geopackage/copy-geopackage.ts';
import { ident } from '../geopackage/attach.ts';

/** Copies a working copy and gives each row its number. */
export function renumberRows({ file, output, layers }: RenumberRequest): WrittenGeopackage {
  return copyGeopackage(
    { file, output },
    {
      rows(db): RowsOfTable {
        return (table) => {
          const keys = db.prepare(`PRAGMA src.table_info(${ident(table)})`).all();
          const found = layers.findIndex(({ layer }) => layer === null || layer === table);
          if (found < 0 || !keys.some(({ name, pk }) => name === WORKING_KEY && Number(pk) === 1))
            return 'all';
          const { numberAt } = numberRows(layers[found]!.removed);
          db.function(`number_${found}`, { deterministic: true }, (place) => numberAt(Number(place)));
          const key = ident(WORKING_KEY);
          return {
            text: `1 ORDER BY ${key}`,
            values: [],
            expressions: { [WORKING_KEY]: `number_${found}(${key})` },
          };
        };
      },
      change: () => [],
    },
  );
}
