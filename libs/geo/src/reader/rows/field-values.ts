import { toCell } from '../../geopackage/cells.ts';
import type { FieldValuesReply, FieldValuesRequest } from '../../reader-protocol/row-types.ts';
import { columnSql } from './row-order.ts';
import { withRowTable } from './row-table.ts';
import { ident } from '../geopackage/attach.ts';

/** Longer texts are cut, and those that begin alike are counted together. */
const MAX_TEXT = 1_000;

/** Counts the values of a field. */
export function countFieldValues(request: FieldValuesRequest): FieldValuesReply {
  const { field, limit } = request;
  return withRowTable(request, (table) => {
    columnSql(table, field.name);
    const name = ident(field.name);
    const statement = table.db.prepare(
      `SELECT value, count(*) FROM (
         SELECT CASE typeof(${name}) WHEN 'text' THEN substr(${name}, 1, ${MAX_TEXT})
                WHEN 'blob' THEN octet_length(${name}) || ' bytes' ELSE ${name} END AS value FROM ${table.name})
        GROUP BY value COLLATE BINARY ORDER BY 2 DESC, value COLLATE BINARY LIMIT ?`,
    );
    statement.setReadBigInts(true);
    statement.setReturnArrays(true);
    const rows = statement.all(limit + 1) as unknown as [unknown, bigint][];
    const kept = rows.slice(0, limit);
    return {
      values: kept.map(([value]) => toCell(value, field.type) as FieldValuesReply['values'][number]),
      counts: kept.map(([, count]) => Number(count)),
      truncated: rows.length > limit,
    };
  });
}
