import type pg from 'pg';
import { postgisSchema } from '@cairn/geo';
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

/** What one database holds. Asks for geometry only where PostGIS is, and wherever its schema lies. */
export async function readContents(client: pg.ClientBase): Promise<Contents> {
  const { rows } = await client.query<{ tables: number; postgis: string | null; schema: string | null }>(`
    SELECT (SELECT count(*)::int FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
             WHERE ${PEOPLES_TABLES}) AS tables,
      e.extversion AS postgis, e.extnamespace::regnamespace::text AS schema
    FROM (SELECT 1) one LEFT JOIN pg_extension e ON e.extname = 'postgis'`);
  const [found] = rows;
  const tableCount = found?.tables ?? 0;
  if (!found?.postgis) return { postgis: null, tableCount, geometry: [], srids: [] };
  const geometry = await client.query<{ type: string; srid: number; count: number }>(
    geometryQuery('type, srid, count(*)::int AS count', 'GROUP BY type, srid', await postgisSchema(client)),
  );
  return {
    postgis: found.postgis,
    tableCount,
    geometry: sumByType(geometry.rows),
    srids: [...new Set(geometry.rows.map(({ srid }) => srid))].sort((a, b) => a - b),
  };
}

/** Columns of both kinds of geometry, as PostGIS's own views tell them. `schema` is quoted. */
function geometryQuery(what: string, rest: string, schema: string | null): string {
  return `SELECT ${what} FROM (
      SELECT type::text, srid FROM ${schema}.geometry_columns
      UNION ALL SELECT type::text, srid FROM ${schema}.geography_columns) g ${rest}`;
}

function sumByType(rows: { type: string; count: number }[]): Contents['geometry'] {
  const sums = new Map<string, number>();
  for (const { type, count } of rows) sums.set(type, (sums.get(type) ?? 0) + count);
  return [...sums].map(([type, count]) => ({ type, count })).sort((a, b) => b.count - a.count);
}
