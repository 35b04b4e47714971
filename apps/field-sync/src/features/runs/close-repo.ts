import { sql } from 'kysely';
import type { Db } from '../../db/schema.ts';
import type { TableCounts } from '../synced-tables/types.ts';
import { countRuns } from './totals-repo.ts';
import type { RunTotals } from './types.ts';

export const PLAN_NEEDED = 'field_sync.plan_needed';
export const PLAN_DISMISSED = 'field_sync.plan_dismissed';
const LOST = 'The worker of this run stopped several times. It is tried again.';

/** What the state row of a target says of the run that wrote it. */
export interface Application {
  seq: number;
  version: string;
  tables: TableCounts[];
  /** Sentences. */
  warnings: string[];
}

/**
 * Records that a run is in the target: the run, what its project has applied, the snapshot and the plans. Whatever we held it for
 * before, the state row of the target is right. Returns null, and changes nothing, where that was recorded already.
 */
export async function closeApplied(
  trx: Db,
  runId: number,
  application: Application,
): Promise<{ projectId: number } | null> {
  const { seq, version, tables } = application;
  const totals = sumCounts(tables);
  const wasOpen = await lockProjectOf(trx, runId);
  const { rows } = await sql<{ projectId: number; snapshotId: number | null; kind: string }>`
    UPDATE runs r SET status = 'applied', stage = NULL, seq = ${seq}, version = ${version}, tables = ${JSON.stringify(tables)},
           inserted = ${totals.inserted}, updated = ${totals.updated}, deleted = ${totals.deleted},
           conflicts = ${totals.conflicts}, held = ${totals.held}, error_code = NULL, error = NULL, finished_at = now(),
           lag_ms = greatest(0, extract(epoch FROM now() - coalesce(p.behind_since, r.created_at)) * 1000)::bigint
      FROM projects p
     WHERE r.id = ${runId} AND r.status <> 'applied' AND p.id = r.project_id
    RETURNING r.project_id AS "projectId", r.snapshot_id AS "snapshotId", r.kind`.execute(trx);
  const run = rows[0];
  if (!run) return null;
  await countRuns(trx, [runId], { countsBytes: wasOpen });
  await sql`
    UPDATE projects SET applied_seq = ${seq}, applied_version = ${version}, applied_at = now(),
           applied_snapshot_id = ${run.snapshotId}, provider_version = coalesce(provider_version, ${version}),
           behind_since = CASE WHEN coalesce(provider_version, ${version}) = ${version} THEN NULL ELSE provider_version_at END,
           due_at = now() + sleep_time * interval '1 second', failures = 0, retry_at = NULL,
           paused_code = NULL, paused_reason = NULL, problem = NULL,
           force_init = force_init AND ${run.kind} <> 'reconcile', started = started AND NOT single_run
     WHERE id = ${run.projectId}`.execute(trx);
  if (run.snapshotId !== null) {
    await sql`UPDATE snapshots SET applied_at = now() WHERE id = ${run.snapshotId}`.execute(trx);
  }
  await sql`
    UPDATE plans SET status = CASE WHEN status = 'approved' AND seq = ${seq - 1} THEN 'applied' ELSE 'superseded' END
     WHERE project_id = ${run.projectId} AND status IN ('open', 'approved', 'dismissed')`.execute(trx);
  return { projectId: run.projectId };
}

export interface FailedEnd {
  status: 'failed' | 'paused';
  code: string;
  message: string;
  /** Null: not by itself. */
  retryInMs: number | null;
}

/** Records a failure of a run and of its project. False where the run has ended already. */
export async function closeFailed(trx: Db, runId: number, end: FailedEnd): Promise<boolean> {
  const run = await endRun(trx, runId, end);
  if (!run) return false;
  // A comparison that was asked for says nothing of the project's own cycles.
  if (run.kind === 'dry_run') return true;
  const isPaused = end.status === 'paused';
  await sql`
    UPDATE projects SET problem = ${end.message},
           failures = CASE WHEN ${end.retryInMs}::float8 IS NULL THEN 0 ELSE failures + 1 END,
           retry_at = now() + ${end.retryInMs}::float8 * interval '1 millisecond',
           due_at = now() + sleep_time * interval '1 second',
           paused_code = ${isPaused ? end.code : null}, paused_reason = ${isPaused ? end.message : null}
     WHERE id = ${run.projectId}`.execute(trx);
  return true;
}

/** Ends a run without an effect on its project but, for one that was not cancelled, the next poll. False where it has ended already. */
export async function closeWithout(
  trx: Db,
  runId: number,
  end: {
    status: 'cancelled' | 'compared';
    code?: string;
    message?: string;
    tables?: unknown[];
    totals?: RunTotals;
  },
): Promise<boolean> {
  const run = await endRun(trx, runId, end);
  // The one who cancels it decides what comes next.
  if (!run || end.status === 'cancelled') return run !== undefined;
  await sql`
    UPDATE projects SET due_at = now() + sleep_time * interval '1 second' WHERE id = ${run.projectId}`.execute(
    trx,
  );
  return true;
}

