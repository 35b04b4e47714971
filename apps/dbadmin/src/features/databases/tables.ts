import type { DbadminSchemas } from '@cairn/contracts';
import { GEOMETRY_COLUMNS } from '@cairn/geo';
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

/** Base tables, a line for each, by schema and name; of several geometry columns it names the first. */
export async function readTables(client: pg.ClientBase, schema: string | null): Promise<Table[]> {
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
        g.name AS geometry_column, g.type AS geometry_type, g.srid
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      LEFT JOIN (SELECT DISTINCT ON (relid) relid, name, type, srid FROM (${GEOMETRY_COLUMNS}) columns
        WHERE has_table_privilege(relid, 'SELECT')
        ORDER BY relid, name) g ON g.relid = c.oid
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
