import { createHash } from 'node:crypto';
import type { Job } from '@cairn/jobs';
import { ident } from '@cairn/db';
import type pg from 'pg';

/** Names of databases and roles of unfinished jobs begin so; users may not give such a name. */
export const TEMPORARY_PREFIX = 'cairn_tmp_';

/** Names of logins that belong to a terminal and to no job begin so: jobs are numbered from 1. */
export const TERMINAL_PREFIX = `${TEMPORARY_PREFIX}0_`;

/** dependent_objects_still_exist */
const STILL_NEEDED = '2BP01';

/** Names by which what a job does on a server can be found again, also after its worker was killed. */
export interface AttemptNames {
  /** Of the sessions of this attempt. */
  applicationName: string;
  /** Of the database that this attempt makes; names of roles that it makes begin so. */
  temporary: string;
  /** How those of all attempts begin. */
  ofJob: { applicationName: string; temporary: string };
}

/**
 * The fence differs between attempts: a worker that was thought dead may still be cleaning up. The tag differs between jobs of
 * one number: several installations may administer one server.
 */
export function attemptNames({
  id,
  fence,
  createdAt,
}: Pick<Job, 'id' | 'fence' | 'createdAt'>): AttemptNames {
  const tag = createHash('sha256').update(`${id} ${createdAt.toISOString()}`).digest('hex').slice(0, 8);
  const ofJob = { applicationName: `dbadmin:${id}:${tag}:`, temporary: `${TEMPORARY_PREFIX}${id}_${tag}_` };
  // Of one length, so that no attempt's name begins another's.
  const attempt = String(fence).padStart(6, '0');
  return {
    ofJob,
    applicationName: `${ofJob.applicationName}${attempt}`,
    temporary: `${ofJob.temporary}${attempt}`,
  };
}

/** Ends the sessions whose application name begins so, and waits until they are gone. */
export function endSessions(client: pg.ClientBase, prefix: string): Promise<void> {
  return endSessionsWhere(client, { condition: 'starts_with(application_name, $1)', values: [prefix] });
}

/** Ends the sessions that a condition on pg_stat_activity chooses, and waits for that, 10 seconds unless `rounds` is given. */
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

/** Temporary databases and roles: all whose names begin so, or the ones with exactly this name. */
export type Temporary = { prefix: string } | { name: string };

/** Drops the databases and then the roles; no user was ever shown one of these names. */
export async function dropTemporary(client: pg.ClientBase, which: Temporary): Promise<void> {
  const begin = 'name' in which ? which.name : which.prefix;
  if (!begin.startsWith(TEMPORARY_PREFIX)) throw new Error('this is not the name of a temporary database');
  for (const name of await namesOf(client, 'SELECT datname AS name FROM pg_database', which))
    await client.query(`DROP DATABASE IF EXISTS ${ident(name)} WITH (FORCE)`);
  for (const name of await namesOf(client, 'SELECT rolname AS name FROM pg_roles', which))
    await dropTemporaryRole(client, name);
}

/** Temporary databases and roles of a server, by name. */
export async function findTemporary(client: pg.ClientBase): Promise<string[]> {
  const all = 'SELECT datname AS name FROM pg_database UNION SELECT rolname FROM pg_roles';
  return namesOf(client, all, { prefix: TEMPORARY_PREFIX });
}

/** Logins of terminals that have expired, which a process that died has left. */
export async function findExpiredLogins(client: pg.ClientBase): Promise<string[]> {
  const expired = `SELECT rolname AS name FROM pg_roles r WHERE rolvaliduntil < now()
    AND NOT EXISTS (SELECT FROM pg_stat_activity a WHERE a.usesysid = r.oid)`;
  return namesOf(client, expired, { prefix: TERMINAL_PREFIX });
}

/**
 * Drops a role and ends its sessions: code that ran in one may have renamed it and refused to be cancelled, and would keep its
 * locks. A role that left something in another database stays, unable to sign in; the sweep tries again.
 */
export async function dropTemporaryRole(client: pg.ClientBase, name: string): Promise<void> {
  await client.query(`ALTER ROLE ${ident(name)} NOLOGIN`);
  await endSessionsWhere(client, { condition: 'usename = $1', values: [name] });
  await client.query(`DROP ROLE ${ident(name)}`).catch((error: { code?: string }) => {
    if (error.code !== STILL_NEEDED) throw error;
  });
}

/** Databases in which temporary roles own something or may do something, which keeps the roles from being dropped. */
export async function findHoldings(
  client: pg.ClientBase,
  which: Temporary,
): Promise<{ role: string; database: string }[]> {
  const { condition, values } = chosenBy(which, 'r.rolname');
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

async function namesOf(client: pg.ClientBase, all: string, which: Temporary): Promise<string[]> {
  const { condition, values } = chosenBy(which, 'name');
  const { rows } = await client.query<{ name: string }>(
    `SELECT name FROM (${all}) temporary WHERE ${condition}`,
    values,
  );
  return rows.map(({ name }) => name);
}

function chosenBy(which: Temporary, column: string): { condition: string; values: [string] } {
  return 'name' in which
    ? { condition: `${column} = $1`, values: [which.name] }
    : { condition: `starts_with(${column}, $1)`, values: [which.prefix] };
}
