import { sql } from 'kysely';
import type { Db } from '../../db/handle.ts';
import { addressText } from '../connections/server-address.ts';
import type { Contents, Database, JobUnderWay, Seen } from './types.ts';

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

/** When jobs ended lately, by the server and by the database that they worked on: what was known before may have changed. */
export async function lastJobEnds(
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

/** Keeps what was seen in databases. */
export async function saveSeen(db: Db, seen: { id: number; contents: Contents }[]): Promise<void> {
  if (seen.length === 0) return;
  await sql`
    UPDATE databases SET contents = s.contents, contents_at = now()
      FROM jsonb_to_recordset(${JSON.stringify(seen)}::jsonb) AS s (id bigint, contents jsonb)
     WHERE databases.id = s.id`.execute(db);
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
      'connections.host',
      'connections.port',
      'databases.name',
      'databases.purpose',
      'databases.job_id',
      'databases.contents',
      'databases.contents_at',
      'jobs.status as job_status',
      'databases.created_at',
    ]);
}

interface Row {
  id: number;
  connection_id: number;
  connection_name: string;
  host: string;
  port: number;
  name: string;
  purpose: string;
  job_id: number | null;
  job_status: string | null;
  contents: Record<string, unknown> | null;
  contents_at: Date | null;
  created_at: Date;
}

function toDatabase(row: Row): Database {
  return {
    id: row.id,
    connectionId: row.connection_id,
    connectionName: row.connection_name,
    server: addressText(row),
    name: row.name,
    purpose: row.purpose,
    // A job that is forgotten was over long ago.
    creation: row.job_id === null ? null : { jobId: row.job_id, status: row.job_status ?? 'failed' },
    createdAt: row.created_at,
    seen:
      row.contents && row.contents_at
        ? ({ contents: row.contents as unknown as Contents, at: row.contents_at } satisfies Seen)
        : null,
  };
}
