import type { DbadminSchemas } from '@cairn/contracts';
import { postgisSchema } from '@cairn/geo';
import type pg from 'pg';
import { PEOPLES_TABLES } from './catalog.ts';

type Table = DbadminSchemas['Table'];

/** Schemas that are not the system's own. */
export async function readSchemas(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ nspname: string }>(
    `SELECT nspname FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema' ORDER BY nspname`,
  );
  return rows.map(({ nspname }) => nspname);
}

/** Base tables, a line for each, by schema and name; of several geometry columns the first is told. */
export async function readTables(client: pg.ClientBase, schema: string | null): Promise<Table[]> {
  const postgis = await postgisSchema(client);
  const { rows } = await client.query<{
    schema: string;
    name: string;
    owner: string;
    comment: string | null;
    estimate: number;
    size: string;
    indexes: number;
    geometry_column: string | null;
    geometry_type: string | null;
    srid: number | null;
  }>(
    `SELECT n.nspname AS schema, c.relname AS name, pg_get_userbyid(c.relowner) AS owner,
        obj_description(c.oid, 'pg_class') AS comment, c.reltuples::float8 AS estimate,
        ${SIZE} AS size,
        (SELECT count(*)::int FROM pg_index i WHERE i.indrelid = c.oid) AS indexes,
        ${postgis ? 'g.name AS geometry_column, g.type AS geometry_type, g.srid' : 'NULL AS geometry_column, NULL AS geometry_type, NULL AS srid'}
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      ${postgis ? geometryOf(postgis) : ''}
      WHERE ${PEOPLES_TABLES} AND ($1::text IS NULL OR n.nspname = $1)
      ORDER BY n.nspname, c.relname`,
    [schema],
  );
  return rows.map((row) => ({
    schema: row.schema,
    name: row.name,
    owner: row.owner,
    comment: row.comment,
    geometry_column: row.geometry_column,
    geometry_type: row.geometry_type,
    srid: row.srid,
    // -1: never analysed.
    row_estimate: row.estimate < 0 ? null : Math.round(row.estimate),
    size_bytes: Number(row.size),
    index_count: row.indexes,
  }));
}

/** A partitioned table is as large as its partitions. */
const SIZE = `CASE c.relkind WHEN 'p' THEN (SELECT coalesce(sum(pg_total_relation_size(t.relid)), 0) FROM pg_partition_tree(c.oid) t)
  ELSE pg_total_relation_size(c.oid) END`;

/** The view is read once and joined, for it looks into the constraints of all tables each time. */
function geometryOf(postgis: string): string {
  return `LEFT JOIN (
      SELECT DISTINCT ON (schema, table_name) * FROM (
        SELECT f_table_schema::text AS schema, f_table_name::text AS table_name, f_geometry_column::text AS name,
          type::text, srid FROM ${postgis}.geometry_columns
        UNION ALL SELECT f_table_schema::text, f_table_name::text, f_geography_column::text, type::text, srid
          FROM ${postgis}.geography_columns) columns
      ORDER BY schema, table_name, name) g ON g.schema = n.nspname AND g.table_name = c.relname`;
}
