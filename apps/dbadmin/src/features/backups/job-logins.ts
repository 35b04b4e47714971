import { ident } from '@cairn/db';
import { unprocessable } from '@cairn/service';
import type pg from 'pg';
import type { ServerJob } from '../../server-jobs/server-job.ts';
import { dropTemporaryRole, endSessionsWhere } from '../../server-jobs/server-queries.ts';
import { MAINTENANCE } from '../servers/service.ts';
import type { ServerLogin } from '../servers/service.ts';
import { enableLogin, createTemporaryLogin, disableLogin } from './temporary-login.ts';
import type { TemporaryLogin } from './temporary-login.ts';

/** insufficient_privilege */
const FORBIDDEN = '42501';

/**
 * Creates logins for one job. Code in a backup or of a table, such as the function of a check constraint, runs with the rights of the
 * session that writes rows, and can always restore the rights with which that session signed in: RESET ROLE and RESET SESSION
 * AUTHORIZATION need no permission. So the session signs in with only the rights of the owner of the code. `isShared`: other users may
 * stay connected to the database.
 */
export function createJobLogins(
  { login: admin, session, attempt }: ServerJob,
  database: string,
  { isShared = false }: { isShared?: boolean } = {},
) {
  const created: TemporaryLogin[] = [];

  async function create(owner: string | null): Promise<TemporaryLogin> {
    const temporary = await session(MAINTENANCE, async (client) => {
      await client.query('BEGIN');
      const login = await createTemporaryLogin(
        client,
        `${attempt.temporary}_${created.length + 1}`,
        'NOINHERIT',
      );
      if (owner !== null) await client.query(`GRANT ${ident(owner)} TO ${ident(login.name)}`);
      await client.query('COMMIT');
      return login;
    }).catch((error: unknown) => {
      throw explain(error, admin.user);
    });
    created.push(temporary);
    return temporary;
  }

  return {
    /** Creates a login with the rights of `owner`, or without any rights. */
    create,

    names: (): string[] => created.map(({ name }) => name),

    /**
     * Does some work with a login that is enabled only for that time. Afterwards its sessions are ended, and unless the database is shared,
     * those of all roles but administrators: a role may change its own password and add members, so it must be disabled and not just
     * unused.
     */
    async withLogin<T>(
      { name, password }: TemporaryLogin,
      work: (as: ServerLogin) => Promise<T>,
    ): Promise<T> {
      await session(MAINTENANCE, (client) => enableLogin(client, name, database));
      const result = await work({ ...admin, user: name, password });
      await session(MAINTENANCE, async (client) => {
        await disableLogin(client, name, database);
        await endSessionsIn(client, database, isShared ? name : null);
      });
      return result;
    },

    /** Drops the logins. Their objects are reassigned to `owners`, by the name of the login. */
    async drop(owners: Map<string, string>): Promise<void> {
      await session(database, async (client) => {
        for (const { name } of created) {
          const newOwner = owners.get(name);
          if (newOwner !== undefined)
            await client.query(`REASSIGN OWNED BY ${ident(name)} TO ${ident(newOwner)}`);
          await client.query(`DROP OWNED BY ${ident(name)}`);
        }
      });
      await session(MAINTENANCE, async (client) => {
        for (const { name } of created) await dropTemporaryRole(client, name);
      });
    },
  };
}

/** Ends the sessions of one role, or of all roles but the administrator and superusers. */
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
