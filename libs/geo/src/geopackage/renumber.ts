import { numberRows } from '../row-numbers.ts';
import type { RemovedRows } from '../row-numbers.ts';
import { WORKING_KEY } from '../working-names.ts';
import type { RowsOfTable } from './copy-tables.ts';
import { copyFresh } from './fresh-copy.ts';
import type { RewriteReply } from './rewrite-types.ts';
import { ident } from './untrusted.ts';

export interface RenumberRequest {
  /** A working copy in which rows are numbered by their place in the file. */
  file: string;
  output: string;
  /** By the name of the layer; null for the only one of a file. */
  layers: { layer: string | null; removed: RemovedRows }[];
}

/** Copies a working copy and gives each row its number. */
export function renumber({ file, output, layers }: RenumberRequest): RewriteReply {
  return copyFresh(
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
