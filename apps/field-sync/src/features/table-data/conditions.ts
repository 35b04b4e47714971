import { ident } from '@cairn/db';
import { checkCondition, parseCondition, toSql } from '@cairn/geo';
import type { FieldType } from '@cairn/geo';
import { hasPlace } from './geojson-sql.ts';
import type { Condition, Geometry, Layer } from './types.ts';

export type Box = [west: number, south: number, east: number, north: number];

/**
 * A text in the language of conditions, as SQL on the rows `t`: values are parameters, names are those of columns.
 * @throws {AppError} bad_request with a sentence for anything else
 */
export function compileWhere(where: string | undefined, { columns }: Layer): Condition {
  if (where === undefined || where.trim() === '') return { text: 'true', values: [] };
  const fields = columns.flatMap(({ name, type }): { name: string; type: FieldType }[] =>
    type === 'geometry' ? [] : [{ name, type }],
  );
  const condition = checkCondition(parseCondition(where), fields);
  return toSql(condition, { dialect: 'postgresql', column: (name) => `t.${ident(name)}` });
}

/** Geometries that have a place, and, with a box in WGS84, that meet it. The box comes after the values of the condition. */
export function withPlaces(where: Condition, geometry: Geometry, box: Box | null): Condition {
  const { sql, srid, postgis } = geometry;
  const text = `${hasPlace(geometry)} AND ${where.text}`;
  if (box === null) return { text, values: where.values };
  const [west, south, east, north] = [1, 2, 3, 4].map((n) => `$${where.values.length + n}::float8`);
  const envelope = `${postgis}.ST_MakeEnvelope(${west}, ${south}, ${east}, ${north}, 4326)`;
  const inLayer = srid === 4326 ? envelope : `${postgis}.ST_Transform(${envelope}, ${srid})`;
  return { text: `${text} AND ${sql} OPERATOR(${postgis}.&&) ${inLayer}`, values: [...where.values, ...box] };
}
