import { sql } from 'kysely';
import type { Db } from '../../db/handle.ts';
import { CREATED } from '../databases/create-once.ts';
import type { LoginLevel, ServiceDatabase } from './types.ts';

/** The name of the role for a service, a user and a level in a database: that of an earlier login, else `newName`. */
export async function reserveRoleName(
  db: Db,
  login: { databaseId: number; service: string; userId: number; level: LoginLevel; newName: string },
): Promise<string> {
  const { databaseId, service, userId, level, newName } = login;
  await db
    .insertInto('handed_logins')
    .values({ database_id: databaseId, service, user_id: userId, level, role_name: newName })
    .onConflict((on) => on.doNothing())
    .execute();
  const { role_name } = await db
    .selectFrom('handed_logins')
    .select('role_name')
    .where('database_id', '=', databaseId)
    .where('service', '=', service)
    .where('user_id', '=', userId)
    .where('level', '=', level)
    .executeTakeFirstOrThrow();
  return role_name;
}

/** Roles of all logins that were issued for a database, by what they may do. */
export async function findIssuedRoles(
  db: Db,
  databaseId: number,
): Promise<{ writers: string[]; readers: string[] }> {
  const logins = await db
    .selectFrom('handed_logins')
    .select(['role_name', 'level'])
    .where('database_id', '=', databaseId)
    .execute();
  const names = (isReader: boolean) =>
    logins.filter(({ level }) => (level === 'readonly') === isReader).map(({ role_name }) => role_name);
  return { writers: names(false), readers: names(true) };
}

/** The role that owns a database which was created for a service; null for other databases. */
export async function findOwnerRole(db: Db, databaseId: number): Promise<string | null> {
  const row = await db
    .selectFrom('service_databases')
    .select('owner_role')
    .where('database_id', '=', databaseId)
    .executeTakeFirst();
  return row?.owner_role ?? null;
}

type RequestKey = Pick<ServiceDatabase, 'service' | 'requestId'>;

export async function findServiceDatabase(
  db: Db,
  { service, requestId }: RequestKey,
): Promise<ServiceDatabase | null> {
  const row = await db
    .selectFrom('service_databases')
    .selectAll()
    .where('service', '=', service)
    .where('request_id', '=', requestId)
    .executeTakeFirst();
  if (!row) return null;
  return {
    service,
    requestId,
    databaseId: row.database_id,
    createJobId: row.create_job_id,
    ownerRole: row.owner_role,
    isUndone: row.undone_at !== null,
  };
}

/** Fails with a unique violation when the request is known, also when it was undone. */
export async function insertServiceDatabase(
  trx: Db,
  request: RequestKey & { userId: number; databaseId: number; createJobId: number; ownerRole: string | null },
): Promise<void> {
  const { service, requestId, userId, databaseId, createJobId, ownerRole } = request;
  await trx
    .insertInto('service_databases')
    .values({
      service,
      request_id: requestId,
      user_id: userId,
      database_id: databaseId,
      create_job_id: createJobId,
      owner_role: ownerRole,
    })
    .execute();
}

/** From here on the request creates nothing, also when it was not received yet. */
export async function markUndone(db: Db, { service, requestId }: RequestKey): Promise<void> {
  await db
    .insertInto('service_databases')
    .values({ service, request_id: requestId, undone_at: new Date() })
    .onConflict((on) =>
      on.constraint('service_databases_pkey').doUpdateSet({
        undone_at: sql<Date>`coalesce(service_databases.undone_at, now())`,
      }),
    )
    .execute();
}

export async function forgetDatabase(db: Db, { service, requestId }: RequestKey): Promise<void> {
  await db
    .updateTable('service_databases')
    .set({ database_id: null })
    .where('service', '=', service)
    .where('request_id', '=', requestId)
    .execute();
}

/** The OID of the database that a job created; null when it never got that far. */
export async function findCreatedOid(db: Db, jobId: number): Promise<number | null> {
  const row = await db
    .selectFrom('jobs')
    .select(sql<number | null>`(committed #>> ARRAY[${CREATED}, 'oid'])::float8`.as('oid'))
    .where('id', '=', jobId)
    .executeTakeFirst();
  return row?.oid ?? null;
}
