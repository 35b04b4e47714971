import type pg from 'pg';
import type { ProbedDatabase } from './types.ts';

/** What a session reports about its database. */
export async function readDatabase(client: pg.ClientBase): Promise<ProbedDatabase> {
  const { rows } = await client.query<{
    version: string;
    encrypted: boolean;
    postgis_schema: string | null;
    postgis_version: string | null;
  }>(`
    SELECT split_part(current_setting('server_version'), ' ', 1) AS version,
      coalesce((SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), false) AS encrypted,
      n.nspname AS postgis_schema, e.extversion AS postgis_version
    FROM (VALUES (1)) AS one
      LEFT JOIN (pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace) ON e.extname = 'postgis'`);
  const { version, encrypted, postgis_schema: schema, postgis_version: found } = rows[0]!;
  return { version, encrypted, postgis: schema === null ? null : { schema, version: found ?? '' } };
}
