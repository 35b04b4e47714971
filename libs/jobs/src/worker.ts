import type { Logger } from 'pino';
import { toReturned, runAttempt, type Attempt } from './attempt.ts';
import { createBatcher } from './batcher.ts';
import { makeDue, undispatch } from './fair-schedule.ts';
import { claimJobs, findUnknownKinds, othersWait } from './claim.ts';
import type { Dispatcher } from './dispatcher.ts';
import { WorkerStoppingError } from './errors.ts';
import { finishJobs, type Outcome } from './finish.ts';
import { startHeartbeat } from './heartbeat.ts';
import { endsWithin, retry } from './retry.ts';
import type { Store } from './store.ts';
import type { Transport } from './transport.ts';
import type { Handle, Job, Processor } from './types.ts';

export interface Worker {
  /** Resolves when the worker can receive jobs. */
  ready: Promise<void>;
  /**
   * Takes no more jobs and lets the running ones finish within the grace time. Then aborts them and returns them to the queue;
   * the attempt does not count. Resolves when the worker has stopped.
   */
  stop(): Promise<void>;
}

export interface LongKinds {
  kinds: string[];
  atMost: number;
}

export interface WorkRequest {
  db: Handle;
  schema: string;
  store: Store;
  transport: Transport;
  dispatcher: Dispatcher;
  processors: Record<string, Processor>;
  concurrency: number;
  graceMs: number;
  long?: LongKinds;
  sharedBy?: string;
  sharedAtMost?: number;
  leaseMs: number;
  heartbeatMs: number;
  backoffMs: number;
  log: Logger;
}

/** How long a processor may take to respect its aborted signal, before its job is returned to the queue anyway. */
const noticeMs = 1_000;
const longestSilenceMs = 10_000;

