import { ident } from '@cairn/db';
import { bboxCorners } from '@cairn/geo';
import pg from 'pg';
import type { TableSchema, TableSource } from './types.ts';

/** A name and the SQL of its value. */
type Pair = [name: string, value: string];

/** Texts in a preview are cut to this many characters. */
const MAX_TEXT = 1_000;

export function qualified({ schema, table }: TableSource): string {
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

/** The extent of a row's geometry in WGS84. */
export function boundsOf({ geometryColumn, srid, columns, postgis }: TableSchema): string {
  const column = `t.${ident(geometryColumn)}`;
  const isGeography = columns.find(({ name }) => name === geometryColumn)?.nativeType.startsWith('geography');
  if (srid === 0 && !isGeography) return 'NULL';
  const box = isGeography
    ? `${column}::${postgis}.geometry`
    : `${postgis}.ST_Transform(${postgis}.ST_Envelope(${column}), 4326)`;
  return `CASE WHEN ${column} IS NULL OR ${postgis}.ST_IsEmpty(${column}::${postgis}.geometry) THEN NULL ELSE
    (SELECT jsonb_build_array(${bboxCorners('e', postgis).join(', ')}) FROM (SELECT ${box} AS e) b) END`;
}

function chunk<T>(items: T[], size: number): T[][] {
  return items.length === 0 ? [] : [items.slice(0, size), ...chunk(items.slice(size), size)];
}
