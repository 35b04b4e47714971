import type { PlatformDatabases } from '@cairn/auth';
import type { VaultSchemas } from '@cairn/contracts';
import { isUniqueViolation, toAppError, withLock } from '@cairn/db';
import { conflict, createFairSemaphore } from '@cairn/service';
import type { Actor, Call, SecretBox } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { withDatabase, connectionPurpose, refusePlatform } from './connect.ts';
import type { DbadminClient } from './dbadmin-client.ts';
import { CONSTRAINTS } from './errors.ts';
import { saveAdoptedConnection } from './repo.ts';

export interface AdoptDeps {
  db: Db;
  secretBox: SecretBox;
  platform: PlatformDatabases;
  dbadmin: DbadminClient;
}

interface Adoption {
  /** Id of its server in database administration; checked when given. */
  connectionId?: number;
  databaseId: number;
  /** Name of the connection; generated when it is empty. */
  name: string;
  call: Pick<Call, 'requestId' | 'signal'>;
}

/** Each adoption holds a connection of the pool while dbadmin works; a slow database server must not take all of them. */
const semaphore = createFairSemaphore({
  limit: 3,
  perPerson: 2,
  busy: {
    code: 'vault.adoptions_busy',
    message: 'Too many databases are being connected right now. Try again in a minute.',
  },
});

/**
 * Saves a connection to a database of the service dbadmin for a user, with a login that dbadmin creates for that user. Each call
 * gives the login a new password and the privileges on tables that were added since. Only one call at a time for a user and a
 * database, so that the password saved last is the one that dbadmin set last.
 * @throws {AppError} forbidden for a user who may not edit there, conflict when the vault cannot sign in or another call runs.
 */
export function adoptDatabase(
  deps: AdoptDeps,
  actor: Actor,
  adoption: Adoption,
): Promise<VaultSchemas['AdoptedConnection']> {
  const lock = {
    name: `vault.adopt ${adoption.databaseId} ${actor.id}`,
    busy: () =>
      conflict(
        'vault.adoption_running',
        'You are already connecting to this database in another window. Try again in a few seconds.',
      ),
  };
  return semaphore.run(() =>
    withLock(deps.db, lock, (db) => createConnection({ ...deps, db }, actor, adoption)),
  );
}

async function createConnection(
  { db, secretBox, platform, dbadmin }: AdoptDeps,
  actor: Actor,
  { call, ...adoption }: Adoption,
): Promise<VaultSchemas['AdoptedConnection']> {
  const ownerId = actor.id as number;
  const login = await dbadmin.login(call, { ...adoption, userId: ownerId });
  const { host, port, database, username: user, password, sslmode } = login;
  // A database administrator has chosen this address.
  const options = { allowedNetworks: 'any' as const, signal: call.signal };
  await withDatabase({ host, port, database, user, password, sslmode }, options, (client) =>
    refusePlatform(platform, client),
  );
  const chosen = adoption.name.trim();
  const generated = `${database} on ${login.connection_name ?? host} (${actor.username})`;
  const sealedPassword = secretBox.seal(password, connectionPurpose({ host, port, user }));
  const save = (name: string) =>
    saveAdoptedConnection(db, {
      name,
      address: { host, port, database, user, sealedPassword, sslmode },
      ownerId,
      dbadminDatabaseId: adoption.databaseId,
    });
  const saved = await save(chosen || generated).catch((error: unknown) => {
    // An earlier database of this name may have left its connection.
    if (chosen === '' && isUniqueViolation(error)) return save(`${generated} ${adoption.databaseId}`);
    throw toAppError(error, CONSTRAINTS);
  });
  return { connection_id: saved.id, name: saved.name, existing: saved.existing };
}
