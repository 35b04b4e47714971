import { isPowerfulLogin } from '@cairn/db';
import type { ServerAddress } from '@cairn/db';
import type pg from 'pg';
import type { Db } from '../../db/handle.ts';
import { SourceError } from '../content/errors.ts';
import { saveServerIdentifier } from './repo.ts';
import { readServerIdentifier } from './server-queries.ts';

/**
 * Call it before anything else is done in a session. Triggers, views, checks and policies of a table run with the rights of the
 * login, so a superuser, or a role that can become one, would give the authors of that code the server.
 * @throws {SourceError} unavailable for such a login.
 */
export async function requireHarmlessLogin(
  client: pg.ClientBase,
  { user }: Pick<ServerAddress, 'user'>,
): Promise<void> {
  if (await isPowerfulLogin(client)) throw loginTooPowerful(user);
}

/**
 * Checks a session of a saved connection before it is used, and saves the identifier of its server.
 * @throws {SourceError} unavailable for a powerful login.
 */
export async function checkSavedLogin(
  db: Db,
  client: pg.ClientBase,
  { id, address }: { id: number; address: ServerAddress },
): Promise<void> {
  await requireHarmlessLogin(client, address);
  await saveServerIdentifier(db, id, await readServerIdentifier(client));
}

function loginTooPowerful(user: string): SourceError {
  return new SourceError({
    kind: 'unavailable',
    code: 'vault.login_too_powerful',
    message: `The connection signs in as "${user}", which is a superuser, can become one, can access files and programs of the database server, or can create roles there before PostgreSQL 16. Triggers and functions of its tables would run with those rights. Have an administrator create a login without them that can read and edit the tables, and use that login for the connection.`,
  });
}
