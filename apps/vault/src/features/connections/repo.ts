import { sql } from 'kysely';
import type { TableName } from '@cairn/geo';
import type { Db } from '../../db/handle.ts';
import type { Load, LoadResult, LoadTarget, SavedConnection } from './types.ts';

export async function findConnection(db: Db, id: number): Promise<SavedConnection | null> {
  const row = await db
    .selectFrom('connections')
    .select(['host', 'port', 'database_name as database', 'username as user', 'sslmode'])
    .select(['sealed_password as sealedPassword', 'owner_id as ownerId', 'dbadmin_database_id as databaseId'])
    .select('pg_service_name as pgServiceName')
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** The database of a connection; its server as it was seen last, null before the first time. */
export async function findTarget(db: Db, id: number): Promise<LoadTarget | null> {
  const row = await db
    .selectFrom('connections')
    .select(['database_name as database', 'server_identifier as serverIdentifier'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** Keeps a connection from being deleted until the end of the transaction. Returns whether it exists. */
export async function holdConnection(trx: Db, id: number): Promise<boolean> {
  const row = await trx
    .selectFrom('connections')
    .select('id')
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst();
  return row !== undefined;
}

export async function saveServerIdentifier(db: Db, id: number, identifier: string | null): Promise<void> {
  await db
    .updateTable('connections')
    .set({ server_identifier: identifier })
    .where('id', '=', id)
    .where('server_identifier', 'is distinct from', identifier)
    .execute();
}

export interface RegisteredTable extends TableName {
  datasetId: number;
  dataset: string;
}

/** All datasets whose rows are in tables of a database, as `findRegistered` finds them. */
export async function listRegistered(db: Db, target: LoadTarget): Promise<RegisteredTable[]> {
  return registeredTables(db, target)
    .innerJoin('datasets as d', 'd.id', 'v.dataset_id')
    .select(['d.id as datasetId', 'd.name as dataset'])
    .select([sql<string>`v.source ->> 'schema'`.as('schema'), sql<string>`v.source ->> 'table'`.as('table')])
    .execute();
}

function registeredTables(db: Db, { database, serverIdentifier }: LoadTarget) {
  return db
    .selectFrom('versions as v')
    .innerJoin('connections as c', (join) =>
      join.on('c.id', '=', sql<number>`(v.source ->> 'connection_id')::bigint`),
    )
    .distinct()
    .where('v.datasource_type', '=', 'spatialdb')
    .where('c.database_name', '=', database)
    .where(sql<boolean>`coalesce(c.server_identifier = ${serverIdentifier}, true)`);
}

/**
 * Ids of the datasets whose rows are in a table of a database, through any connection and any spelling of its host. A server
 * without a known identifier counts as the same one.
 */
export async function findRegistered(
  db: Db,
  target: LoadTarget,
  { schema, table }: TableName,
): Promise<number[]> {
  const rows = await registeredTables(db, target)
    .select('v.dataset_id')
    .where(sql`v.source ->> 'schema'`, '=', schema)
    .where(sql`v.source ->> 'table'`, '=', table)
    .execute();
  return rows.map((row) => row.dataset_id);
}

/**
 * Until the transaction ends, no other transaction registers a table with this name, so the result of `findRegistered` stays valid.
 * The server is not part of the lock, since its identifier may be unknown.
 */
export async function lockTableName(
  trx: Db,
  { database }: LoadTarget,
  { schema, table }: TableName,
): Promise<void> {
  const name = `vault.register ${JSON.stringify([database, schema, table])}`;
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx);
}

export async function insertLoad(
  db: Db,
  load: { versionId: number; sealedRequest: string },
): Promise<number> {
  const row = await db
    .insertInto('postgis_loads')
    .values({ version_id: load.versionId, sealed_request: load.sealedRequest })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function findLoad(db: Db, id: number): Promise<Load | null> {
  const row = await db.selectFrom('postgis_loads').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return null;
  return {
    versionId: row.version_id,
    sealedRequest: row.sealed_request,
    committing:
      row.transaction_id === null ? null : { transactionId: row.transaction_id, tables: row.tables ?? [] },
    result: row.result,
  };
}

export async function saveCommit(
  db: Db,
  id: number,
  { transactionId, tables }: NonNullable<Load['committing']>,
): Promise<void> {
  await db
    .updateTable('postgis_loads')
    .set({ transaction_id: transactionId, tables: JSON.stringify(tables) })
    .where('id', '=', id)
    .execute();
}

/** Saves the result of a load and deletes its request with the password. */
export async function saveResult(db: Db, id: number, result: LoadResult): Promise<void> {
  await db
    .updateTable('postgis_loads')
    .set({ sealed_request: '', result: JSON.stringify(result) })
    .where('id', '=', id)
    .execute();
}

/** Deletes the requests, with their passwords, of loads whose job was cancelled before it began or whose workers died. */
export async function deleteEndedLoadRequests(db: Db): Promise<number> {
  const deleted = await sql`UPDATE postgis_loads l SET sealed_request = ''
    WHERE sealed_request <> '' AND NOT EXISTS (
      SELECT FROM jobs j WHERE j.status IN ('queued', 'running') AND l.id IN (
        CASE j.kind WHEN 'postgis.load' THEN (j.payload ->> 'load_id')::bigint END,
        (j.committed ->> 'postgis')::bigint))`.execute(db);
  return Number(deleted.numAffectedRows ?? 0);
}

/** What was known of the server, unless a connection now leads to another one. */
const SAME_SERVER = sql<
  string | null
>`CASE WHEN connections.host = excluded.host AND connections.port = excluded.port
  THEN connections.server_identifier END`;

interface AdoptedConnection {
  name: string;
  address: Omit<SavedConnection, 'ownerId' | 'databaseId' | 'pgServiceName'>;
  ownerId: number;
  dbadminDatabaseId: number;
}

/**
 * Saves a connection to a database of dbadmin, one for each user and database. A second one replaces the address and the password
 * of the first. Fails with a unique violation of `connections_name_key` when another connection has the name.
 */
export async function saveAdoptedConnection(
  db: Db,
  { name, address, ownerId, dbadminDatabaseId }: AdoptedConnection,
): Promise<{ id: number; name: string; existing: boolean }> {
  const row = {
    host: address.host,
    port: address.port,
    database_name: address.database,
    username: address.user,
    sealed_password: address.sealedPassword,
    sslmode: address.sslmode,
    owner_id: ownerId,
    dbadmin_database_id: dbadminDatabaseId,
  };
  return db
    .insertInto('connections')
    .values({ name, ...row })
    .onConflict((clash) =>
      clash.constraint('connections_adopted_once').doUpdateSet({ ...row, server_identifier: SAME_SERVER }),
    )
    .returning(['id', 'name', sql<boolean>`xmax <> 0`.as('existing')])
    .executeTakeFirstOrThrow();
}

/** The connection of a database service; null while it is not open. */
export async function findServiceConnection(db: Db, service: string): Promise<number | null> {
  const row = await db
    .selectFrom('connections')
    .select('id')
    .where('pg_service_name', '=', service)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Saves the connection of a database service, or brings it up to date with the service; its name stays. */
export async function saveServiceConnection(
  trx: Db,
  { name, service, ...address }: AdoptedConnection['address'] & { name: string; service: string },
): Promise<{ id: number; existing: boolean }> {
  const row = {
    host: address.host,
    port: address.port,
    database_name: address.database,
    username: address.user,
    sealed_password: address.sealedPassword,
    sslmode: address.sslmode,
  };
  return trx
    .insertInto('connections')
    .values({ name, pg_service_name: service, ...row })
    .onConflict((clash) =>
      clash.constraint('connections_pg_service_key').doUpdateSet({ ...row, server_identifier: SAME_SERVER }),
    )
    .returning(['id', sql<boolean>`xmax <> 0`.as('existing')])
    .executeTakeFirstOrThrow();
}
