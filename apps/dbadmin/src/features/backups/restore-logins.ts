import { ident } from '@cairn/db';
import { unprocessable } from '@cairn/service';
import type pg from 'pg';
import type { ServerJob } from '../../server-jobs/server-job.ts';
import { dropTemporaryRole, endSessionsWhere } from '../../server-jobs/server-queries.ts';
import { MAINTENANCE } from '../servers/service.ts';
import type { ServerLogin } from '../servers/service.ts';
import { admit, createTemporaryLogin, dismiss } from './temporary-login.ts';
import type { TemporaryLogin } from './temporary-login.ts';

/** insufficient_privilege */
const FORBIDDEN = '42501';

/**
 * Logins that are valid for one job. Code in a backup or of a table, such as the function of a check constraint, runs with the
 * rights of the session that writes rows, and a session can always take back the rights with which it signed in: RESET ROLE and
 * RESET SESSION AUTHORIZATION need no permission. So that session signs in with no more than the rights of the owner of that code.
 * `isShared` says that other people may be connected to the database, and stay so.
 */
export function createRestoreLogins(
  { login, session, attempt }: ServerJob,
  database: string,
  { isShared = false }: { isShared?: boolean } = {},
) {
  const made: TemporaryLogin[] = [];

  async function make(owner: string | null): Promise<TemporaryLogin> {
    const one = await session(MAINTENANCE, async (client) => {
      await client.query('BEGIN');
      const created = await createTemporaryLogin(
        client,
        `${attempt.temporary}_${made.length + 1}`,
        'NOINHERIT',
      );
      if (owner !== null) await client.query(`GRANT ${ident(owner)} TO ${ident(created.name)}`);
      await client.query('COMMIT');
      return created;
    }).catch((error: unknown) => {
      throw explain(error, login.user);
    });
    made.push(one);
    return one;
  }

  return {
    /** A login with the rights of `owner`; null: without any rights. */
    make,

    names: (): string[] => made.map(({ name }) => name),

    /**
     * Does some work with a login that is valid for that alone. Afterwards its sessions are ended, and where the database is not
     * shared those of all roles but administrators: a role may change its own password and make others its members, so that
     * what it was given is taken back and not only unused.
     */
    async signedIn<T>({ name, password }: TemporaryLogin, work: (as: ServerLogin) => Promise<T>): Promise<T> {
      await session(MAINTENANCE, (client) => admit(client, name, database));
      const result = await work({ ...login, user: name, password });
      await session(MAINTENANCE, async (client) => {
        await dismiss(client, name, database);
        await endSessionsIn(client, database, isShared ? name : null);
      });
      return result;
    },

    /** What they made under their own names goes to the owner whose rights they had. */
    async drop(owners: Map<string, string>): Promise<void> {
      await session(database, async (client) => {
        for (const { name } of made) {
          const heir = owners.get(name);
          if (heir !== undefined) await client.query(`REASSIGN OWNED BY ${ident(name)} TO ${ident(heir)}`);
          await client.query(`DROP OWNED BY ${ident(name)}`);
        }
      });
      await session(MAINTENANCE, async (client) => {
        for (const { name } of made) await dropTemporaryRole(client, name);
      });
    },
  };
}

/** Of one role, or of all roles but the administrator and superusers. */
function endSessionsIn(client: pg.ClientBase, database: string, role: string | null): Promise<void> {
  return endSessionsWhere(client, {
    condition: `datname = $1 AND usename <> current_user AND ($2::text IS NULL OR usename = $2)
      AND usesysid NOT IN (SELECT oid FROM pg_roles WHERE rolsuper)`,
    values: [database, role],
    // The next step is safe only without them.
    rounds: Infinity,
  });
}

function explain(error: unknown, user: string): unknown {
  if ((error as { code?: string }).code !== FORBIDDEN) return error;
  return unprocessable(
    'dbadmin.no_restore_login',
    `"${user}" may not create roles with the rights of the owners of these tables, and it would be unsafe to write their rows as "${user}". Use a superuser for this connection, then try again.`,
  );
}
