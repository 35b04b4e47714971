import { sql } from 'kysely';
import type { Db } from '../../db/handle.ts';
import type { ActiveJob, Contents, Database } from './types.ts';

interface DatabaseFields {
  connectionId: number;
  name: string;
  purpose: string;
  createdBy: string | null;
}

export async function findDatabases(db: Db, connectionId?: number): Promise<Database[]> {
  let query = selection(db).orderBy('connections.name').orderBy('databases.name');
  if (connectionId !== undefined) query = query.where('databases.connection_id', '=', connectionId);
  return (await query.execute()).map(toDatabase);
}

export async function findDatabase(db: Db, id: number): Promise<Database | null> {
  const row = await selection(db).where('databases.id', '=', id).executeTakeFirst();
  return row ? toDatabase(row) : null;
}

export async function insertDatabase(db: Db, fields: DatabaseFields): Promise<number> {
  const insert = db.insertInto('databases').values(toRow(fields)).returning('id');
  return (await insert.executeTakeFirstOrThrow()).id;
}

/** Registers the database that a restore has kept under another name, unless it is already registered. */
export async function registerPreviousDatabase(db: Db, fields: DatabaseFields): Promise<void> {
  await db
    .insertInto('databases')
    .values(toRow(fields))
    .onConflict((conflict) => conflict.columns(['connection_id', 'name']).doNothing())
    .execute();
}

/**
 * The row of a database that a job is about to create. Reuses the row of a failed creation; null when the name belongs to an existing
 * database or to one that another job is creating.
 */
export async function reserveDatabase(trx: Db, fields: DatabaseFields): Promise<number | null> {
  const row = await trx
    .selectFrom('databases')
    .leftJoin('jobs', 'jobs.id', 'databases.job_id')
    .select(['databases.id', 'databases.job_id', 'jobs.status'])
    .where('databases.connection_id', '=', fields.connectionId)
    .where('databases.name', '=', fields.name)
    .forUpdate('databases')
    .executeTakeFirst();
  if (!row) return insertDatabase(trx, fields);
  const hasFailed =
    row.job_id !== null && (row.status === null || ['failed', 'cancelled'].includes(row.status));
  if (!hasFailed) return null;
  await trx
    .updateTable('databases')
    .set({ purpose: fields.purpose, created_by: fields.createdBy })
    .where('id', '=', row.id)
    .execute();
  return row.id;
}

export async function setCreatingJob(trx: Db, id: number, jobId: number): Promise<void> {
  await trx.updateTable('databases').set({ job_id: jobId }).where('id', '=', id).execute();
}

/** Notes that the database exists now. Safe to repeat. */
export async function markCreated(db: Db, id: number, jobId: number): Promise<void> {
  await db
    .updateTable('databases')
    .set({ job_id: null })
    .where('id', '=', id)
    .where('job_id', '=', jobId)
    .execute();
}

export async function savePurpose(db: Db, id: number, purpose: string): Promise<void> {
  await db.updateTable('databases').set({ purpose }).where('id', '=', id).execute();
}

export async function deleteDatabaseRow(db: Db, id: number): Promise<void> {
  await db.deleteFrom('databases').where('id', '=', id).execute();
}

/** Active jobs by the database they work on, the newest of each. */
export async function findActiveJobs(db: Db, ids: number[]): Promise<Map<number, ActiveJob>> {
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

/** When jobs ended lately, by server and by database: results from before may be outdated. */
export async function findLastJobEnds(
  db: Db,
): Promise<{ server: Map<number, Date>; database: Map<number, Date> }> {
  const { rows } = await sql<{ server: number | null; database: number | null; ended: Date }>`
    SELECT (payload ->> 'connection_id')::bigint AS server, (payload ->> 'database_id')::bigint AS database,
      max(finished_at) AS ended
    FROM jobs WHERE finished_at > now() - interval '1 minute' GROUP BY GROUPING SETS (1, 2)`.execute(db);
  const by = (key: 'server' | 'database') =>
    new Map(rows.flatMap((row) => (row[key] === null ? [] : [[row[key], row.ended] as const])));
  return { server: by('server'), database: by('database') };
}

/** Saves what inspections of databases returned. */
export async function saveContents(db: Db, inspected: { id: number; contents: Contents }[]): Promise<void> {
  if (inspected.length === 0) return;
  await sql`
    UPDATE databases SET contents = s.contents, contents_at = now()
      FROM jsonb_to_recordset(${JSON.stringify(inspected)}::jsonb) AS s (id bigint, contents jsonb)
     WHERE databases.id = s.id`.execute(db);
}

/** Active jobs that use a database, oldest first; `copies`: the job only reads it, for a copy. */
export async function findJobsUsing(
  db: Db,
  id: number,
): Promise<{ id: number; kind: string; copies: boolean }[]> {
  const sourceId = sql<string | null>`payload ->> 'source_id'`;
  const rows = await db
    .selectFrom('jobs')
    .select(['id', 'kind', sourceId.as('source_id')])
    .where('status', 'in', ['queued', 'running'])
    .where((eb) =>
      eb.or([eb(sql<string>`payload ->> 'database_id'`, '=', String(id)), eb(sourceId, '=', String(id))]),
    )
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ id: row.id, kind: row.kind, copies: row.source_id === String(id) }));
}

function toRow({ connectionId, name, purpose, createdBy }: DatabaseFields) {
  return { connection_id: connectionId, name, purpose, created_by: createdBy, job_id: null };
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
      sql<string>`connections.host || ':' || connections.port`.as('server'),
      'databases.name',
      'databases.purpose',
      'databases.job_id',
      'databases.contents',
      'databases.contents_at',
      'jobs.status as job_status',
      'databases.created_at',
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof selection>['executeTakeFirstOrThrow']>>;

function toDatabase(row: Row): Database {
  return {
    id: row.id,
    connectionId: row.connection_id,
    connectionName: row.connection_name,
    server: row.server,
    name: row.name,
    purpose: row.purpose,
    // A job without a row ended long ago.
    creation: row.job_id === null ? null : { jobId: row.job_id, status: row.job_status ?? 'failed' },
    createdAt: row.created_at,
    inspected:
      row.contents && row.contents_at
        ? { contents: row.contents as unknown as Contents, at: row.contents_at }
        : null,
  };
}
