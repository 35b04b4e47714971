import { sql } from 'kysely';
import type { DatabaseIdentity } from '@cairn/db';
import type { Db } from '../../db/handle.ts';
import type { RegisteredService, ServiceDatabase } from './types.ts';

const COLUMNS = [
  'service_key as serviceKey',
  'display_name as displayName',
  'discovery_url as discoveryUrl',
] as const;

/** In a stable order. */
export async function findServices(db: Db): Promise<RegisteredService[]> {
  return db.selectFrom('services').select(COLUMNS).orderBy('service_key').execute();
}

export async function findService(db: Db, serviceKey: string): Promise<RegisteredService | null> {
  const row = await db
    .selectFrom('services')
    .select(COLUMNS)
    .where('service_key', '=', serviceKey)
    .executeTakeFirst();
  return row ?? null;
}

/** Inserts or updates a service; returns whether anything changed. */
export async function upsertService(db: Db, service: RegisteredService): Promise<boolean> {
  const values = { display_name: service.displayName, discovery_url: service.discoveryUrl };
  const result = await db
    .insertInto('services')
    .values({ service_key: service.serviceKey, ...values })
    .onConflict((conflict) =>
      conflict
        .column('service_key')
        .doUpdateSet({ ...values, updated_at: sql<Date>`now()` })
        .where(
          sql<boolean>`(services.display_name, services.discovery_url) IS DISTINCT FROM (excluded.display_name, excluded.discovery_url)`,
        ),
    )
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Records that a service uses a database. Returns whether the database is new. */
export async function saveServiceDatabase(
  db: Db,
  serviceKey: string,
  { serverIdentifier, name }: DatabaseIdentity,
): Promise<boolean> {
  const row = await db
    .insertInto('service_databases')
    .values({ service_key: serviceKey, server_identifier: serverIdentifier, database_name: name })
    .onConflict((conflict) =>
      conflict
        .columns(['service_key', 'server_identifier', 'database_name'])
        .doUpdateSet({ last_reported_at: sql<Date>`now()` }),
    )
    .returning(sql<boolean>`xmax = 0`.as('is_new'))
    .executeTakeFirstOrThrow();
  return row.is_new;
}

/** Keeps the first `limit` databases of a service and the newest one; deletes and returns the others. */
export async function deleteSurplusServiceDatabases(
  db: Db,
  serviceKey: string,
  limit: number,
): Promise<DatabaseIdentity[]> {
  const { rows } = await sql<DatabaseIdentity>`DELETE FROM service_databases WHERE id IN (
      SELECT id FROM (
        SELECT id, row_number() OVER (ORDER BY id) AS place, max(id) OVER () AS newest
          FROM service_databases WHERE service_key = ${serviceKey}) AS ranked
       WHERE place > ${limit} AND id < newest)
    RETURNING server_identifier AS "serverIdentifier", database_name AS name`.execute(db);
  return rows;
}

/** Services report every minute, so without a report the service is stopped or no longer uses the database. */
const IN_USE = sql<boolean>`last_reported_at > now() - interval '5 minutes'`;

export async function listServiceDatabases(db: Db): Promise<ServiceDatabase[]> {
  return selectServiceDatabases(db).orderBy('service_key').orderBy('id').execute();
}

export async function findServiceDatabase(db: Db, id: number): Promise<ServiceDatabase | null> {
  return (await selectServiceDatabases(db).where('id', '=', id).executeTakeFirst()) ?? null;
}

function selectServiceDatabases(db: Db) {
  return db
    .selectFrom('service_databases')
    .select(['id', 'service_key as serviceKey', 'server_identifier as serverIdentifier'])
    .select(['database_name as name', 'reported_at as firstReportedAt', 'last_reported_at as lastReportedAt'])
    .select(IN_USE.as('isInUse'));
}

/** False when the database is in use. */
export async function deleteUnusedServiceDatabase(db: Db, id: number): Promise<boolean> {
  const result = await db
    .deleteFrom('service_databases')
    .where('id', '=', id)
    .where(sql<boolean>`NOT ${IN_USE}`)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** The distinct databases of all services. */
export async function findServiceDatabases(db: Db): Promise<DatabaseIdentity[]> {
  return db
    .selectFrom('service_databases')
    .select(['server_identifier as serverIdentifier', 'database_name as name'])
    .distinct()
    .orderBy('server_identifier')
    .orderBy('database_name')
    .execute();
}
