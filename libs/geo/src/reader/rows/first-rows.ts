import { cellSql, toCell } from '../../geopackage/cells.ts';
import { fieldType } from '../../geopackage/declared-types.ts';
import type { FirstRowsReply, FirstRowsRequest } from '../../reader-protocol/row-types.ts';
import { readAttachedLayers } from '../geopackage/read-layers.ts';
import { attach, ident } from '../geopackage/attach.ts';

/** A preview shows many columns at once, and its answer is held in memory. */
const MAX_TEXT_BYTES = 2_000;

/** The values that the first rows of a layer have in some columns. */
export function readFirstRows({ file, layer: wanted, columns, limit }: FirstRowsRequest): FirstRowsReply {
  const db = attach(file);
  try {
    const layer = readAttachedLayers(db, wanted)[0];
    if (!layer) throw new Error('no such layer');
    const types = columns.map((name) => {
      if (name === layer.fidColumn) return 'integer' as const;
      const column = layer.columns.find((each) => each.name === name);
      if (!column) throw new Error('no such column');
      return fieldType(column.type);
    });
    if (columns.length === 0) return { rows: [] };
    const rows = db.prepare(
      `SELECT ${columns.map((name) => cellSql(name, MAX_TEXT_BYTES)).join(', ')} FROM src.${ident(layer.name)}
        ORDER BY ${layer.rowNumber} LIMIT ?`,
    );
    rows.setReadBigInts(true);
    rows.setReturnArrays(true);
    const read = rows.all(limit) as unknown as unknown[][];
    return { rows: read.map((row) => row.map((value, i) => toCell(value, types[i] ?? 'text'))) };
  } finally {
    db.close();
  }
}
