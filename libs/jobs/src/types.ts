import type { ErrorKind } from '@cairn/service';
import type { Kysely, Transaction } from 'kysely';

export type JobStatus = 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled';

/** Why one attempt failed: a sentence for users, never a stack. `at` is ISO 8601 in UTC. */
export interface JobError {
  attempt: number;
  at: string;
  code: string;
  message: string;
  /** Kind of the AppError, so that a waiting request can throw it again; absent for unexpected errors. */
  kind?: ErrorKind;
}

/** A row of the owner's `jobs` table. */
export interface Job {
  id: number;
  kind: string;
  payload: unknown;
  status: JobStatus;
  /** 0 to 100. */
  progress: number;
  /** What the job is doing, as a sentence; null before the first report. */
  stage: string | null;
  errors: JobError[];
  /** What the processor returned; null until the job has succeeded. */
  result: unknown;
  /** Attempts that began, without those that a stopping worker returned. */
  attempts: number;
  maxAttempts: number;
  requestedBy: string | null;
  idempotencyKey: string | null;
  /** Rises with each claim; only the latest claim may change anything for this job. */
  fence: number;
  leaseUntil: Date | null;
  heartbeatAt: Date | null;
  dispatchedAt: Date | null;
  cancelRequestedAt: Date | null;
  runAfter: Date;
  createdAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
}

export interface NewJob {
  kind: string;
  /** JSON. Ids, never secrets: users who may see the job can read it. */
  payload: unknown;
  /** When a job of the same kind has this key already, that job is returned instead. */
  idempotencyKey?: string | undefined;
  /** A user id or a service name. Users take turns. */
  requestedBy?: string | number | null | undefined;
  maxAttempts?: number | undefined;
  /** Not before this moment. */
  runAfter?: Date | undefined;
}

export interface JobFilter {
  status?: JobStatus | JobStatus[];
  kind?: string;
  requestedBy?: string | number;
  /** Only jobs whose payload contains these fields. */
  payload?: Record<string, unknown>;
  /** Only jobs with a smaller id: the last id of the previous page. */
  before?: number;
  /** 1 to 200, default 50. */
  limit?: number;
}

export interface JobContext<DB = any> {
  /** The job as it was when this attempt began. */
  job: Job;
  /** 1 for the first attempt. */
  attempt: number;
  /** Aborted when the job is cancelled, when the worker stops, or when another worker takes over the job. */
  signal: AbortSignal;
  /** Reports progress (0 to 100) and the current stage as a sentence; written at most every 500 ms. */
  progress(percent: number, stage?: string): void;
  /**
   * Runs `fn` in a transaction that commits only if this attempt still owns the job, and at most once in the job's life: when a
   * later attempt reaches the same step, `fn` is not run and the stored value (JSON) is returned.
   *
   * @param step name of the step; by default the number of this call within the attempt
   * @throws JobLostError when another worker owns the job, JobCancelledError when it was cancelled; nothing changes
   */
  commit<T>(fn: (trx: Transaction<DB>) => Promise<T>, step?: string): Promise<T>;
  /** The stored value of a committed step, or undefined, so that a later attempt can skip the work for it. */
  committed<T>(step: string): Promise<T | undefined>;
}

/** Does the work of one kind and returns the result (JSON). It may run again, so effects belong in `context.commit`. */
export type Processor<DB = any> = (payload: any, context: JobContext<DB>) => Promise<unknown>;

/** The pool or a transaction. */
export type Handle = Kysely<any>;

/** Times in milliseconds, unless the name says otherwise. With the defaults a lost job runs again within 35 s. */
export interface JobTimes {
  /** How long a worker may be silent before its jobs are requeued. Default 30 s. */
  leaseMs?: number;
  /** How often a worker checks for cancel requests and renews its leases. Default 1 s. */
  heartbeatMs?: number;
  /** How often the sweeper looks for lost jobs. Default 5 s. */
  sweepMs?: number;
  /** After how long a job that was sent but has not begun is sent again. Default 30 s. */
  resendAfterMs?: number;
  /** How long one dispatch may wait for Redis. Default 3 s. */
  dispatchTimeoutMs?: number;
  /** Delay before the first retry; doubles each time, with jitter. Default 2 s, at most 5 minutes. */
  backoffMs?: number;
  /** Days for which finished jobs are kept. Default 30; 0 keeps them for ever. */
  keepFinishedDays?: number;
}
