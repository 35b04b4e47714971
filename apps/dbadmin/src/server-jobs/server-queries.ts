import { ident } from '@cairn/db';
import type pg from 'pg';
import { TEMPORARY_PREFIX, TERMINAL_PREFIX } from './attempt-names.ts';

/** dependent_objects_still_exist */
const STILL_NEEDED = '2BP01';

/** Ends the sessions whose application name starts with a prefix, and waits until they have ended. */
export function endSessions(client: pg.ClientBase, prefix: string): Promise<void> {
  return endSessionsWhere(client, { condition: 'starts_with(application_name, $1)', values: [prefix] });
}

/** Ends the sessions that match a condition on pg_stat_activity, and waits for that, 10 seconds unless `rounds` is given. */
export async function endSessionsWhere(
  client: pg.ClientBase,
  { condition, values, rounds = 100 }: { condition: string; values: unknown[]; rounds?: number },
): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    const { rows } = await client.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${condition} AND pid <> pg_backend_pid()`,
      values,
    );
    if (rows.length === 0) return;
    await client.query('SELECT pg_sleep(0.1)');
  }
}

/** Temporary databases and roles, by a prefix or by exact name. */
export type Temporary = { prefix: string } | { name: string };

/** Drops the databases, then the roles. Users never see their names. */
export async function dropTemporary(client: pg.ClientBase, which: Temporary): Promise<void> {
  const start = 'name' in which ? which.name : which.prefix;
  if (!start.startsWith(TEMPORARY_PREFIX)) throw new Error('not the name of a temporary database');
  for (const name of await findNames(client, 'SELECT datname AS name FROM pg_database', which))
    await client.query(`DROP DATABASE IF EXISTS ${ident(name)} WITH (FORCE)`);
  for (const name of await findNames(client, 'SELECT rolname AS name FROM pg_roles', which))
    await dropTemporaryRole(client, name);
}

/** The names of all temporary databases and roles of a server. */
export async function findTemporary(client: pg.ClientBase): Promise<string[]> {
  const all = 'SELECT datname AS name FROM pg_database UNION SELECT rolname FROM pg_roles';
  return findNames(client, all, { prefix: TEMPORARY_PREFIX });
}

/** Expired logins of terminals, left by a process that died. */
export async function findExpiredLogins(client: pg.ClientBase): Promise<string[]> {
  const expired = `SELECT rolname AS name FROM pg_roles r WHERE rolvaliduntil < now()
    AND NOT EXISTS (SELECT FROM pg_stat_activity a WHERE a.usesysid = r.oid)`;
  return findNames(client, expired, { prefix: TERMINAL_PREFIX });
}

/**
 * Drops a role and ends its sessions: code that runs in one may have renamed it and refused to be cancelled, and would keep its
 * locks. A role that left objects in another database stays, unable to sign in; the sweep tries again.
 */
export async function dropTemporaryRole(client: pg.ClientBase, name: string): Promise<void> {
  await client.query(`ALTER ROLE ${ident(name)} NOLOGIN`);
  await endSessionsWhere(client, { condition: 'usename = $1', values: [name] });
  await client.query(`DROP ROLE ${ident(name)}`).catch((error: { code?: string }) => {
    if (error.code !== STILL_NEEDED) throw error;
  });
}

/** Databases in which temporary roles own objects or have privileges, which keeps the roles from being dropped. */
export async function findHoldings(
  client: pg.ClientBase,
  which: Temporary,
): Promise<{ role: string; database: string }[]> {
  const { condition, values } = conditionOn(which, 'r.rolname');
  const { rows } = await client.query<{ role: string; database: string }>(
    `SELECT DISTINCT r.rolname AS role, d.datname AS database
       FROM pg_shdepend s JOIN pg_roles r ON s.refclassid = 'pg_authid'::regclass AND r.oid = s.refobjid
       JOIN pg_database d ON d.oid = CASE WHEN s.dbid <> 0 THEN s.dbid
         WHEN s.classid = 'pg_database'::regclass THEN s.objid END
      WHERE ${condition}`,
    values,
  );
  return rows;
}

async function findNames(client: pg.ClientBase, all: string, which: Temporary): Promise<string[]> {
  const { condition, values } = conditionOn(which, 'name');
  const { rows } = await client.query<{ name: string }>(
    `SELECT name FROM (${all}) temporary WHERE ${condition}`,
    values,
  );
  return rows.map(({ name }) => name);
}

function conditionOn(which: Temporary, column: string): { condition: string; values: [string] } {
  return 'name' in which
    ? { condition: `${column} = $1`, values: [which.name] }
    : { condition: `starts_with(${column}, $1)`, values: [which.prefix] };
}
