import { setTimeout as delay } from 'node:timers/promises';
import type { Jobs } from '@cairn/jobs';
import { createFairSemaphore } from '@cairn/service';

/** Runs work once for all callers with the same key while it is running. */
export function createSingleFlight<T>(): (key: string, work: () => Promise<T>) => Promise<T> {
  const running = new Map<string, Promise<T>>();
  return (key, work) => {
    const current = running.get(key);
    if (current) return current;
    const run = work().finally(() => running.delete(key));
    running.set(key, run);
    return run;
  };
}

/**
 * Runs long work one piece at a time, so that the rest of the server stays free for short requests. Users take turns.
 * @throws {AppError} unavailable when too much work is waiting.
 */
export function createFairQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  const { run } = createFairSemaphore({
    limit: 1,
    perPerson: 1,
    busy: {
      code: 'vault.busy',
      message: 'The server is busy with other large files. Try again in a minute.',
    },
  });
  return (work) => run(work);
}

/** A job that no worker starts within this time is not waited for. */
const MAX_QUEUED_MS = 10_000;
const POLL_MS = 300;

export interface JobRef {
  kind: string;
  /** Idempotency key of the job. */
  key: string;
  /** Whether the result of the job exists, also before the job ends. */
  isDone?(): Promise<boolean>;
}

/**
 * Waits for a queued or running job, so that its work is not done twice. Resolves when the job is done or has ended, at once
 * without such a job, and also when no worker starts it.
 */
export async function awaitActiveJob(jobs: Jobs, { kind, key, isDone }: JobRef): Promise<void> {
  const active = await jobs.list({ kind, status: ['queued', 'running'], limit: 200 });
  const job = active.find(({ idempotencyKey }) => idempotencyKey === key);
  if (!job) return;
  const queuedUntil = performance.now() + MAX_QUEUED_MS;
  for (;;) {
    await delay(POLL_MS);
    if (await isDone?.()) return;
    const now = await jobs.get(job.id);
    const isActive = now?.status === 'running' || now?.status === 'queued';
    if (!isActive || (now.status === 'queued' && performance.now() > queuedUntil)) return;
  }
}
