import type { VaultSchemas } from '@cairn/contracts';
import { sql } from 'kysely';
import type { LoadedTable, TableName } from '@cairn/geo';
import type { Db } from '../../db/handle.ts';
import type { SslMode } from '@cairn/db';

export interface SavedConnection {
  host: string;
  port: number;
  database: string;
  user: string;
  sealedPassword: string;
  sslmode: SslMode;
  /** The only user who may load or register through it; null for a connection that an administrator saved. */
  ownerId: number | null;
}

export async function findConnection(db: Db, id: number): Promise<SavedConnection | null> {
  const row = await db.selectFrom('connections').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return null;
  return {
    host: row.host,
    port: row.port,
    database: row.database_name,
    user: row.username,
    sealedPassword: row.sealed_password,
    sslmode: row.sslmode,
    ownerId: row.owner_id,
  };
}

export async function saveServerIdentifier(db: Db, id: number, identifier: string | null): Promise<void> {
  await db
    .updateTable('connections')
    .set({ server_identifier: identifier })
    .where('id', '=', id)
    .where('server_identifier', 'is distinct from', identifier)
    .execute();
}

/** Where a load writes to, as the server says. */
export interface LoadTarget {
  database: string;
  /** null when the login may not read it. */
  serverIdentifier: string | null;
}

/**
 * Names of the datasets whose rows are in a table of a database, whichever connection they use and however its host is written.
 * A server whose identifier is not known counts as the same one.
 */
export async function findRegistered(
  db: Db,
  { database, serverIdentifier }: LoadTarget,
  { schema, table }: TableName,
): Promise<number[]> {
  const rows = await db
    .selectFrom('versions as v')
    .innerJoin('connections as c', (join) =>
      join.on('c.id', '=', sql<number>`(v.source ->> 'connection_id')::bigint`),
    )
    .select('v.dataset_id')
    .distinct()
    .where('v.datasource_type', '=', 'spatialdb')
    .where('c.database_name', '=', database)
    .where(sql<boolean>`coalesce(c.server_identifier = ${serverIdentifier}, true)`)
    .where(sql`v.source ->> 'schema'`, '=', schema)
    .where(sql`v.source ->> 'table'`, '=', table)
    .execute();
  return rows.map((row) => row.dataset_id);
}

/**
 * Until the transaction ends, no other transaction registers a table with this name: what `findRegistered` returns stays true. The
 * server is not part of the lock, since its identifier may be unknown.
 */
export async function lockTableName(
  trx: Db,
  { database }: LoadTarget,
  { schema, table }: TableName,
): Promise<void> {
  const name = `vault.register ${JSON.stringify([database, schema, table])}`;
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx);
}

/** A load that was asked for. */
export interface Load {
  versionId: number;
  sealedRequest: string;
  /** Noted before the other database was told to commit. */
  committing: { transactionId: string; tables: LoadedTable[] } | null;
  /** How it ended; the request is forgotten then. */
  result: LoadResult | null;
}

export type LoadResult = VaultSchemas['SpatialDbResult'];

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

export async function noteCommit(
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

/** Keeps how a load ended, and no longer its password. */
export async function endLoad(db: Db, id: number, result: LoadResult): Promise<void> {
  await db
    .updateTable('postgis_loads')
    .set({ sealed_request: '', result: JSON.stringify(result) })
    .where('id', '=', id)
    .execute();
}

/** Passwords of loads that no job will do any more: it was cancelled before it began, or its workers died. */
export async function forgetEndedLoads(db: Db): Promise<number> {
  const forgotten = await sql`UPDATE postgis_loads l SET sealed_request = ''
    WHERE sealed_request <> '' AND NOT EXISTS (
      SELECT FROM jobs j WHERE j.status IN ('queued', 'running') AND l.id IN (
        CASE j.kind WHEN 'postgis.load' THEN (j.payload ->> 'load_id')::bigint END,
        (j.committed ->> 'postgis')::bigint))`.execute(db);
  return Number(forgotten.numAffectedRows ?? 0);
}
