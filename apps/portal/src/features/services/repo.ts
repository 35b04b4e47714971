import { sql } from 'kysely';
import type { DatabaseIdentity } from '@cairn/db';
import type { Db } from '../../db/handle.ts';
import type { RegisteredService, ServiceDatabase } from './types.ts';

const COLUMNS = ['service_key', 'display_name', 'discovery_url'] as const;

/** In a stable order. */
export async function findServices(db: Db): Promise<RegisteredService[]> {
  const rows = await db.selectFrom('services').select(COLUMNS).orderBy('service_key').execute();
  return rows.map(toService);
}

export async function findService(db: Db, serviceKey: string): Promise<RegisteredService | null> {
  const row = await db
    .selectFrom('services')
    .select(COLUMNS)
    .where('service_key', '=', serviceKey)
    .executeTakeFirst();
  return row ? toService(row) : null;
}

/** Adds the service or brings it up to date; says whether anything changed. */
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

/** Records that a service uses a database; earlier ones stay. Returns whether the database is new. */
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

/** Keeps the first databases of a service, as many as `limit`, and the newest one; deletes and returns those between. */
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

/** Services report each minute; one that does not for as long as this no longer uses the database, or is stopped. */
const IN_USE = sql<boolean>`last_reported_at > now() - interval '5 minutes'`;

export async function listServiceDatabases(db: Db): Promise<ServiceDatabase[]> {
  const rows = await selectServiceDatabases(db).orderBy('service_key').orderBy('id').execute();
  return rows.map(toServiceDatabase);
}

export async function findServiceDatabase(db: Db, id: number): Promise<ServiceDatabase | null> {
  const row = await selectServiceDatabases(db).where('id', '=', id).executeTakeFirst();
  return row ? toServiceDatabase(row) : null;
}

function selectServiceDatabases(db: Db) {
  return db.selectFrom('service_databases').selectAll().select(IN_USE.as('is_in_use'));
}

/** Returns whether it was deleted: a database that is in use stays. */
export async function deleteUnusedServiceDatabase(db: Db, id: number): Promise<boolean> {
  const result = await db
    .deleteFrom('service_databases')
    .where('id', '=', id)
    .where(sql<boolean>`NOT ${IN_USE}`)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** The databases of all services, each once. */
export async function findServiceDatabases(db: Db): Promise<DatabaseIdentity[]> {
  return db
    .selectFrom('service_databases')
    .select(['server_identifier as serverIdentifier', 'database_name as name'])
    .distinct()
    .orderBy('server_identifier')
    .orderBy('database_name')
    .execute();
}

function toService(row: {
  service_key: string;
  display_name: string;
  discovery_url: string;
}): RegisteredService {
  return { serviceKey: row.service_key, displayName: row.display_name, discoveryUrl: row.discovery_url };
}

function toServiceDatabase(row: {
  id: number;
  service_key: string;
  server_identifier: string;
  database_name: string;
  reported_at: Date;
  last_reported_at: Date;
  is_in_use: boolean;
}): ServiceDatabase {
  return {
    id: row.id,
    serviceKey: row.service_key,
    serverIdentifier: row.server_identifier,
    name: row.database_name,
    firstReportedAt: row.reported_at,
    lastReportedAt: row.last_reported_at,
    isInUse: row.is_in_use,
  };
}
