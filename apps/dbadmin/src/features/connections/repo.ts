import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Db } from '../../db/handle.ts';
import type { DbadminDatabase } from '../../db/schema.ts';
import type { Connection, ConnectionFields } from './types.ts';

export async function findConnections(db: Db): Promise<Connection[]> {
  const rows = await selection(db).orderBy('name').execute();
  return rows.map(toConnection);
}

export async function findConnection(db: Db, id: number): Promise<Connection | null> {
  const row = await selection(db).where('id', '=', id).executeTakeFirst();
  return row ? toConnection(row) : null;
}

/** With the password as it is sealed; for signing in alone. */
export async function findSealedConnection(
  db: Db,
  id: number,
): Promise<{ connection: Connection; sealedPassword: string } | null> {
  const row = await selection(db).select('sealed_password').where('id', '=', id).executeTakeFirst();
  return row ? { connection: toConnection(row), sealedPassword: row.sealed_password } : null;
}

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

/** Replaces a connection; its password too when there is a new one, its file of rules when it is another server. */
export async function replaceConnection(
  db: Db,
  id: number,
  change: ConnectionFields & { sealedPassword?: string; isOtherServer: boolean },
): Promise<void> {
  // What was changed on one server cannot be taken back on another.
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

/** Does nothing when the row has another password than `from`, which a user has entered in the meantime. */
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

/** Also saves the identifier of the server that the file belongs to. */
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

/** Until the end of the transaction no job is enqueued on the connection. */
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

/** Kinds of the jobs under way that work on a connection. */
export async function kindsUnderWay(db: Db, connectionId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('jobs')
    .select('kind')
    .where('status', 'in', ['queued', 'running'])
    .where(sql<string>`payload ->> 'connection_id'`, '=', String(connectionId))
    .execute();
  return rows.map(({ kind }) => kind);
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
      'admin_username',
      'hba_file_path',
      'server_identifier',
      'created_at',
      'updated_at',
    ])
    .select((eb) =>
      eb
        .selectFrom('databases')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .whereRef('databases.connection_id', '=', 'connections.id')
        .as('database_count'),
    );
}

type Row = Omit<Selectable<DbadminDatabase['connections']>, 'sealed_password' | 'managed_server'> & {
  database_count: number | null;
};

function toConnection(row: Row): Connection {
  return {
    id: row.id,
    name: row.name,
    host: row.host,
    port: row.port,
    sslmode: row.sslmode,
    adminUsername: row.admin_username,
    hbaFilePath: row.hba_file_path,
    serverIdentifier: row.server_identifier,
    databaseCount: row.database_count ?? 0,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function toRow({ name, host, port, sslmode, adminUsername }: ConnectionFields) {
  return { name, host, port, sslmode, admin_username: adminUsername };
}
