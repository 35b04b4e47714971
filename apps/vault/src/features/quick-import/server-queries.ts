import { GEOMETRY_COLUMNS } from '@cairn/geo';
import type { TableName } from '@cairn/geo';
import type pg from 'pg';

export interface SourceColumn {
  name: string;
  /** The type with its modifier, as PostgreSQL spells it; null for types that only exist in the database of the table. */
  type: string | null;
  required: boolean;
  /** `geometry` or `geography` with its modifier, such as `geometry(Point,4326)`; null for other columns. */
  geometry: string | null;
  /** Part of the primary key. */
  isKey: boolean;
}

/** The columns of a table or view, in their order; empty when it does not exist or may not be read. */
export async function readColumns(
  client: pg.ClientBase,
  { schema, table }: TableName,
): Promise<SourceColumn[]> {
  const { rows } = await client.query<SourceColumn>(
    `SELECT a.attname AS name, a.attnotnull AS required,
        CASE WHEN t.typnamespace = 'pg_catalog'::regnamespace
          AND (t.typelem = 0 OR EXISTS (SELECT FROM pg_type e WHERE e.oid = t.typelem AND e.typnamespace = 'pg_catalog'::regnamespace))
          THEN format_type(a.atttypid, a.atttypmod) END AS type,
        CASE WHEN g.name IS NOT NULL
          THEN g.kind || coalesce(substring(format_type(a.atttypid, a.atttypmod) FROM '[(].*[)]$'), '') END AS geometry,
        EXISTS (SELECT FROM pg_index i WHERE i.indrelid = c.oid AND i.indisprimary AND a.attnum = ANY (i.indkey)) AS "isKey"
      FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
        JOIN pg_type t ON t.oid = a.atttypid
        LEFT JOIN (${GEOMETRY_COLUMNS}) g ON g.relid = c.oid AND g.attnum = a.attnum
      WHERE n.nspname = $1 AND c.relname = $2 AND c.relkind IN ('r', 'v', 'm', 'f', 'p') AND a.attnum > 0
        AND NOT a.attisdropped AND has_table_privilege(c.oid, 'SELECT')
      ORDER BY a.attnum`,
    [schema, table],
  );
  return rows;
}

/** Names and types of the columns of an existing table that rows can be written into. */
export async function readWritableColumns(
  client: pg.ClientBase,
  { schema, table }: TableName,
): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; type: string }>(
    `SELECT a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type
      FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = $1 AND c.relname = $2 AND c.relkind IN ('r', 'p') AND a.attnum > 0
        AND NOT a.attisdropped AND a.attgenerated = ''`,
    [schema, table],
  );
  return new Map(rows.map(({ name, type }) => [name, type]));
}

/** A guess at the number of rows; 0 when it is unknown. */
export async function estimateRows(client: pg.ClientBase, { schema, table }: TableName): Promise<number> {
  const { rows } = await client.query<{ rows: number }>(
    `SELECT greatest(c.reltuples, 0)::float8 AS rows FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = $1 AND c.relname = $2`,
    [schema, table],
  );
  return rows[0]?.rows ?? 0;
}
