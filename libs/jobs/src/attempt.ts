import type { Logger } from 'pino';
import { commitStep, findStep } from './commit.ts';
import { JobCancelledError, JobLostError, JobPostponedError, WorkerStoppingError } from './errors.ts';
import { describeFailure } from './failure.ts';
import type { Outcome } from './finish.ts';
import { toJson } from './json.ts';
import { createProgress } from './progress.ts';
import { backoff } from './retry.ts';
import type { Store } from './store.ts';
import type { Handle, Job, Processor } from './types.ts';

/** One attempt that runs in this worker. */
export interface Attempt {
  job: Job;
  controller: AbortController;
  /** By the local clock; each successful heartbeat moves it. */
  leaseEndsAt: number;
  /** Ends the attempt as if it had never begun, while its processor may still run. */
  giveBack(): void;
}

export interface AttemptRequest {
  db: Handle;
  schema: string;
  store: Store;
  leaseMs: number;
  backoffMs: number;
  log: Logger;
}

/**
 * Runs the processor once.
 *
 * @returns how it ended, or undefined when another worker owns the job
 */
export async function runAttempt(
  request: AttemptRequest,
  attempt: Attempt,
  processor: Processor,
): Promise<Outcome | undefined> {
  const { db, schema, store, leaseMs, log } = request;
  const { job, controller } = attempt;
  const { id, fence } = job;
  const progress = createProgress({ store, id, fence, log });
  let commits = 0;

  function commit<T>(fn: Parameters<typeof commitStep<T>>[2], step?: string): Promise<T> {
    commits += 1;
    return commitStep({ db, schema, id, fence, leaseMs }, step ?? String(commits), fn);
  }

  try {
    const context = {
      job,
      attempt: job.attempts,
      signal: controller.signal,
      progress: progress.report,
      commit,
      committed: <T>(step: string) => findStep<T>({ db, schema, id }, step),
    };
    const result = await processor(job.payload, context);
    toJson(result); // a value that JSON cannot hold fails here, as this job's own error
    return { id, fence, status: 'succeeded', result, ...progress.stop() };
  } catch (error) {
    const outcome = toOutcome(error, attempt, request);
    return outcome && { ...outcome, ...progress.stop() };
  }
}

function toOutcome(
  error: unknown,
  { job, controller }: Attempt,
  { backoffMs, log }: AttemptRequest,
): Outcome | undefined {
  const { id, fence } = job;
  // After an abort, errors of the processor follow from the abort.
  const reason: unknown = controller.signal.aborted ? controller.signal.reason : error;
  if (reason instanceof JobLostError) return undefined;
  if (reason instanceof JobCancelledError) return { id, fence, status: 'cancelled' };
  if (reason instanceof WorkerStoppingError) return toReturned(job);
  if (reason instanceof JobPostponedError) return { ...toReturned(job), delayMs: reason.delayMs };

  const { retry, code, message, kind } = describeFailure(error, id, job.attempts);
  log.warn({ err: error, jobId: id, kind: job.kind, attempt: job.attempts, code }, 'job attempt failed');
  const entry = {
    attempt: job.attempts,
    at: new Date().toISOString(),
    code,
    message,
    ...(kind ? { kind } : {}),
  };
  if (!retry || job.attempts >= job.maxAttempts) return { id, fence, status: 'failed', error: entry };
  return { id, fence, status: 'queued', error: entry, delayMs: backoff(job.attempts, backoffMs) };
}

/** The attempt as if it had never begun. */
export function toReturned({ id, fence }: Job): Outcome {
  return { id, fence, status: 'queued', refund: true };
}
