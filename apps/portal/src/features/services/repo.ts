import { sql } from 'kysely';
import type { DatabaseIdentity } from '@cairn/db';
import type { Db } from '../../db/handle.ts';
import type { RegisteredService } from './types.ts';

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

/** Keeps the databases that the service had before. */
export async function saveServiceDatabase(
  db: Db,
  serviceKey: string,
  { serverIdentifier, name }: DatabaseIdentity,
): Promise<void> {
  await db
    .insertInto('service_databases')
    .values({ service_key: serviceKey, server_identifier: serverIdentifier, database_name: name })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Each once, whatever services use it. */
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
