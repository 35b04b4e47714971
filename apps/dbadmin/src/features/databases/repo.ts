import { sql } from 'kysely';
import type { Db } from '../../db/handle.ts';
import type { Database, JobUnderWay } from './types.ts';

export async function findDatabases(db: Db, connectionId?: number): Promise<Database[]> {
  let query = selection(db).orderBy('connections.name').orderBy('databases.name');
  if (connectionId !== undefined) query = query.where('databases.connection_id', '=', connectionId);
  return (await query.execute()).map(toDatabase);
}

export async function findDatabase(db: Db, id: number): Promise<Database | null> {
  const row = await selection(db).where('databases.id', '=', id).executeTakeFirst();
  return row ? toDatabase(row) : null;
}

export async function insertDatabase(
  db: Db,
  fields: { connectionId: number; name: string; purpose: string; createdBy: string | null },
): Promise<number> {
  const { id } = await db
    .insertInto('databases')
    .values({
      connection_id: fields.connectionId,
      name: fields.name,
      purpose: fields.purpose,
      job_id: null,
      created_by: fields.createdBy,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function savePurpose(db: Db, id: number, purpose: string): Promise<void> {
  await db.updateTable('databases').set({ purpose }).where('id', '=', id).execute();
}

export async function deleteDatabaseRow(db: Db, id: number): Promise<void> {
  await db.deleteFrom('databases').where('id', '=', id).execute();
}

/** Jobs under way by the database that they work on, the newest of each. */
export async function findJobsUnderWay(db: Db, ids: number[]): Promise<Map<number, JobUnderWay>> {
  if (ids.length === 0) return new Map();
  const databaseId = sql<number>`(payload ->> 'database_id')::bigint`;
  const rows = await db
    .selectFrom('jobs')
    .select(['id', 'kind', 'status', 'progress', 'stage', databaseId.as('database_id')])
    .where('status', 'in', ['queued', 'running'])
    .where(databaseId, 'in', ids)
    .orderBy('id')
    .execute();
  return new Map(
    rows.map(({ database_id, ...job }) => [Number(database_id), { ...job, databaseId: Number(database_id) }]),
  );
}

/** When the last job on a connection ended: what was known of its databases before may have changed. */
export async function lastJobEnds(db: Db): Promise<Map<number, Date>> {
  const { rows } = await sql<{ connection_id: string; ended: Date }>`
    SELECT payload ->> 'connection_id' AS connection_id, max(finished_at) AS ended FROM jobs
     WHERE finished_at > now() - interval '1 minute' AND payload ? 'connection_id' GROUP BY 1`.execute(db);
  return new Map(rows.map(({ connection_id, ended }) => [Number(connection_id), ended]));
}

function selection(db: Db) {
  return db
    .selectFrom('databases')
    .innerJoin('connections', 'connections.id', 'databases.connection_id')
    .leftJoin('jobs', 'jobs.id', 'databases.job_id')
    .select([
      'databases.id',
      'databases.connection_id',
      'connections.name as connection_name',
      'databases.name',
      'databases.purpose',
      'databases.job_id',
      'jobs.status as job_status',
      'databases.created_at',
    ]);
}

interface Row {
  id: number;
  connection_id: number;
  connection_name: string;
  name: string;
  purpose: string;
  job_id: number | null;
  job_status: string | null;
  created_at: Date;
}

function toDatabase(row: Row): Database {
  return {
    id: row.id,
    connectionId: row.connection_id,
    connectionName: row.connection_name,
    name: row.name,
    purpose: row.purpose,
    // A job that is forgotten was over long ago.
    making: row.job_id === null ? null : { jobId: row.job_id, status: row.job_status ?? 'failed' },
    createdAt: row.created_at,
  };
}
