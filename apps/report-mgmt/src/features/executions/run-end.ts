import { JobCancelledError, JobLostError, JobPostponedError, WorkerStoppingError } from '@cairn/jobs';
import type { JobContext } from '@cairn/jobs';
import { AppError } from '@cairn/service';
import { gaveUp } from './errors.ts';
import type { Execution, ExecutionEnd } from './types.ts';

/** Waits before the engine is asked again: soon enough to be prompt, and no load for an engine that starts. */
export const RETRY_MS = 20_000;

const AWAY = new Set([
  'report-mgmt.engine_unreachable',
  'report-mgmt.engine_silent',
  'report-mgmt.engine_broke_off',
  'report-mgmt.engine_away',
  'report-mgmt.engine_refused_service',
]);

/** What follows from an error of an attempt. */
export type AttemptResult =
  /** Another worker has the run, and writes how it ends. */
  | { next: 'nothing' }
  /** The job waits for another attempt. */
  | { next: 'again'; reason: string | null; delayMs: number | null }
  | { next: 'end'; end: ExecutionEnd };

export function judgeAttempt(
  error: unknown,
  {
    execution,
    context,
    now,
    retryMs,
  }: {
    execution: Pick<Execution, 'retryUntil' | 'timeZone' | 'trigger'>;
    context: Pick<JobContext, 'job' | 'signal' | 'attempt'>;
    now: Date;
    retryMs: number;
  },
): AttemptResult {
  const { signal, attempt, job } = context;
  const reason: unknown = signal.aborted ? signal.reason : error;
  if (reason instanceof JobLostError) return { next: 'nothing' };
  if (reason instanceof WorkerStoppingError) return { next: 'again', reason: null, delayMs: null };
  if (reason instanceof JobCancelledError) return { next: 'end', end: CANCELLED };
  if (!(error instanceof AppError) || error.kind === 'internal') {
    const isLast = attempt >= job.maxAttempts;
    return isLast ? { next: 'end', end: UNEXPECTED } : { next: 'again', reason: null, delayMs: null };
  }
  const { code, message } = error;
  if (!isAway(error)) return { next: 'end', end: { status: 'failed', code, message } };
  const { retryUntil, timeZone, trigger } = execution;
  if (retryUntil && now.getTime() + retryMs <= retryUntil.getTime())
    return { next: 'again', reason: message, delayMs: retryMs };
  return {
    next: 'end',
    end: {
      status: trigger === 'schedule' ? 'missed' : 'failed',
      code,
      message: retryUntil ? gaveUp(retryUntil, { timeZone, cause: message }) : message,
    },
  };
}

/** Whether the engine, or a service or database that a run needs, is away for the moment. */
function isAway({ kind, code }: AppError): boolean {
  if (AWAY.has(code)) return true;
  // A full disk does not heal by itself, and a missing address is a matter of the configuration.
  return kind === 'unavailable' && !code.startsWith('files.') && code !== 'report-mgmt.no_engine';
}

/** What the job throws for an attempt that ends nothing, so that it runs again. */
export function toJobError(result: AttemptResult & { next: 'again' }, error: unknown): unknown {
  return result.delayMs === null ? error : new JobPostponedError(result.delayMs);
}

export const CANCELLED: ExecutionEnd = {
  status: 'cancelled',
  code: 'report-mgmt.run_cancelled',
  message: 'The run was cancelled.',
};

const UNEXPECTED: ExecutionEnd = {
  status: 'failed',
  code: 'internal',
  message: 'The run failed on our side. The log has the reason.',
};
