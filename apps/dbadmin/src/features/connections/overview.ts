import type { DbadminSchemas } from '@cairn/contracts';
import type { Servers } from '../servers/service.ts';

interface Row {
  version: string;
  version_number: number;
  started_at: Date;
  in_recovery: boolean;
  size_bytes: string | null;
  sessions: number;
  active_sessions: number;
  longest: number | null;
  max_connections: number;
  databases: number;
  transactions: string;
  cache_hit_ratio: number | null;
  pending_restart: number;
}

/** State of a server in one question. Sizes of databases that we may not enter are left out of the sum. */
export function readOverview(
  servers: Servers,
  connectionId: number,
): Promise<DbadminSchemas['ServerOverview']> {
  return servers.ask(connectionId, async (client) => {
    const { rows } = await client.query<Row>(`
      SELECT current_setting('server_version') AS version,
        current_setting('server_version_num')::int AS version_number,
        pg_postmaster_start_time() AS started_at,
        pg_is_in_recovery() AS in_recovery,
        (SELECT sum(pg_database_size(oid)) FROM pg_database
          WHERE has_database_privilege(oid, 'CONNECT') OR pg_has_role('pg_read_all_stats', 'USAGE')) AS size_bytes,
        a.sessions, a.active_sessions, a.longest,
        current_setting('max_connections')::int AS max_connections,
        (SELECT count(*)::int FROM pg_database WHERE NOT datistemplate) AS databases,
        (SELECT sum(xact_commit + xact_rollback) FROM pg_stat_database) AS transactions,
        (SELECT sum(blks_hit)::float8 / nullif(sum(blks_hit + blks_read), 0) FROM pg_stat_database) AS cache_hit_ratio,
        (SELECT count(*)::int FROM pg_settings WHERE pending_restart) AS pending_restart
      FROM (SELECT count(*)::int AS sessions,
          count(*) FILTER (WHERE state = 'active' AND pid <> pg_backend_pid())::int AS active_sessions,
          max(extract(epoch FROM clock_timestamp() - query_start))
            FILTER (WHERE state = 'active' AND pid <> pg_backend_pid())::float8 AS longest
        FROM pg_stat_activity WHERE backend_type = 'client backend') a`);
    const row = rows[0] as Row;
    return {
      version: row.version.split(' ')[0] ?? row.version,
      version_number: row.version_number,
      started_at: row.started_at.toISOString(),
      in_recovery: row.in_recovery,
      size_bytes: row.size_bytes === null ? null : Number(row.size_bytes),
      sessions: row.sessions,
      active_sessions: row.active_sessions,
      max_connections: row.max_connections,
      longest_query_seconds: row.longest,
      databases: row.databases,
      transactions: Number(row.transactions),
      cache_hit_ratio: row.cache_hit_ratio,
      pending_restart: row.pending_restart,
    };
  });
}
