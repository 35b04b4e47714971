import { sql } from 'kysely';
import { conflict } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { KINDS } from '../../server-jobs/kinds.ts';
import { noSuchDatabase } from './service.ts';
import type { Database } from './types.ts';
import { requireSameAddress } from '../connections/server-address.ts';

const CHANGES_ALL: string[] = [KINDS.create, KINDS.clone, KINDS.delete, KINDS.restore];

/** What a new job needs of a database: to have it alone, to copy it, or to work beside others. */
export type Use = 'alone' | 'copy' | 'shared';

/**
 * Locks the row of a database and refuses a job that does not go together with one under way, or that was asked for on another
 * server than its connection leads to by now. In the transaction that enqueues the job, so that of two requests at a time the
 * second sees the first. AppError `conflict`, or `not_found` when the database was forgotten meanwhile.
 */
export async function claimDatabase(trx: Db, database: Database, use: Use): Promise<void> {
  const { id, name } = database;
  await requireSameAddress(trx, database);
  const row = await trx
    .selectFrom('databases')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw noSuchDatabase(id);
  const jobs = await jobsOn(trx, id);
  const other = jobs.find((job) => clashes(job, use));
  if (!other) return;
  throw conflict(
    'dbadmin.database_busy',
    `A job is working on "${name}" (${other.kind}, job ${other.id}); wait for it or cancel it, then try again.`,
  );
}

interface JobOn {
  id: number;
  kind: string;
  /** Whether it only reads the database, for a copy. */
  copies: boolean;
}

function clashes({ kind, copies }: JobOn, use: Use): boolean {
  if (use === 'alone') return true;
  return copies ? use === 'copy' : CHANGES_ALL.includes(kind);
}

async function jobsOn(db: Db, id: number): Promise<JobOn[]> {
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
  return rows.map(({ id: jobId, kind, source_id }) => ({
    id: jobId,
    kind,
    copies: source_id === String(id),
  }));
}