/** The project before the run, as all do who insert a run: else two could wait for each other. Returns whether the run is open. */
async function lockProjectOf(trx: Db, runId: number): Promise<boolean> {
  await sql`
    SELECT FROM projects p JOIN runs r ON r.project_id = p.id WHERE r.id = ${runId} FOR NO KEY UPDATE OF p`.execute(
    trx,
  );
  const run = await trx
    .selectFrom('runs')
    .select('finished_at as finishedAt')
    .where('id', '=', runId)
    .executeTakeFirst();
  return run?.finishedAt === null;
}

async function endRun(
  trx: Db,
  runId: number,
  { status, code, message }: { status: string; code?: string; message?: string },
): Promise<{ projectId: number; kind: string } | undefined> {
  await lockProjectOf(trx, runId);
  const { rows } = await sql<{ projectId: number; kind: string }>`
    UPDATE runs SET status = ${status}, stage = NULL, error_code = ${code ?? null}, error = ${message ?? null}, finished_at = now()
     WHERE id = ${runId} AND status IN ('queued', 'running')
    RETURNING project_id AS "projectId", kind`.execute(trx);
  if (rows[0]) await countRuns(trx, [runId], { countsBytes: true });
  return rows[0];
}

/** Failures in a row of a project, which nobody else changes until the end of the transaction. */
export async function lockFailures(trx: Db, projectId: number): Promise<number> {
  const project = await trx
    .selectFrom('projects')
    .select('failures')
    .where('id', '=', projectId)
    .forUpdate()
    .executeTakeFirst();
  return project?.failures ?? 0;
}

const CANCELLED = {
  code: 'field_sync.run_cancelled',
  message: 'The run was cancelled before it applied anything.',
};

/** `reason` says why, where it was not a person. */
export async function closeCancelled(
  db: Db,
  runId: number,
  reason: { code: string; message: string } = CANCELLED,
): Promise<void> {
  const { code, message } = reason;
  await db.transaction().execute((trx) => closeWithout(trx, runId, { status: 'cancelled', code, message }));
}

/** What a comparison found, for a run that applies nothing of it. */
export async function saveCounts(trx: Db, runId: number, tables: readonly RunTotals[]): Promise<void> {
  await trx
    .updateTable('runs')
    .set({ tables: JSON.stringify(tables), ...sumCounts(tables) })
    .where('id', '=', runId)
    .execute();
}

export async function addCpuSeconds(db: Db, projectId: number, seconds: number): Promise<void> {
  await sql`UPDATE projects SET cpu_seconds = cpu_seconds + ${seconds} WHERE id = ${projectId}`.execute(db);
}

export async function addWarnings(trx: Db, runId: number, warnings: string[]): Promise<void> {
  if (warnings.length === 0) return;
  await sql`
    UPDATE runs SET warnings = (
      SELECT coalesce(jsonb_agg(DISTINCT w), '[]') FROM jsonb_array_elements(warnings || ${JSON.stringify(warnings)}::jsonb) w)
     WHERE id = ${runId}`.execute(trx);
}

export async function saveAuthors(trx: Db, runId: number, authors: unknown[]): Promise<void> {
  await trx
    .updateTable('runs')
    .set({ authors: JSON.stringify(authors) })
    .where('id', '=', runId)
    .execute();
}

/**
 * Ends open runs whose jobs ended without them: cancelled, or with workers that died too often, for which the next try waits a minute.
 * Returns how many.
 */
export async function endLostRuns(db: Db): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: number }>`
    WITH lost AS (
      SELECT r.id, r.project_id, j.status AS job FROM runs r JOIN projects p ON p.id = r.project_id LEFT JOIN jobs j ON j.id = r.job_id
       WHERE r.status IN ('queued', 'running') AND r.job_id IS NOT NULL
         AND (j.id IS NULL OR (j.status NOT IN ('queued', 'running') AND j.finished_at < now() - interval '5 seconds'))
       FOR UPDATE OF p, r SKIP LOCKED),
    delayed AS (
      UPDATE projects p SET failures = p.failures + 1, problem = ${LOST}, retry_at = now() + interval '1 minute'
        FROM lost WHERE p.id = lost.project_id AND lost.job IS DISTINCT FROM 'cancelled')
    UPDATE runs r SET stage = NULL, finished_at = now(),
           status = CASE WHEN lost.job = 'cancelled' THEN 'cancelled' ELSE 'failed' END,
           error_code = CASE WHEN lost.job = 'cancelled' THEN 'field_sync.run_cancelled' ELSE 'field_sync.run_lost' END,
           error = CASE WHEN lost.job = 'cancelled' THEN 'The run was cancelled.' ELSE ${LOST} END
      FROM lost WHERE r.id = lost.id RETURNING r.id`.execute(trx);
    const ids = rows.map(({ id }) => id);
    await countRuns(trx, ids, { countsBytes: true });
    return ids.length;
  });
}

export function sumCounts(tables: readonly RunTotals[]): RunTotals {
  const totals = { inserted: 0, updated: 0, deleted: 0, conflicts: 0, held: 0 };
  for (const table of tables) {
    for (const name of Object.keys(totals) as (keyof RunTotals)[]) totals[name] += table[name];
  }
  return totals;
}
