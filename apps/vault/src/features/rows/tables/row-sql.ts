import { ident } from '@cairn/db';
import { bboxCorners } from '@cairn/geo';
import pg from 'pg';
import { noGeometryColumn } from './errors.ts';
import type { TableSchema, TableSource } from './types.ts';

/** A name and the SQL of its value. */
type Pair = [name: string, value: string];

/** Texts in a preview are cut to this many characters. */
const MAX_TEXT = 1_000;

export function qualified({ schema, table }: Pick<TableSource, 'schema' | 'table'>): string {
  return `${ident(schema)}.${ident(table)}`;
}

/** The whole row with its geometry. Schema-qualified, so that no search path changes its meaning. */
export const ROW_HASH = `pg_catalog.encode(pg_catalog.sha256(pg_catalog.convert_to(t::pg_catalog.text, 'UTF8')), 'hex')`;

/**
 * A row as JSON: without geometries, binary data as its size, integers beyond 2^53 as text. Schema-qualified, so that no search
 * path changes its meaning.
 */
export function rowJson({ columns }: TableSchema): string {
  const pairs = columns
    .filter(({ type }) => type !== 'geometry')
    .map(({ name, type, nativeType }): Pair => {
      const column = `t.${ident(name)}`;
      if (type === 'binary') return [name, `pg_catalog.concat(pg_catalog.octet_length(${column}), ' bytes')`];
      if (nativeType === 'bigint')
        return [
          name,
          `CASE WHEN ${column} OPERATOR(pg_catalog.<) ${Number.MIN_SAFE_INTEGER}
               OR ${column} OPERATOR(pg_catalog.>) ${Number.MAX_SAFE_INTEGER}
             THEN pg_catalog.to_jsonb(${column}::pg_catalog.text) ELSE pg_catalog.to_jsonb(${column}) END`,
        ];
      return [name, `pg_catalog.to_jsonb(${column})`];
    });
  return objectOf(pairs);
}

/** A row for a preview: without geometries and binary data, and with long texts cut. */
export function shortJson({ columns }: TableSchema): string {
  const pairs = columns
    .filter(({ type }) => type !== 'geometry' && type !== 'binary')
    .map(({ name, type }): Pair => {
      const column = `t.${ident(name)}`;
      if (type !== 'text') return [name, `to_jsonb(${column})`];
      return [
        name,
        `CASE WHEN octet_length(${column}::text) > ${MAX_TEXT} THEN to_jsonb(left(${column}::text, ${MAX_TEXT}))
           ELSE to_jsonb(${column}) END`,
      ];
    });
  return objectOf(pairs);
}

function objectOf(pairs: Pair[]): string {
  // A function takes at most a hundred arguments.
  const parts = chunk(pairs, 40).map(
    (group) =>
      `pg_catalog.jsonb_build_object(${group.map(([name, value]) => `${pg.escapeLiteral(name)}, ${value}`).join(', ')})`,
  );
  return parts.length === 0 ? `'{}'::pg_catalog.jsonb` : parts.join(' OPERATOR(pg_catalog.||) ');
}

/** The geometry of a row, and the schema of PostGIS. @throws {AppError} unprocessable without a geometry column */
export function geometryOf(
  source: TableSource,
  { geometryColumn, isGeography, postgis }: TableSchema,
): { geometry: string; postgis: string } {
  if (geometryColumn === null || postgis === null) throw noGeometryColumn(source);
  const column = `t.${ident(geometryColumn)}`;
  return { geometry: isGeography ? `${column}::${postgis}.geometry` : column, postgis };
}

/** The extent of a row's geometry in WGS84. */
export function boundsOf(source: TableSource, schema: TableSchema): string {
  if (schema.srid === 0) return 'NULL';
  const { geometry, postgis } = geometryOf(source, schema);
  const box = `${postgis}.ST_Transform(${postgis}.ST_Envelope(${geometry}), 4326)`;
  return `CASE WHEN ${geometry} IS NULL OR ${postgis}.ST_IsEmpty(${geometry}) THEN NULL ELSE
    (SELECT jsonb_build_array(${bboxCorners('e', postgis).join(', ')}) FROM (SELECT ${box} AS e) b) END`;
}

function chunk<T>(items: T[], size: number): T[][] {
  return items.length === 0 ? [] : [items.slice(0, size), ...chunk(items.slice(size), size)];
}
