import { ident } from '@cairn/db';
import { unprocessable } from '@cairn/service';
import type pg from 'pg';
import type { ServerJob } from '../../server-jobs/server-job.ts';
import { dropTemporaryRole } from '../../server-jobs/server-queries.ts';
import { MAINTENANCE } from '../servers/service.ts';
import type { ServerLogin } from '../servers/service.ts';
import { enableLogin, createTemporaryLogin, disableLogin } from './temporary-login.ts';

/** insufficient_privilege */
const FORBIDDEN = '42501';
/** undefined_object: the server is older than PostgreSQL 14. */
const UNKNOWN_ROLE = '42704';

export type DumpSource = Pick<ServerJob, 'login' | 'session'>;

export interface DumpLogin {
  login: ServerLogin;
  /** Whether it may read everything, whatever its owner. */
  readsEverything: boolean;
  drop(): Promise<void>;
}

/**
 * Creates the login for one dump, which may read the whole database and nothing else. pg_dump finds sequences and the tables of
 * extensions by name, and planning a query evaluates the index predicates of the owner of a table: such code must not run as the
 * administrator (docs/adr/0008).
 */
export async function createDumpLogin(
  { login, session }: DumpSource,
  { role, database }: { role: string; database: string },
): Promise<DumpLogin> {
  const administrator = await session(MAINTENANCE, readAdministrator);
  if (!administrator.superuser && !administrator.createsRoles) {
    if (administrator.isPowerful) throw noDumpLogin(login.user);
    // It has no privileges on the server that code in the database could abuse.
    return { login, readsEverything: false, drop: () => Promise.resolve() };
  }
  const { password } = await session(MAINTENANCE, async (client) => {
    await client.query('BEGIN');
    const created = await createTemporaryLogin(client, role, 'INHERIT');
    await client.query(`GRANT pg_read_all_data TO ${ident(role)}`);
    if (administrator.superuser) {
      await client.query(`ALTER ROLE ${ident(role)} BYPASSRLS`);
      // pg_read_all_data does not cover large objects.
      await client.query(`ALTER ROLE ${ident(role)} SET lo_compat_privileges = on`);
    } else {
      // Lets it end the sessions of this login.
      await client.query(`GRANT ${ident(role)} TO ${ident(login.user)}`);
    }
    await enableLogin(client, role, database);
    await client.query('COMMIT');
    return created;
  }).catch((error: { code?: string }) => {
    if (error.code === FORBIDDEN) throw noDumpLogin(login.user);
    if (error.code === UNKNOWN_ROLE) throw serverTooOld();
    throw error;
  });
  return {
    login: { ...login, user: role, password },
    readsEverything: administrator.superuser,
    drop: () =>
      session(MAINTENANCE, async (client) => {
        await disableLogin(client, role, database);
        await dropTemporaryRole(client, role);
      }),
  };
}

interface Administrator {
  superuser: boolean;
  createsRoles: boolean;
  /** Whether it can become a superuser, or act on the server's files. */
  isPowerful: boolean;
}

async function readAdministrator(client: pg.ClientBase): Promise<Administrator> {
  const { rows } = await client.query<Administrator>(
    `SELECT r.rolsuper AS superuser, r.rolcreaterole AS "createsRoles", EXISTS (
        SELECT FROM pg_roles p WHERE pg_has_role(r.oid, p.oid, 'MEMBER') AND (p.rolsuper OR p.rolname IN
          ('pg_execute_server_program', 'pg_read_server_files', 'pg_write_server_files'))) AS "isPowerful"
       FROM pg_roles r WHERE r.rolname = current_user`,
  );
  return rows[0] as Administrator;
}

/** What the login cannot read: pg_dump silently leaves it out. */
export async function findUnreadable(
  client: pg.ClientBase,
  { login, readsEverything }: DumpLogin,
): Promise<string[]> {
  const mappings = readsEverything
    ? 'SELECT m.umuser, m.umserver FROM pg_user_mapping m WHERE m.umoptions IS NOT NULL AND $1 <> current_user'
    : 'SELECT m.umuser, m.srvid AS umserver FROM pg_user_mappings m WHERE m.umoptions IS NULL OR $1 <> current_user';
  // Connection strings are readable for superusers and for logins that may read everything.
  const subscriptions = readsEverything ? 'false' : 'true';
  const { rows } = await client.query<{ what: string }>(
    `SELECT format('options of the user mapping for %s on server %s', coalesce(r.rolname, 'PUBLIC'), s.srvname) AS what
       FROM (${mappings}) m JOIN pg_foreign_server s ON s.oid = m.umserver LEFT JOIN pg_roles r ON r.oid = m.umuser
     UNION ALL SELECT format('subscription %s', s.subname) FROM pg_subscription s JOIN pg_database d ON d.oid = s.subdbid
      WHERE d.datname = current_database() AND ${subscriptions}
     ORDER BY 1`,
    [login.user],
  );
  return rows.map(({ what }) => what);
}

function noDumpLogin(user: string) {
  return unprocessable(
    'dbadmin.no_dump_login',
    `"${user}" cannot create a login that can read the whole database, and dumping it as "${user}" would be unsafe. Use a superuser for this connection, then try again.`,
  );
}

function serverTooOld() {
  return unprocessable(
    'dbadmin.server_too_old',
    'Dumping a database needs the role pg_read_all_data, which servers older than PostgreSQL 14 lack. Upgrade the server.',
  );
}