export function startWorker(request: WorkRequest): Worker {
  const { store, transport, dispatcher, processors, log, leaseMs } = request;
  const attempts = new Set<Attempt>();
  /** Jobs that went back to the queue because others of their kind or `sharedBy` ran here, in that order. */
  const waiting = new Map<number, { job: Job; isSharedOut: boolean }>();
  const kinds = Object.keys(processors);
  const claim = createBatcher<number, Job | undefined>((ids) => claimJobs({ store, kinds, leaseMs }, ids));
  const finish = createBatcher<Outcome, boolean>((outcomes) => finishJobs(store, outcomes));
  const heartbeat = startHeartbeat({ store, leaseMs, everyMs: request.heartbeatMs, attempts, log });
  const ending = new Set<Promise<void>>();
  let stopping: Promise<void> | undefined;

  /** Handles one message. It is consumed whatever happens here; the sweeper finds jobs that were not begun or not finished. */
  async function handle(id: number): Promise<void> {
    if (stopping) return undispatch(store, [id]);
    const job = await retry(() => claim(id), leaseMs).catch((error: unknown) => {
      log.error({ err: error, jobId: id }, 'job could not begin, will be sent again');
    });
    dispatcher.jobsBegan(1);
    waiting.delete(id);
    if (!job) return returnUnknownKind(id);
    const returned = Promise.withResolvers<Outcome>();
    const giveBack = () => returned.resolve(toReturned(job));
    const attempt = {
      job,
      controller: new AbortController(),
      leaseEndsAt: performance.now() + leaseMs,
      giveBack,
    };
    const waits = hasToWait(job);
    const mustWait = waits && (await waits);
    if (mustWait || isSharedOut(job) || isCrowded(job)) return letWait(attempt);
    attempts.add(attempt);
    const outcome = await Promise.race([
      runAttempt(request, attempt, processors[job.kind]!),
      returned.promise,
    ]);
    const ended = end(attempt, outcome).then(resumeWaiting);
    ending.add(ended);
    void ended.then(() => ending.delete(ended));
    // The next job may begin while the end of this one is written, unless the database is behind.
    if (ending.size > request.concurrency) await ended;
  }

  /** Whether as many long jobs run as may: then another one goes back to the queue. */
  function isCrowded({ kind }: Pick<Job, 'kind'>): boolean {
    const { kinds: long, atMost } = request.long ?? { kinds: [], atMost: 0 };
    if (!long.includes(kind)) return false;
    return [...attempts].filter(({ job }) => long.includes(job.kind)).length >= atMost;
  }

  /** Whether a job with the same value of `sharedBy` runs here already and one with another value is due. */
  function hasToWait(job: Job): Promise<boolean> | false {
    const { sharedBy: member } = request;
    if (member === undefined) return false;
    // Not async: of two jobs that begin at once, the second must see the first among the attempts.
    if (!isAccompanied(job) || isSharedOut(job)) return false;
    const value = memberOf(job, member);
    const startable = kinds.filter((kind) => !isCrowded({ kind }));
    return othersWait(store, startable, { member, value }).catch(() => false);
  }

  function isAccompanied(job: Job): boolean {
    return countMates(job) > 0;
  }

  /** Whether as many jobs with its value of `sharedBy` run here as may. */
  function isSharedOut(job: Job): boolean {
    const { sharedAtMost = Infinity } = request;
    return countMates(job) >= sharedAtMost;
  }

  function countMates(job: Job): number {
    const { sharedBy: member } = request;
    if (member === undefined) return 0;
    return [...attempts].filter((attempt) => memberOf(attempt.job, member) === memberOf(job, member)).length;
  }

  /** Back to the queue: another worker may have a slot for it when it is sent again, and this one when an attempt ends. */
  async function letWait(attempt: Attempt): Promise<void> {
    const { job } = attempt;
    const sharedOut = isSharedOut(job);
    await end(attempt, { ...toReturned(job), delayMs: leaseMs / 6 });
    waiting.set(job.id, { job, isSharedOut: sharedOut });
    // The attempt that held its place may have ended in the meantime.
    await resumeWaiting();
  }

  /** Lets the first job that nothing is in the way of any more begin without the rest of its delay. */
  async function resumeWaiting(): Promise<void> {
    for (const { job, isSharedOut: wasSharedOut } of waiting.values()) {
      if (stopping) return;
      if (isCrowded(job) || (wasSharedOut ? isSharedOut(job) : isAccompanied(job))) continue;
      waiting.delete(job.id);
      // If this fails, the job is sent after its delay.
      if (await makeDue(store, job).catch(() => false)) return dispatcher.dispatch();
    }
  }

  async function end(attempt: Attempt, outcome: Outcome | undefined): Promise<void> {
    const { job } = attempt;
    try {
      const written = outcome !== undefined && (await retry(() => finish(outcome), leaseMs));
      if (!written)
        log.warn(
          { jobId: job.id, fence: job.fence },
          'attempt ended after its job went to another worker, nothing changed',
        );
      else if (outcome.status === 'queued') dispatcher.dispatchIn(outcome.delayMs ?? 0);
    } catch (error) {
      log.error(
        { err: error, jobId: job.id },
        'job outcome not written, job runs again when its lease expires',
      );
    }
    attempts.delete(attempt);
  }

  async function returnUnknownKind(id: number): Promise<void> {
    const unknown = await findUnknownKinds({ store, kinds, leaseMs }, [id]).catch(() => []);
    if (unknown.length === 0) return;
    log.warn({ jobId: id }, 'job kind unknown to this worker, job waits for another worker');
    await undispatch(store, unknown, leaseMs / 6);
  }

  const receiver = transport.receive({
    concurrency: request.concurrency,
    silenceMs: Math.min(leaseMs, longestSilenceMs),
    handle,
  });

  async function stop(): Promise<void> {
    const received = receiver.close();
    if (!(await endsWithin(received, request.graceMs))) await interrupt(received);
    await Promise.all(ending);
    await heartbeat.stop();
    await dispatcher.dispatch(); // returned jobs go to other workers at once
  }

  async function interrupt(received: Promise<void>): Promise<void> {
    for (const { controller } of attempts) controller.abort(new WorkerStoppingError());
    if (await endsWithin(received, noticeMs)) return;
    if (attempts.size > 0) {
      log.warn(
        { jobs: [...attempts].map(({ job }) => job.id) },
        'jobs ignored the stop signal, returned them to the queue',
      );
    }
    for (const { giveBack } of attempts) giveBack();
    // Redis that hangs must not keep the process alive.
    await endsWithin(received, 3_000);
  }

  return { ready: receiver.ready, stop: () => (stopping ??= stop()) };
}

function memberOf({ payload }: Job, member: string): string | null {
  const value = (payload as Record<string, unknown> | null)?.[member];
  return value === undefined || value === null ? null : String(value);
}
