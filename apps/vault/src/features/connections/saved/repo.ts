import { sql } from 'kysely';
import type { Db } from '../../../db/handle.ts';
import type { SavedConnection } from '../types.ts';
import type { ConnectionFields } from './fields.ts';

export interface ListedConnection extends ConnectionFields {
  id: number;
  createdAt: Date;
  ownerId: number | null;
  /** Datasets whose rows are read through it. */
  datasets: number;
}

/** Datasets whose rows are read through a connection. */
const DATASETS = sql`SELECT DISTINCT d.id, d.name FROM versions v JOIN datasets d ON d.id = v.dataset_id
  WHERE v.datasource_type = 'spatialdb' AND (v.source ->> 'connection_id')::bigint`;

export async function listConnections(db: Db): Promise<ListedConnection[]> {
  return db
    .selectFrom('connections as c')
    .select(['id', 'name', 'host', 'port', 'database_name as database', 'username as user', 'sslmode'])
    .select(['created_at as createdAt', 'owner_id as ownerId'])
    .select(sql<number>`(SELECT count(*)::int FROM (${DATASETS} = c.id) used)`.as('datasets'))
    .orderBy(sql`lower(name)`)
    .execute();
}

/** The datasets that read their rows through a connection, by name. */
export async function listDatasetsOf(db: Db, id: number): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`${DATASETS} = ${id} ORDER BY d.name`.execute(db);
  return rows;
}

export async function insertConnection(
  db: Db,
  fields: ConnectionFields & { sealedPassword: string },
): Promise<number> {
  const row = await db
    .insertInto('connections')
    .values({ ...toRow(fields), sealed_password: fields.sealedPassword })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/**
 * Replaces a connection, and its password if there is a new one. On another server the identifier of the old one is cleared, and
 * with another login it is no longer the connection of a database service.
 */
export async function replaceConnection(
  db: Db,
  id: number,
  {
    sealedPassword,
    isOtherServer,
    isOtherLogin,
    ...fields
  }: ConnectionFields & {
    sealedPassword: string | undefined;
    isOtherServer: boolean;
    isOtherLogin: boolean;
  },
): Promise<void> {
  await db
    .updateTable('connections')
    .set({
      ...toRow(fields),
      ...(sealedPassword === undefined ? {} : { sealed_password: sealedPassword }),
      ...(isOtherServer ? { server_identifier: null } : {}),
      ...(isOtherLogin ? { pg_service_name: null } : {}),
    })
    .where('id', '=', id)
    .execute();
}

/** Locks a connection until the end of the transaction: no dataset is registered through it in the meantime. */
export async function lockConnection(
  trx: Db,
  id: number,
): Promise<(SavedConnection & { name: string }) | null> {
  const row = await trx
    .selectFrom('connections')
    .select(['name', 'host', 'port', 'database_name as database', 'username as user', 'sslmode'])
    .select(['sealed_password as sealedPassword', 'owner_id as ownerId', 'dbadmin_database_id as databaseId'])
    .select('pg_service_name as pgServiceName')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export async function removeConnection(trx: Db, id: number): Promise<void> {
  await trx.deleteFrom('connections').where('id', '=', id).execute();
}

function toRow({ name, host, port, database, user, sslmode }: ConnectionFields) {
  return { name, host, port, database_name: database, username: user, sslmode };
}
