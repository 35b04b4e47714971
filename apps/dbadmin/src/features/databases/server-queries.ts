import type { DbadminSchemas } from '@cairn/contracts';
import { GEOMETRY_COLUMNS } from '@cairn/geo';
import type pg from 'pg';
import type { CatalogEntry, Contents } from './types.ts';

/** User tables: not those of the system or of an extension. `c` is pg_class, `n` pg_namespace. */
const USER_TABLES = `c.relkind IN ('r', 'p') AND NOT c.relispartition
  AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
  AND NOT EXISTS (SELECT FROM pg_depend e WHERE e.classid = 'pg_class'::regclass AND e.objid = c.oid AND e.deptype = 'e')`;

/** The size of a partitioned table is that of its partitions. */
const TABLE_SIZE = `CASE c.relkind WHEN 'p' THEN (SELECT coalesce(sum(pg_total_relation_size(t.relid)), 0) FROM pg_partition_tree(c.oid) t)
  ELSE pg_total_relation_size(c.oid) END`;

/** All databases of a server, in one query to its maintenance database. */
export async function readCatalog(
  client: pg.ClientBase,
): Promise<{ version: string; entries: Map<string, CatalogEntry> }> {
  const { rows } = await client.query<{
    name: string;
    owner: string;
    size: string | null;
    sessions: number;
    encoding: string;
    collation: string;
    version: string;
  }>(`
    SELECT d.datname AS name, pg_get_userbyid(d.datdba) AS owner,
      CASE WHEN has_database_privilege(d.oid, 'CONNECT') OR pg_has_role('pg_read_all_stats', 'USAGE')
        THEN pg_database_size(d.oid) END AS size,
      coalesce(s.numbackends, 0) AS sessions,
      pg_encoding_to_char(d.encoding) AS encoding, d.datcollate AS collation,
      current_setting('server_version') AS version
    FROM pg_database d LEFT JOIN pg_stat_database s ON s.datid = d.oid
    WHERE NOT d.datistemplate`);
  const entries = rows.map((row): [string, CatalogEntry] => [
    row.name,
    {
      name: row.name,
      owner: row.owner,
      sizeBytes: row.size === null ? null : Number(row.size),
      sessions: row.sessions,
      encoding: row.encoding,
      collation: row.collation,
    },
  ]);
  return { version: rows[0]?.version.split(' ')[0] ?? '', entries: new Map(entries) };
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
        ${TABLE_SIZE} AS size,
        (SELECT count(*)::int FROM pg_index i WHERE i.indrelid = c.oid) AS indexes,
        g.name AS geometry_column, g.type AS geometry_type, g.srid
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      LEFT JOIN (SELECT DISTINCT ON (relid) relid, name, type, srid FROM (${GEOMETRY_COLUMNS}) columns
        WHERE has_table_privilege(relid, 'SELECT')
        ORDER BY relid, name) g ON g.relid = c.oid
      WHERE ${USER_TABLES} AND ($1::text IS NULL OR n.nspname = $1)
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
    // -1: never analyzed.
    row_estimate: row.estimate < 0 ? null : Math.round(row.estimate),
    size_bytes: Number(row.size),
    index_count: row.indexes,
  }));
}

export async function hasPostgis(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query("SELECT 1 FROM pg_available_extensions WHERE name = 'postgis'");
  return rows.length > 0;
}
