import { JobCancelledError, JobPostponedError } from '@cairn/jobs';
import type { JobContext } from '@cairn/jobs';
import type { FieldSyncDatabase } from '../../db/schema.ts';
import type { TableCounts, TargetPlace } from '../synced-tables/types.ts';
import { addCpuSeconds, closeCancelled } from './close-repo.ts';
import { writeLog } from './log-repo.ts';
import { obtainVersion } from './obtain-version.ts';
import { compareAndApply } from './compare-and-apply.ts';
import { recordApplied, repairFromState } from './record-applied.ts';
import { recordFailure } from './record-failure.ts';
import { claimRun, findRunProject, findRunWorker } from './run-repo.ts';
import type { Attempt, Run, RunDeps, RunEnd } from './types.ts';
import { stateMoved } from './errors.ts';

/** Times that a run compares again because someone else applied something in between. */
const MAX_ROUNDS = 5;
const RECORD_AGAIN_MS = 1_000;
const CONTINUED = 'The worker of this run ended. Another one continues it.';

/**
 * Runs a change of a project from the provider's version to the commit in the target; docs/design/field-sync.md has its steps. The
 * job may run again at any point, also while an earlier attempt still works: what counts is the state row of the target.
 */
export function runJob(deps: RunDeps) {
  return async function run(
    { run_id: id }: { run_id: number },
    job: JobContext<FieldSyncDatabase>,
  ): Promise<{ run_id: number; status?: RunEnd }> {
    const claimed = await claim(deps, id, job);
    const project = claimed && (await findRunProject(deps.db, claimed.projectId));
    if (!claimed || !project) return { run_id: id };
    const stopMeter = deps.cpu.start();
    try {
      const status = await attemptRun(deps, { run: claimed, project, job });
      return { run_id: id, status };
    } catch (error) {
      throw await recordFailure(deps, { run: claimed, project, job }, error);
    } finally {
      await addCpuSeconds(deps.db, project.id, stopMeter()).catch(() => undefined);
      await deps.jobs.dispatch();
    }
  };
}

/** Null where the run has ended. One that was cancelled since the worker took its job has no other process that would close it. */
async function claim(
  { db, worker }: RunDeps,
  id: number,
  { commit, job }: JobContext<FieldSyncDatabase>,
): Promise<Run | null> {
  try {
    return await commit(async (trx) => {
      const before = await findRunWorker(trx, id);
      const run = await claimRun(trx, id, worker);
      if (!run) return null;
      const { projectId } = run;
      if (before !== null && before !== worker.id)
        await writeLog(trx, [{ projectId, runId: id, level: 'info', message: CONTINUED }]);
      return run;
    }, `claim:${job.fence}`);
  } catch (error) {
    if (error instanceof JobCancelledError) await closeCancelled(db, id);
    throw error;
  }
}

async function attemptRun(deps: RunDeps, attempt: Attempt): Promise<RunEnd> {
  const { run, project, job } = attempt;
  const place = await deps.placeOf(project);
  let version: Awaited<ReturnType<typeof obtainVersion>> | null = null;
  for (let round = 1; round <= MAX_ROUNDS; round += 1) {
    const state = await deps.target.readState(place, { signal: job.signal });
    if (await repairFromState(deps, run, state)) return 'applied';
    version ??= await obtainVersion(deps, attempt, state);
    const result = await compareAndApply(deps, attempt, { place, state, version, round });
    if (result === 'again') continue;
    if (result === 'compared' || result === 'paused') {
      await retain(deps, attempt);
      return result;
    }
    // It is in the target: the next attempt finds it there and records it.
    await recordApplied(deps, run.id, result).catch((err: unknown) => {
      deps.logger.warn({ err, run: run.id }, 'application not recorded, retrying');
      throw new JobPostponedError(RECORD_AGAIN_MS);
    });
    await retain(deps, attempt);
    await analyze(deps, attempt, { place, tables: result.tables });
    return 'applied';
  }
  throw stateMoved();
}

/** What is left is removed after the next run. */
async function retain({ packages, logger }: RunDeps, { project, run }: Attempt): Promise<void> {
  await packages.retain(project.id).catch((err: unknown) => {
    logger.warn({ err, project: project.id, run: run.id }, 'old snapshots not removed');
  });
}

/** Without it the server's own upkeep does it, later. */
async function analyze(
  { target, logger }: RunDeps,
  { run, job }: Attempt,
  { place, tables }: { place: TargetPlace; tables: TableCounts[] },
): Promise<void> {
  await target.analyze(place, tables, { signal: job.signal }).catch((err: unknown) => {
    if (!job.signal.aborted) logger.warn({ err, run: run.id }, 'statistics of tables not updated');
  });
}
