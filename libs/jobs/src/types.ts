import type { ErrorKind } from '@cairn/service';
import type { Kysely, Transaction } from 'kysely';

export type JobStatus = 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled';

/** What one attempt ended with: a sentence for a user, never a stack. `at` is ISO 8601 in UTC. */
export interface JobError {
  attempt: number;
  at: string;
  code: string;
  message: string;
  /** Kind of the AppError, so that whoever waited can throw it again; absent for what was unexpected. */
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
  /** What is being done now, as a sentence; null before the first report. */
  stage: string | null;
  errors: JobError[];
  /** What the processor returned; null until the job has succeeded. */
  result: unknown;
  /** Attempts that were started; an attempt given back by a stopping worker does not count. */
  attempts: number;
  maxAttempts: number;
  requestedBy: string | null;
  idempotencyKey: string | null;
  /** Rises with each claim: the right to change anything on behalf of this job. */
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
  /** JSON; ids, never secrets: rows are readable by whoever may see the job. */
  payload: unknown;
  /** A second job of the same kind with this key is not created; the first one is returned. */
  idempotencyKey?: string | undefined;
  /** Who asked: a user id or a service name. Users take turns. */
  requestedBy?: string | number | null | undefined;
  maxAttempts?: number | undefined;
  /** Not before this moment. */
  runAfter?: Date | undefined;
}

export interface JobFilter {
  status?: JobStatus | JobStatus[];
  kind?: string;
  requestedBy?: string | number;
  /** Only jobs whose payload holds these members. */
  payload?: Record<string, unknown>;
  /** Only jobs with a smaller id: the last id of the page before. */
  before?: number;
  /** 1 to 200, default 50. */
  limit?: number;
}

export interface JobContext<DB = any> {
  /** The row as it was when this attempt began. */
  job: Job;
  /** 1 for the first attempt. */
  attempt: number;
  /** Aborted when the job is cancelled, when the worker stops, or when another worker has taken the job over. */
  signal: AbortSignal;
  /** Reports progress (0 to 100) and a sentence on what is being done; written at most every 500 ms. */
  progress(percent: number, stage?: string): void;
  /**
   * Runs `fn` in a transaction that holds only while this attempt still owns the job, at most once in the job's whole
   * life: when a later attempt reaches the same step, `fn` is not run and the stored value (JSON) is returned.
   *
   * @param step name of the step; by default the number of this call within the attempt
   * @throws JobLostError when another worker owns the job now, JobCancelledError when it was cancelled; nothing changes
   */
  commit<T>(fn: (trx: Transaction<DB>) => Promise<T>, step?: string): Promise<T>;
  /** The stored value of a step that was committed; undefined before. So a later attempt need not do the work for it again. */
  committed<T>(step: string): Promise<T | undefined>;
}

/** Does the work of one kind and returns the result (JSON). It may be run again: effects belong in `context.commit`. */
export type Processor<DB = any> = (payload: any, context: JobContext<DB>) => Promise<unknown>;

/** A handle on the database: the pool or a transaction. */
export type Handle = Kysely<any>;

/** Times, in milliseconds unless said otherwise. The defaults keep "taken up elsewhere within 90 s" with room. */
export interface JobTimes {
  /** How long a worker may be silent before its jobs are taken back. Default 30 s. */
  leaseMs?: number;
  /** How often a worker looks for cancel requests and renews its leases. Default 1 s. */
  heartbeatMs?: number;
  /** How often lost work is looked for. Default 5 s. */
  sweepMs?: number;
  /** When a job that was sent but not begun is sent again. Default 30 s. */
  resendAfterMs?: number;
  /** How long one dispatch may wait for the carrier. Default 3 s. */
  dispatchTimeoutMs?: number;
  /** First delay of the retries; doubles each time, with jitter. Default 2 s, at most 5 minutes. */
  backoffMs?: number;
  /** Days for which finished jobs are kept. Default 30; 0 keeps them for ever. */
  keepFinishedDays?: number;
}
