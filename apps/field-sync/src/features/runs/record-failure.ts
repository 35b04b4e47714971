import { JobCancelledError, JobLostError, JobPostponedError, WorkerStoppingError } from '@cairn/jobs';
import { AppError, unprocessable } from '@cairn/service';
import { backoffMs } from '../providers/breaker.ts';
import { closeCancelled, closeFailed, lockFailures } from './close-repo.ts';
import { PROJECT_STOPPED } from './errors.ts';
import { judgeFailure } from './judge-failure.ts';
import { writeLog } from './log-repo.ts';
import type { Attempt, RunDeps, RunFailure } from './types.ts';

/** What ends an attempt and not its run. */
const PASSED_ON = [JobLostError, JobPostponedError, WorkerStoppingError];

/**
 * Records how an attempt failed and returns what its job throws: a run that is over is not repeated by its job, but by a new run once its
 * time has come. Only what ends the attempt and not the run (a lost lease, a worker that stops, a database of ours that is unreachable) is
 * passed on.
 */
export async function recordFailure(deps: RunDeps, attempt: Attempt, error: unknown): Promise<unknown> {
  const { run, project, job } = attempt;
  // After an abort, errors follow from the abort.
  const reason: unknown = job.signal.aborted ? job.signal.reason : error;
  if (PASSED_ON.some((each) => reason instanceof each)) return reason;
  const isStopped = reason instanceof AppError && reason.code === PROJECT_STOPPED;
  try {
    if (reason instanceof JobCancelledError || isStopped) {
      await (isStopped ? closeCancelled(deps.db, run.id, reason) : closeCancelled(deps.db, run.id));
      return reason;
    }
    const failure = judgeFailure(reason);
    deps.logger.warn({ err: reason, run: run.id, project: project.id, code: failure.code }, 'run failed');
    await job.commit((trx) => fail(trx, attempt, failure), `failed:${job.job.fence}`);
    // Of a kind that the job does not repeat.
    return unprocessable(failure.code, failure.message);
  } catch (closing) {
    return closing;
  }
}

async function fail(
  trx: Parameters<typeof closeFailed>[0],
  { run, project }: Attempt,
  { next, code, message, retryInMs = 0 }: RunFailure,
): Promise<void> {
  const failures = (await lockFailures(trx, project.id)) + 1;
  const isFirst = next === 'once_more' && failures === 1;
  const status = next === 'pause' || (next === 'once_more' && !isFirst) ? 'paused' : 'failed';
  const wait = Math.max(isFirst ? 0 : retryInMs, backoffMs(failures));
  const end = { status, code, message, retryInMs: wait } as const;
  if (!(await closeFailed(trx, run.id, end))) return;
  await writeLog(trx, [{ projectId: project.id, runId: run.id, level: 'error', message }]);
}
