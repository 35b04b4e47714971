import { sql } from 'kysely';
import type { Db } from '../../db/handle.ts';
import type { Connection, ConnectionFields } from './types.ts';

export async function findConnections(db: Db): Promise<Connection[]> {
  return (await selection(db).orderBy('name').execute()) as Connection[];
}

export async function findConnection(db: Db, id: number): Promise<Connection | null> {
  const connection = await selection(db).where('id', '=', id).executeTakeFirst();
  return (connection as Connection | undefined) ?? null;
}

/** With the encrypted password; only for signing in. */
export async function findSealedConnection(db: Db, id: number): Promise<SealedConnection | null> {
  const query = selection(db).select('sealed_password as sealedPassword').where('id', '=', id);
  return ((await query.executeTakeFirst()) as SealedConnection | undefined) ?? null;
}

type SealedConnection = Connection & { sealedPassword: string };

export async function insertConnection(
  db: Db,
  fields: ConnectionFields & { sealedPassword: string },
): Promise<number> {
  const { id } = await db
    .insertInto('connections')
    .values({ ...toRow(fields), sealed_password: fields.sealedPassword, hba_file_path: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Replaces a connection; with a new password if one is given. On another server, what was known of the old one is cleared. */
export async function replaceConnection(
  db: Db,
  id: number,
  change: ConnectionFields & { sealedPassword?: string; isOtherServer: boolean },
): Promise<void> {
  // Changes of settings on one server cannot be undone on another.
  if (change.isOtherServer) await db.deleteFrom('setting_changes').where('connection_id', '=', id).execute();
  await db
    .updateTable('connections')
    .set({
      ...toRow(change),
      ...(change.sealedPassword === undefined ? {} : { sealed_password: change.sealedPassword }),
      ...(change.isOtherServer ? { hba_file_path: null, managed_server: null, server_identifier: null } : {}),
      updated_at: sql<never>`now()`,
    })
    .where('id', '=', id)
    .execute();
}

/** Does nothing when a user has changed the password in the meantime. */
export async function replaceSealedPassword(
  db: Db,
  id: number,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await db
    .updateTable('connections')
    .set({ sealed_password: to })
    .where('id', '=', id)
    .where('sealed_password', '=', from)
    .execute();
}

/** Saves the path of pg_hba.conf and the identifier of its server; null clears both. */
export async function saveHbaPath(
  db: Db,
  id: number,
  file: { path: string; server: string } | null,
): Promise<void> {
  await db
    .updateTable('connections')
    .set({
      hba_file_path: file?.path ?? null,
      managed_server: file?.server ?? null,
      updated_at: sql<never>`now()`,
    })
    .where('id', '=', id)
    .execute();
}

export async function deleteConnectionRow(db: Db, id: number): Promise<void> {
  await db.deleteFrom('connections').where('id', '=', id).execute();
}

/** Keeps jobs from being enqueued on the connection until the end of the transaction. */
export async function lockConnection(trx: Db, id: number): Promise<void> {
  await trx.selectFrom('connections').select('id').where('id', '=', id).forUpdate().execute();
  await trx
    .selectFrom('databases')
    .select('id')
    .where('connection_id', '=', id)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Kinds of the active jobs on a connection. */
export async function findActiveJobKinds(db: Db, connectionId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('jobs')
    .select('kind')
    .where('status', 'in', ['queued', 'running'])
    .where(sql<string>`payload ->> 'connection_id'`, '=', String(connectionId))
    .execute();
  return rows.map(({ kind }) => kind);
}

/** The server of a connection by host and port. */
export function findHostAndPort(db: Db, id: number): Promise<{ host: string; port: number } | undefined> {
  return hostAndPort(db, id).executeTakeFirst();
}

/** As `findHostAndPort`; neither changes until the end of the transaction. */
export function lockHostAndPort(trx: Db, id: number): Promise<{ host: string; port: number } | undefined> {
  return hostAndPort(trx, id).forKeyShare().executeTakeFirst();
}

/** Does nothing when the port is no longer `from`. */
export async function changePort(
  trx: Db,
  id: number,
  { from, to, sealedPassword }: { from: number; to: number; sealedPassword: string },
): Promise<void> {
  await trx
    .updateTable('connections')
    .set({ port: to, sealed_password: sealedPassword })
    .where('id', '=', id)
    .where('port', '=', from)
    .execute();
}

/** The system_identifier that the server of a connection returned last. */
export async function findServerIdentifier(db: Db, id: number): Promise<string | null> {
  const row = await db
    .selectFrom('connections')
    .select('server_identifier')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.server_identifier ?? null;
}

export async function findServerIdentifiers(
  db: Db,
): Promise<{ connectionId: number; identifier: string | null }[]> {
  const rows = await db.selectFrom('connections').select(['id', 'server_identifier']).execute();
  return rows.map((row) => ({ connectionId: row.id, identifier: row.server_identifier }));
}

export async function saveServerIdentifier(db: Db, id: number, identifier: string): Promise<void> {
  await db
    .updateTable('connections')
    .set({ server_identifier: identifier })
    .where('id', '=', id)
    .where((eb) => eb('server_identifier', 'is distinct from', identifier))
    .execute();
}

function hostAndPort(db: Db, id: number) {
  return db.selectFrom('connections').select(['host', 'port']).where('id', '=', id);
}

function selection(db: Db) {
  return db
    .selectFrom('connections')
    .select([
      'id',
      'name',
      'host',
      'port',
      'sslmode',
      'admin_username as adminUsername',
      'hba_file_path as hbaFilePath',
      'server_identifier as serverIdentifier',
      'created_at as createdAt',
      'updated_at as updatedAt',
    ])
    .select((eb) =>
      eb
        .selectFrom('databases')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .whereRef('databases.connection_id', '=', 'connections.id')
        .as('databaseCount'),
    );
}

function toRow({ name, host, port, sslmode, adminUsername }: ConnectionFields) {
  return { name, host, port, sslmode, admin_username: adminUsername };
}
