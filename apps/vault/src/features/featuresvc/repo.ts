import { sql } from 'kysely';
import type { Db } from '../../db/handle.ts';
import type { LayerPlan } from './plan.ts';
import type { ServiceImport } from './types.ts';

/** An import as it is stored, beside its sealed secrets. */
export type StoredImport = Omit<ServiceImport, 'login' | 'destination'>;

export interface ImportRow {
  jobId: number;
  requestedById: number | null;
  request: StoredImport;
  sealed: string | null;
  /** Null until the service was read. */
  plan: LayerPlan[] | null;
  /** Saved before the commit in which the tables get their names. */
  transactionId: string | null;
}

export async function insertImport(
  trx: Db,
  row: Pick<ImportRow, 'jobId' | 'requestedById' | 'request' | 'sealed'>,
): Promise<void> {
  await trx
    .insertInto('featuresvc_imports')
    .values({
      job_id: row.jobId,
      requested_by_id: row.requestedById,
      request: JSON.stringify(row.request),
      sealed: row.sealed,
    })
    .execute();
}

export async function findImport(db: Db, jobId: number): Promise<ImportRow | null> {
  const row = await db
    .selectFrom('featuresvc_imports')
    .selectAll()
    .where('job_id', '=', jobId)
    .executeTakeFirst();
  if (!row) return null;
  return {
    jobId: row.job_id,
    requestedById: row.requested_by_id,
    request: row.request as unknown as StoredImport,
    sealed: row.sealed,
    plan: (row.plan as unknown as { layers: LayerPlan[] } | null)?.layers ?? null,
    transactionId: row.transaction_id,
  };
}

export async function savePlan(db: Db, jobId: number, layers: LayerPlan[]): Promise<void> {
  await db
    .updateTable('featuresvc_imports')
    .set({ plan: JSON.stringify({ layers }) })
    .where('job_id', '=', jobId)
    .execute();
}

export async function saveTransaction(db: Db, jobId: number, transactionId: string): Promise<void> {
  await db
    .updateTable('featuresvc_imports')
    .set({ transaction_id: transactionId })
    .where('job_id', '=', jobId)
    .execute();
}

export async function deleteImport(db: Db, jobId: number): Promise<void> {
  await db.deleteFrom('featuresvc_imports').where('job_id', '=', jobId).execute();
}

interface EndedImport {
  jobId: number;
  succeeded: boolean;
}

/** Imports whose job has ended, or is gone. */
export async function listEndedImports(db: Db): Promise<EndedImport[]> {
  const { rows } = await sql<{ job_id: number; status: string | null }>`
    SELECT i.job_id, j.status FROM featuresvc_imports i LEFT JOIN jobs j ON j.id = i.job_id
     WHERE j.status IS NULL OR j.status IN ('succeeded', 'failed', 'cancelled') ORDER BY 1 LIMIT 20`.execute(
    db,
  );
  return rows.map(({ job_id: jobId, status }) => ({
    jobId: Number(jobId),
    succeeded: status === 'succeeded',
  }));
}
