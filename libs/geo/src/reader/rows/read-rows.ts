import { createHash } from 'node:crypto';
import { BrokenGeometry, CurvedGeometry, readShapes } from '../../geometry/wkb.ts';
import { cellSql, toCell } from '../../geopackage/cells.ts';
import { extendBox } from '../../geometry/region.ts';
import { boxOf } from '../geopackage/geometry-box.ts';
import { Refusal } from '../../reader-protocol/answer.ts';
import { columnSql } from './row-order.ts';
import { rowNumbers, withRowTable } from './row-table.ts';
import type { RowTable } from './row-table.ts';
import type { RowsReply, RowsRequest, StoredRow } from '../../reader-protocol/row-types.ts';
import { ident } from '../geopackage/attach.ts';

/** All texts of an answer together, in characters. */
const MAX_TEXT = 32_000_000;
/** Of a larger geometry only the beginning is read. */
const MAX_GEOMETRY = 64 * 1024 * 1024;
const HEAD = 64 * 1024;

/** Reads rows by their position in an order and by their number. */
export function readRows(request: RowsRequest): RowsReply {
  return withRowTable(request, (table) => {
    const read = prepareRow(table, request.columns);
    const idAt = rowNumbers(table.db, request.rows);
    const found = (ids: (bigint | null)[]) =>
      ids.flatMap((id) => {
        const row = id === null ? null : read(id);
        return row ? [row] : [];
      });
    return { at: found(request.positions.map(idAt)), byKey: found(request.keys.map(BigInt)) };
  });
}

function prepareRow(table: RowTable, columns: RowsRequest['columns']): (id: bigint) => StoredRow | null {
  for (const { name } of columns) columnSql(table, name);
  const geometry = table.geometryColumn === null ? 'NULL' : ident(table.geometryColumn);
  const statement = table.db.prepare(
    `SELECT octet_length(${geometry}),
            CASE WHEN octet_length(${geometry}) > ${MAX_GEOMETRY} THEN substr(${geometry}, 1, ${HEAD}) ELSE ${geometry} END
            ${columns.map(({ name }) => `, ${cellSql(name)}`).join('')}
       FROM ${table.name} WHERE ${table.rowNumber} = ?`,
  );
  statement.setReadBigInts(true);
  statement.setReturnArrays(true);
  let characters = 0;
  return (id) => {
    const found = statement.get(id) as unknown as unknown[] | undefined;
    if (!found) return null;
    const [size, blob, ...stored] = found;
    const values = stored.map((value, i) => toCell(value, columns[i]?.type ?? 'text'));
    for (const value of values) if (typeof value === 'string') characters += value.length;
    if (characters > MAX_TEXT)
      throw new Refusal(
        'bad_request',
        'vault.rows_too_large',
        'These rows contain too much text for one response. Request fewer rows.',
      );
    const isGeometry = blob instanceof Uint8Array;
    return {
      key: id.toString(),
      values,
      geometryHash: isGeometry ? hashOf(blob, size as bigint) : null,
      box: isGeometry ? boxOfGeometry(blob) : null,
    };
  };
}

function hashOf(blob: Uint8Array, size: bigint): string {
  return createHash('sha256').update(`${size} `).update(blob).digest('base64url');
}

/** The box that the geometry names, else that of its coordinates; null when it cannot be determined. */
export function boxOfGeometry(blob: Uint8Array): StoredRow['box'] {
  const named = boxOf(blob);
  if (named) return named.every(Number.isFinite) ? named : null;
  try {
    const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
    for (const { paths } of readShapes(blob)) for (const { xy } of paths) extendBox(box, xy);
    return box.every(Number.isFinite) ? box : null;
  } catch (error) {
    if (error instanceof BrokenGeometry || error instanceof CurvedGeometry) return null;
    throw error;
  }
}
