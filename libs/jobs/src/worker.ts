import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { givenBack, runAttempt, type Attempt } from './attempt.ts';
import { createBatcher } from './batch.ts';
import type { Carrier } from './carrier.ts';
import { undispatch } from './choose.ts';
import { claimJobs, findUnknownKinds, othersWait } from './claim.ts';
import type { Dispatcher } from './dispatcher.ts';
import { WorkerStoppingError } from './errors.ts';
import { finishJobs, type Outcome } from './finish.ts';
import { startHeartbeat } from './heartbeat.ts';
import { insist } from './insist.ts';
import type { Store } from './store.ts';
import type { Handle, Job, Processor } from './types.ts';

export interface Worker {
  /** Resolves when the worker can receive jobs. */
  ready: Promise<void>;
  /**
   * Takes no more jobs, lets those under way finish within the grace time, then aborts them and gives them back: they are
   * queued again, the attempt does not count. Resolves when nothing of this worker runs any more.
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
  carrier: Carrier;
  dispatcher: Dispatcher;
  processors: Record<string, Processor>;
  concurrency: number;
  graceMs: number;
  long?: LongKinds;
  sharedBy?: string;
  leaseMs: number;
  heartbeatMs: number;
  backoffMs: number;
  log: Logger;
}

/** How long a processor may take to notice that its signal was aborted, before its job is given back over its head. */
const noticeMs = 1_000;
const longestSilenceMs = 10_000;

export function startWorker(request: WorkRequest): Worker {
  const { store, carrier, dispatcher, processors, log, leaseMs } = request;
  const attempts = new Set<Attempt>();
  const kinds = Object.keys(processors);
  const claim = createBatcher<number, Job | undefined>((ids) => claimJobs({ store, kinds, leaseMs }, ids));
  const finish = createBatcher<Outcome, boolean>((outcomes) => finishJobs(store, outcomes));
  const heartbeat = startHeartbeat({ store, leaseMs, everyMs: request.heartbeatMs, attempts, log });
  const ending = new Set<Promise<void>>();
  let stopping: Promise<void> | undefined;

  /** One message. Whatever happens here the message is used up: what is not begun or not finished is the sweeper's. */
  async function handle(id: number): Promise<void> {
    if (stopping) return undispatch(store, [id]);
    const job = await insist(() => claim(id), leaseMs).catch((error: unknown) => {
      log.error({ err: error, jobId: id }, 'A job could not be begun; it is sent again.');
    });
    dispatcher.placesFree(1);
    if (!job) return leaveToOthers(id);
    const over = Promise.withResolvers<Outcome>();
    const giveBack = () => over.resolve(givenBack(job));
    const attempt = {
      job,
      controller: new AbortController(),
      leaseEndsAt: performance.now() + leaseMs,
      giveBack,
    };
    const waits = hasToWait(job);
    const mustWait = waits && (await waits);
    if (mustWait || isCrowded(job)) return end(attempt, { ...givenBack(job), delayMs: leaseMs / 6 });
    attempts.add(attempt);
    const outcome = await Promise.race([runAttempt(request, attempt, processors[job.kind]!), over.promise]);
    const ended = end(attempt, outcome);
    ending.add(ended);
    void ended.then(() => ending.delete(ended));
    // The next job may begin while this one's end is being written, unless the database falls behind.
    if (ending.size > request.concurrency) await ended;
  }

  /** Whether the places for long work are taken: then a job of such a kind makes room for others. */
  function isCrowded({ kind }: Pick<Job, 'kind'>): boolean {
    const { kinds: long, atMost } = request.long ?? { kinds: [], atMost: 0 };
    if (!long.includes(kind)) return false;
    return [...attempts].filter(({ job }) => long.includes(job.kind)).length >= atMost;
  }

  /** Whether a job with the same value of `sharedBy` runs here already and one with another value is due. */
  function hasToWait(job: Job): Promise<boolean> | false {
    const { sharedBy: member } = request;
    if (member === undefined) return false;
    const value = memberOf(job, member);
    // Not async: of two jobs that begin at once, the second must see the first among the attempts.
    if (![...attempts].some((attempt) => memberOf(attempt.job, member) === value)) return false;
    const startable = kinds.filter((kind) => !isCrowded({ kind }));
    return othersWait(store, startable, { member, value }).catch(() => false);
  }

  async function end(attempt: Attempt, outcome: Outcome | undefined): Promise<void> {
    const { job } = attempt;
    try {
      const written = outcome !== undefined && (await insist(() => finish(outcome), leaseMs));
      if (!written)
        log.warn(
          { jobId: job.id, fence: job.fence },
          'An attempt ended after its job had gone to another worker; nothing was changed.',
        );
      else if (outcome.status === 'queued') dispatcher.dispatchIn(outcome.delayMs ?? 0);
    } catch (error) {
      log.error(
        { err: error, jobId: job.id },
        'The end of a job could not be written; the job is run again when its lease is over.',
      );
    }
    attempts.delete(attempt);
  }

  async function leaveToOthers(id: number): Promise<void> {
    const unknown = await findUnknownKinds({ store, kinds, leaseMs }, [id]).catch(() => []);
    if (unknown.length === 0) return;
    log.warn(
      { jobId: id },
      'This worker has no processor for the kind of a job; the job waits for one that has.',
    );
    await undispatch(store, unknown, leaseMs / 6);
  }

  const receiver = carrier.receive({
    concurrency: request.concurrency,
    silenceMs: Math.min(leaseMs, longestSilenceMs),
    handle,
  });

  async function stop(): Promise<void> {
    const received = receiver.close();
    if (!(await endsWithin(received, request.graceMs))) await interrupt(received);
    await Promise.all(ending);
    await heartbeat.stop();
    await dispatcher.dispatch(); // what was given back goes to other workers at once
  }

  async function interrupt(received: Promise<void>): Promise<void> {
    for (const { controller } of attempts) controller.abort(new WorkerStoppingError());
    if (await endsWithin(received, noticeMs)) return;
    if (attempts.size > 0) {
      log.warn(
        { jobs: [...attempts].map(({ job }) => job.id) },
        'Jobs did not stop when they were told to; they are given back as they are.',
      );
    }
    for (const { giveBack } of attempts) giveBack();
    // A carrier that hangs must not keep the process alive.
    await endsWithin(received, 3_000);
  }

  return { ready: receiver.ready, stop: () => (stopping ??= stop()) };
}

function memberOf({ payload }: Job, member: string): string | null {
  const value = (payload as Record<string, unknown> | null)?.[member];
  return value === undefined || value === null ? null : String(value);
}

async function endsWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  const timer = new AbortController();
  const late = delay(ms, false, { signal: timer.signal }).catch(() => false);
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    timer.abort();
  }
}
