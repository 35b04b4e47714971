import type pg from 'pg';
import { GEOMETRY_COLUMNS } from '@cairn/geo';
import type { CatalogEntry, Contents } from './types.ts';

/** Tables that people made: no system's, and none that an extension brought along. `c` is pg_class, `n` pg_namespace. */
export const PEOPLES_TABLES = `c.relkind IN ('r', 'p') AND NOT c.relispartition
  AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
  AND NOT EXISTS (SELECT FROM pg_depend e WHERE e.classid = 'pg_class'::regclass AND e.objid = c.oid AND e.deptype = 'e')`;

/** All databases of a server in one question to its maintenance database. */
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

/** What one database holds, as the server's own catalogs show it. */
export async function readContents(client: pg.ClientBase): Promise<Contents> {
  const { rows } = await client.query<{ tables: number; postgis: string | null }>(`
    SELECT (SELECT count(*)::int FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
             WHERE ${PEOPLES_TABLES}) AS tables,
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
