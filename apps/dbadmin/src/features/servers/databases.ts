import { notFound } from '@cairn/service';
import type { Servers } from './service.ts';

/** Names of the databases that are no templates and take connections. */
export function listDatabaseNames(servers: Servers, connectionId: number): Promise<string[]> {
  return servers.ask(connectionId, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      'SELECT datname FROM pg_database WHERE NOT datistemplate AND datallowconn ORDER BY datname',
    );
    return rows.map(({ datname }) => datname);
  });
}

/**
 * The name of a database that is there and takes connections, as the server spells it. Programs of PostgreSQL take a name
 * with `=` or `://` for a whole connection string, so such databases are out of reach here. AppError `not_found` otherwise.
 */
export async function requireDatabase(servers: Servers, connectionId: number, name: string): Promise<string> {
  const known = await servers.ask(connectionId, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      'SELECT datname FROM pg_database WHERE datname = $1 AND datallowconn',
      [name],
    );
    return rows[0]?.datname;
  });
  if (known !== undefined && !known.includes('=') && !known.includes('://')) return known;
  throw notFound('dbadmin.no_such_database', `There is no database "${name}" on this server to connect to.`);
}
