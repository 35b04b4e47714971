import type { DbadminSchemas } from '@cairn/contracts';
import { GEOMETRY_COLUMNS } from '@cairn/geo';
import type pg from 'pg';
import type { CatalogEntry, Contents } from './types.ts';

/** User tables: not those of the system or of an extension. `c` is pg_class, `n` pg_namespace. */
const USER_TABLES = `c.relkind IN ('r', 'p') AND NOT c.relispartition
  AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
  AND NOT EXISTS (SELECT FROM pg_depend e WHERE e.classid = 'pg_class'::regclass AND e.objid = c.oid AND e.deptype = 'e')`;

/** The size of a partitioned table is that of its partitions. */
const TABLE_SIZE = `(CASE c.relkind WHEN 'p' THEN (SELECT coalesce(sum(pg_total_relation_size(t.relid)), 0) FROM pg_partition_tree(c.oid) t)
  ELSE pg_total_relation_size(c.oid) END)`;

/** All databases of a server, in one query to its maintenance database. */
export async function readCatalog(
  client: pg.ClientBase,
): Promise<{ version: string; entries: Map<string, CatalogEntry> }> {
  const { rows } = await client.query<CatalogEntry & { version: string }>(`
    SELECT d.datname AS name, pg_get_userbyid(d.datdba) AS owner,
      CASE WHEN has_database_privilege(d.oid, 'CONNECT') OR pg_has_role('pg_read_all_stats', 'USAGE')
        THEN pg_database_size(d.oid)::float8 END AS "sizeBytes",
      coalesce(s.numbackends, 0) AS sessions,
      pg_encoding_to_char(d.encoding) AS encoding, d.datcollate AS collation,
      split_part(current_setting('server_version'), ' ', 1) AS version
    FROM pg_database d LEFT JOIN pg_stat_database s ON s.datid = d.oid
    WHERE NOT d.datistemplate`);
  return { version: rows[0]?.version ?? '', entries: new Map(rows.map((row) => [row.name, row])) };
}

/** Summarises the contents of a database from its catalogs. */
export async function readContents(client: pg.ClientBase): Promise<Contents> {
  const { rows } = await client.query<{ tables: number; postgis: string | null }>(`
    SELECT (SELECT count(*)::int FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
             WHERE ${USER_TABLES}) AS tables,
      (SELECT extversion FROM pg_extension WHERE extname = 'postgis') AS postgis`);
  const { rows: columns } = await client.query<{ type: string; srid: number; count: number }>(
    `SELECT type, srid, count(*)::int AS count FROM (${GEOMETRY_COLUMNS}) columns
      WHERE has_table_privilege(relid, 'SELECT') GROUP BY type, srid`,
  );
  return {
    postgis: rows[0]?.postgis ?? null,
    tableCount: rows[0]?.tables ?? 0,
    geometry: sumByType(columns),
    srids: [...new Set(columns.map(({ srid }) => srid))].sort((a, b) => a - b),
  };
}

function sumByType(rows: { type: string; count: number }[]): Contents['geometry'] {
  const sums = new Map<string, number>();
  for (const { type, count } of rows) sums.set(type, (sums.get(type) ?? 0) + count);
  return [...sums].map(([type, count]) => ({ type, count })).sort((a, b) => b.count - a.count);
}

/** Schemas other than those of the system. */
export async function readSchemas(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ nspname: string }>(
    `SELECT nspname FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema' ORDER BY nspname`,
  );
  return rows.map(({ nspname }) => nspname);
}

/** User tables by schema and name, each with its first geometry column. */
export async function readTables(
  client: pg.ClientBase,
  schema: string | null,
): Promise<DbadminSchemas['Table'][]> {
  const { rows } = await client.query<DbadminSchemas['Table']>(
    `SELECT n.nspname AS schema, c.relname AS name, pg_get_userbyid(c.relowner) AS owner,
        obj_description(c.oid, 'pg_class') AS comment, ${TABLE_SIZE}::float8 AS size_bytes,
        -- -1: never analyzed.
        CASE WHEN c.reltuples >= 0 THEN round(c.reltuples::float8) END AS row_estimate,
        (SELECT count(*)::int FROM pg_index i WHERE i.indrelid = c.oid) AS index_count,
        g.name AS geometry_column, g.type AS geometry_type, g.srid
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      LEFT JOIN (SELECT DISTINCT ON (relid) relid, name, type, srid FROM (${GEOMETRY_COLUMNS}) columns
        WHERE has_table_privilege(relid, 'SELECT')
        ORDER BY relid, name) g ON g.relid = c.oid
      WHERE ${USER_TABLES} AND ($1::text IS NULL OR n.nspname = $1)
      ORDER BY n.nspname, c.relname`,
    [schema],
  );
  return rows;
}

export async function hasPostgis(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query("SELECT 1 FROM pg_available_extensions WHERE name = 'postgis'");
  return rows.length > 0;
}
