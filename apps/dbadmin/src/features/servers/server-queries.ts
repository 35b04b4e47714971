import { setTimeout as delay } from 'node:timers/promises';
import { conflict, notFound } from '@cairn/service';
import type pg from 'pg';
import type { Servers } from './service.ts';

const RELOAD_TIMEOUT_MS = 10_000;
const RELOAD_POLL_MS = 50;

/** The version of a server as a number, such as 150004. */
export async function serverVersion(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ version: string }>(
    "SELECT current_setting('server_version_num') AS version",
  );
  return Number(rows[0]?.version);
}

/** Names of the databases that accept connections, without templates. */
export function listDatabaseNames(servers: Servers, connectionId: number): Promise<string[]> {
  return servers.ask(connectionId, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      'SELECT datname FROM pg_database WHERE NOT datistemplate AND datallowconn ORDER BY datname',
    );
    return rows.map(({ datname }) => datname);
  });
}

/**
 * The name of an existing database that accepts connections, as the server spells it. PostgreSQL programs take a name with `=` or
 * `://` for a connection string, so databases with such names are not supported.
 * @throws {AppError} not_found
 */
export async function requireDatabase(servers: Servers, connectionId: number, name: string): Promise<string> {
  const existing = await servers.ask(connectionId, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      'SELECT datname FROM pg_database WHERE datname = $1 AND datallowconn',
      [name],
    );
    return rows[0]?.datname;
  });
  if (existing !== undefined && !existing.includes('=') && !existing.includes('://')) return existing;
  throw notFound('dbadmin.no_such_database', `There is no database "${name}" on this server to connect to.`);
}

/**
 * Refuses databases in which an event trigger calls the function of a role that is not a superuser: it would run with the rights of
 * this session.
 * @throws {AppError} conflict
 */
export async function refuseEventTriggers(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ trigger: string; owner: string }>(
    `SELECT e.evtname AS trigger, o.rolname AS owner
       FROM pg_event_trigger e JOIN pg_proc p ON p.oid = e.evtfoid JOIN pg_roles o ON o.oid = p.proowner
      WHERE e.evtenabled <> 'D' AND o.rolname <> current_user AND NOT EXISTS (
        SELECT FROM pg_roles s WHERE s.rolsuper AND pg_has_role(o.oid, s.oid, 'MEMBER'))
      ORDER BY 1 LIMIT 1`,
  );
  const [unsafe] = rows;
  if (!unsafe) return;
  throw conflict(
    'dbadmin.event_trigger',
    `The event trigger "${unsafe.trigger}" would run a function of "${unsafe.owner}" with the administrator's rights. Make a superuser its owner or disable the trigger, then try again.`,
  );
}

/**
 * Reloads the configuration of a server and waits until that is done: pg_reload_conf only sends a signal, and a login right after it
 * may still be checked against the old rules.
 */
export async function reloadConfiguration(client: pg.ClientBase): Promise<void> {
  const before = await loadTime(client);
  await client.query('SELECT pg_reload_conf()');
  const deadline = performance.now() + RELOAD_TIMEOUT_MS;
  while ((await loadTime(client)) === before) {
    if (performance.now() > deadline) throw new Error('the server did not reload its configuration in time');
    await delay(RELOAD_POLL_MS);
  }
}

async function loadTime(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ at: string }>('SELECT pg_conf_load_time()::text AS at');
  return rows[0]?.at ?? '';
}
