import { JobCancelledError, JobLostError, WorkerStoppingError, describeFailure } from '@cairn/jobs';
import type { JobContext } from '@cairn/jobs';
import { AppError } from '@cairn/service';
import type { Db } from '../../db/schema.ts';
import { failExecution, requeueExecution } from './repo.ts';

/** How a run ended without a document, in words for people. */
export interface RunEnd {
  status: 'failed' | 'cancelled';
  code: string;
  message: string;
}

export function endOf(error: unknown, signal: AbortSignal): RunEnd {
  if (signal.aborted) {
    return {
      status: 'cancelled',
      code: 'report-server.run_cancelled',
      message: 'The run was cancelled, or its client left.',
    };
  }
  const isKnown = error instanceof AppError && error.kind !== 'internal';
  return {
    status: 'failed',
    code: isKnown ? error.code : 'internal',
    message: isKnown ? error.message : 'The run failed on our side. The log has the reason.',
  };
}

/** Records the end of one attempt of a job: the run waits again where its job does. */
export async function recordAttempt(
  db: Db,
  {
    id,
    error,
    context,
  }: { id: string; error: unknown; context: Pick<JobContext, 'job' | 'signal' | 'attempt'> },
): Promise<void> {
  const { job, signal, attempt } = context;
  const reason: unknown = signal.aborted ? signal.reason : error;
  // Another worker has the run now, and writes how it ends.
  if (reason instanceof JobLostError) return;
  const isFinal = reason instanceof JobCancelledError || attempt >= job.maxAttempts;
  const runsAgain =
    reason instanceof WorkerStoppingError || (!isFinal && describeFailure(error, job.id, attempt).retry);
  await (runsAgain ? requeueExecution(db, id) : failExecution(db, id, endOf(error, signal)));
}
