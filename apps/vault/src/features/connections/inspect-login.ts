import { isPowerfulLogin } from '@cairn/db';
import type { ServerAddress } from '@cairn/db';
import type pg from 'pg';
import type { Db } from '../../db/handle.ts';
import { SourceError } from '../content/errors.ts';
import { saveServerIdentifier } from './repo.ts';

const NO_PRIVILEGE = '42501';

/**
 * Refuses the login of a session that is powerful, before anything else is done there. Triggers, views, checks and policies of a
 * table run with the rights of the login, so a superuser, or a role that can become one, would give their authors the server.
 * @throws {SourceError} unavailable for such a login.
 */
export async function refusePowerfulLogin(
  client: pg.ClientBase,
  { user }: Pick<ServerAddress, 'user'>,
): Promise<void> {
  if (await isPowerfulLogin(client)) throw powerful(user);
}

/**
 * Looks at a session of a saved connection before it is used, and notes which server it is on.
 * @throws {SourceError} unavailable for a powerful login.
 */
export async function inspectLogin(
  db: Db,
  client: pg.ClientBase,
  { id, address }: { id: number; address: ServerAddress },
): Promise<void> {
  await refusePowerfulLogin(client, address);
  await saveServerIdentifier(db, id, await readServerIdentifier(client));
}

/** The server's system_identifier; null where the login may not read it. */
export async function readServerIdentifier(client: pg.ClientBase): Promise<string | null> {
  const { rows } = await client
    .query<{ id: string }>('SELECT system_identifier::text AS id FROM pg_catalog.pg_control_system()')
    .catch((error: { code?: string }) => {
      if (error.code !== NO_PRIVILEGE) throw error;
      return { rows: [] };
    });
  return rows[0]?.id ?? null;
}

function powerful(user: string): SourceError {
  return new SourceError({
    kind: 'unavailable',
    code: 'vault.login_too_powerful',
    message: `The connection signs in as "${user}", which is a superuser, can become one, may reach files and programs of the database server, or may create roles there before PostgreSQL 16. Triggers and functions of its tables would run with those rights. Have an administrator create a login without them that may read and edit the tables, and use that login for the connection.`,
  });
}
