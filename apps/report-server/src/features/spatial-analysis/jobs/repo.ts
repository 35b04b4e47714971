import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { AnalysisJobsTable, Db } from '../../../db/schema.ts';
import type { AnalysisCounts } from '../types.ts';
import type { AnalysisRun, StoredResult } from './types.ts';

export const JOB_KIND = 'analysis.run';

/** Jobs of a person that wait or run. Holds a lock, so that none is added before the transaction ends. */
export async function countUnfinished(trx: Db, userId: number): Promise<number> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`report-server.analysis_jobs:${userId}`}, 0))`.execute(
    trx,
  );
  const { rows } = await sql<{ count: string }>`
    SELECT count(*) FROM jobs WHERE kind = ${JOB_KIND} AND requested_by = ${String(userId)}
       AND status IN ('queued', 'running')`.execute(trx);
  return Number(rows[0]?.count ?? 0);
}

export async function insertRun(trx: Db, jobId: number): Promise<void> {
  await trx
    .insertInto('analysis_jobs')
    .values({ job_id: jobId, stage: null, result_object: null, bytes: null })
    .execute();
}

export async function findRuns(db: Db, jobIds: readonly number[]): Promise<Map<number, AnalysisRun>> {
  if (jobIds.length === 0) return new Map();
  const rows = await db.selectFrom('analysis_jobs').selectAll().where('job_id', 'in', jobIds).execute();
  return new Map(rows.map((row) => [row.job_id, toRun(row)]));
}

/** A stage that begins; `inspecting` begins the run, also of a later attempt. */
export async function setStage(
  trx: Db,
  jobId: number,
  { stage, counts }: { stage: NonNullable<AnalysisRun['stage']>; counts?: AnalysisCounts },
): Promise<void> {
  await trx
    .updateTable('analysis_jobs')
    .set({
      stage,
      ...(counts ? { counts: JSON.stringify(counts) } : {}),
      ...(stage === 'inspecting' ? { counts: null } : {}),
    })
    .where('job_id', '=', jobId)
    .execute();
}

export async function saveResult(
  trx: Db,
  jobId: number,
  { object, bytes, geojsonEnd, expiresAt, counts }: StoredResult & { counts: AnalysisCounts },
): Promise<void> {
  await trx
    .updateTable('analysis_jobs')
    .set({
      ...{ result_object: object, bytes, geojson_end: geojsonEnd, expires_at: expiresAt },
      counts: JSON.stringify(counts),
    })
    .where('job_id', '=', jobId)
    .execute();
}

/** Takes the result from a job, for its removal. */
export async function forgetResult(db: Db, jobId: number): Promise<void> {
  await db.updateTable('analysis_jobs').set({ result_object: null }).where('job_id', '=', jobId).execute();
}

/** Takes the results that have expired, and returns their objects. */
export async function forgetExpiredResults(db: Db): Promise<string[]> {
  const { rows } = await sql<{ object: string }>`
    UPDATE analysis_jobs a SET result_object = NULL
      FROM (SELECT job_id, result_object FROM analysis_jobs WHERE expires_at < now() AND result_object IS NOT NULL) old
     WHERE a.job_id = old.job_id RETURNING old.result_object AS object`.execute(db);
  return rows.map(({ object }) => object);
}

function toRun(row: Selectable<AnalysisJobsTable>): AnalysisRun {
  const { result_object: object, bytes, geojson_end: geojsonEnd, expires_at: expiresAt } = row;
  const isStored = object !== null && bytes !== null && geojsonEnd !== null && expiresAt !== null;
  return {
    stage: row.stage,
    counts: row.counts as AnalysisCounts | null,
    result: isStored ? { object, bytes, geojsonEnd, expiresAt } : null,
  };
}
