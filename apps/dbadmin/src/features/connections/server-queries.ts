import type { DbadminSchemas } from '@cairn/contracts';
import { requireDatabase } from '../servers/server-queries.ts';
import type { Servers } from '../servers/service.ts';

/** The state of a server, in one query. Leaves out the sizes of databases that the role may not connect to. */
export function readOverview(
  servers: Servers,
  connectionId: number,
): Promise<DbadminSchemas['ServerOverview']> {
  return servers.ask(connectionId, async (client) => {
    const { rows } = await client.query<DbadminSchemas['ServerOverview'] & { started_at: Date }>(`
      SELECT split_part(current_setting('server_version'), ' ', 1) AS version,
        current_setting('server_version_num')::int AS version_number,
        pg_postmaster_start_time() AS started_at,
        pg_is_in_recovery() AS in_recovery,
        (SELECT sum(pg_database_size(oid))::float8 FROM pg_database
          WHERE has_database_privilege(oid, 'CONNECT') OR pg_has_role('pg_read_all_stats', 'USAGE')) AS size_bytes,
        a.*, current_setting('max_connections')::int AS max_connections,
        (SELECT count(*)::int FROM pg_database WHERE NOT datistemplate) AS databases,
        (SELECT sum(xact_commit + xact_rollback)::float8 FROM pg_stat_database) AS transactions,
        (SELECT sum(blks_hit)::float8 / nullif(sum(blks_hit + blks_read), 0) FROM pg_stat_database) AS cache_hit_ratio,
        (SELECT count(*)::int FROM pg_settings WHERE pending_restart) AS pending_restart
      FROM (SELECT count(*)::int AS sessions,
          count(*) FILTER (WHERE state = 'active' AND pid <> pg_backend_pid())::int AS active_sessions,
          max(extract(epoch FROM clock_timestamp() - query_start))
            FILTER (WHERE state = 'active' AND pid <> pg_backend_pid())::float8 AS longest_query_seconds
        FROM pg_stat_activity WHERE backend_type = 'client backend') a`);
    const overview = rows[0]!;
    return { ...overview, started_at: overview.started_at.toISOString() };
  });
}

/** Whether a database has PostGIS, and which version its server could install. */
export async function checkPostgis(
  servers: Servers,
  connectionId: number,
  name: string,
): Promise<DbadminSchemas['SpatialDbTest']> {
  const database = await requireDatabase(servers, connectionId, name);
  return servers.inDatabase(connectionId, database, async (client) => {
    const { rows } = await client.query<{ installed_version: string | null; default_version: string | null }>(
      `SELECT installed_version, default_version FROM pg_available_extensions WHERE name = 'postgis'`,
    );
    const version = rows[0]?.installed_version ?? null;
    return {
      database,
      installed: version !== null,
      version,
      available_version: rows[0]?.default_version ?? null,
    };
  });
}

/** The path of pg_hba.conf, where the role may read it, and the identifier of the server. */
export function readHbaFile(
  servers: Servers,
  connectionId: number,
): Promise<{ path: string | null; server: string } | undefined> {
  return servers.ask(connectionId, async (client) => {
    const { rows } = await client.query<{ path: string | null; server: string }>(
      `SELECT current_setting('hba_file', true) AS path, system_identifier::text AS server FROM pg_control_system()`,
    );
    return rows[0];
  });
}
