import { ident } from '@cairn/db';
import { badRequest } from '@cairn/service';
import type { Column } from '../catalogue/types.ts';
import { describeFields } from '../catalogue/server-queries.ts';
import type { Read } from '../datasources/read.ts';

interface Field {
  name: string;
  dataTypeID: number;
  dataTypeModifier: number;
}

/**
 * The columns of a statement, which must be one SELECT.
 * @throws {AppError} bad_request for two columns of one name, which nothing could tell apart
 */
export async function describeColumns(
  read: Read,
  { text, values, postgisSchema }: { text: string; values: (string | null)[]; postgisSchema: string | null },
): Promise<Column[]> {
  const rows = `(\n${text}\n) AS r`;
  const fields = await read.fields({ text: `SELECT * FROM ${rows} LIMIT 0`, values });
  const twice = fields.find(({ name }, i) => fields.findIndex((other) => other.name === name) !== i);
  if (twice) {
    throw badRequest(
      'report-server.ambiguous_columns',
      `The query has two columns with the name "${twice.name}". Give one of them another name with AS.`,
    );
  }
  const columns = await describeFields(read, fields as Field[]);
  if (postgisSchema === null) return columns;
  for (const column of columns) {
    if (!column.geometry || column.geometry.srid > 0) continue;
    // A geometry that was computed says its system in its values only.
    const shape = `r.${ident(column.name)}`;
    const [row] = await read.texts({
      text: `SELECT ${ident(postgisSchema)}.ST_SRID(${shape}) FROM ${rows} WHERE ${shape} IS NOT NULL LIMIT 1`,
      values,
    });
    column.geometry = { ...column.geometry, srid: Number(row?.[0] ?? 0) };
  }
  return columns;
}
