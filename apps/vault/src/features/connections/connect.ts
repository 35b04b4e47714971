import type pg from 'pg';
import { findPlatformProblem } from '@cairn/auth';
import type { PlatformDatabases } from '@cairn/auth';
import { explainConnectionError, isPowerfulLogin, openSession } from '@cairn/db';
import type { ServerAddress } from '@cairn/db';
import { conflict, resolveOutboundAddress } from '@cairn/service';
import type { AppError, SecretBox } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { SourceError } from '../content/errors.ts';
import { findConnection, saveServerIdentifier } from './repo.ts';
import { readServerIdentifier } from './server-queries.ts';

export const APPLICATION_NAME = 'cairn vault';

interface ConnectOptions {
  /** A host that a user named must be public or in one of these; one that an administrator saved may be `any`. */
  allowedNetworks: string[] | 'any';
  signal: AbortSignal;
}

/**
 * Connects to a database for the duration of `work`; `signal` ends the connection at once.
 * @throws {AppError} conflict when there is no connection; its message repeats neither the password nor the server's answer.
 */
export async function withDatabase<T>(
  address: ServerAddress,
  { allowedNetworks, signal }: ConnectOptions,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const { host } = address;
  const at = allowedNetworks === 'any' ? host : await resolveOutboundAddress(host, { allowedNetworks });
  const { client, close } = await openSession(address, {
    at,
    signal,
    applicationName: APPLICATION_NAME,
  }).catch((error: unknown) => {
    throw toConnectionError(error, address);
  });
  try {
    return await work(client);
  } finally {
    await close();
  }
}

/** A failed connection as an error for the user. */
export function toConnectionError(error: unknown, address: ServerAddress): AppError {
  const { kind, sentence } = explainConnectionError(error, address);
  return conflict(`vault.database_${kind}`, sentence);
}

/** Purpose of a sealed password: one role of one server, so that a row with another address cannot open it. */
export function connectionPurpose({
  host,
  port,
  user,
}: Pick<ServerAddress, 'host' | 'port' | 'user'>): string {
  return `vault.connections ${JSON.stringify([host, port, user])}`;
}

/** A saved connection with its password. @throws {SourceError} unavailable when it no longer exists. */
export async function savedAddress(
  { db, secretBox }: { db: Db; secretBox: SecretBox },
  id: number,
): Promise<ServerAddress> {
  const saved = await findConnection(db, id);
  if (!saved) {
    throw new SourceError({
      kind: 'unavailable',
      code: 'vault.no_such_connection',
      message: `The saved connection ${id} of this dataset no longer exists.`,
    });
  }
  const {
    sealedPassword,
    ownerId: _owner,
    databaseId: _database,
    pgServiceName: _service,
    ...address
  } = saved;
  return { ...address, password: secretBox.open(sealedPassword, connectionPurpose(address)) };
}

/**
 * Call it before anything else is done in a session. Triggers, views, checks and policies of a table run with the rights of the
 * login, so a superuser, or a role that can become one, would give the authors of that code the server. The platform's own
 * databases have the passwords and sessions of all users.
 * @throws {SourceError} unavailable for such a login, and in such a database or one that may be.
 */
export async function requireHarmlessLogin(
  { platform }: { platform: PlatformDatabases },
  client: pg.ClientBase,
  { user }: Pick<ServerAddress, 'user'>,
): Promise<void> {
  if (await isPowerfulLogin(client)) throw loginTooPowerful(user);
  await refusePlatform(platform, client);
}

/** @throws {SourceError} unavailable when the session is in a database of the platform, or in one that may be. */
export async function refusePlatform(platform: PlatformDatabases, client: pg.ClientBase): Promise<void> {
  const problem = findPlatformProblem(await platform.ownerOf(client));
  if (!problem) return;
  const { name, sentence: message, cause } = problem;
  throw new SourceError({ kind: 'unavailable', code: `vault.${name}`, message, cause });
}

/**
 * Checks a session of a saved connection before it is used, and saves the identifier of its server.
 * @throws {SourceError} as `requireHarmlessLogin`.
 */
export async function checkSavedLogin(
  { db, platform }: { db: Db; platform: PlatformDatabases },
  client: pg.ClientBase,
  { id, address }: { id: number; address: ServerAddress },
): Promise<void> {
  await requireHarmlessLogin({ platform }, client, address);
  await saveServerIdentifier(db, id, await readServerIdentifier(client));
}

function loginTooPowerful(user: string): SourceError {
  return new SourceError({
    kind: 'unavailable',
    code: 'vault.login_too_powerful',
    message: `The connection signs in as "${user}", which is a superuser, can become one, can access files and programs of the database server, or can create roles there before PostgreSQL 16. Triggers and functions of its tables would run with those rights. Have an administrator create a login without them that can read and edit the tables, and use that login for the connection.`,
  });
}
