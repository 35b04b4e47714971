import { setTimeout as delay } from 'node:timers/promises';
import type { Jobs } from '@cairn/jobs';

/** A job that no worker has begun by then is not waited for. */
const PATIENCE_MS = 10_000;
const LOOK_MS = 300;

/** What a worker may be about to make, and how to see that it has. */
export interface JobRef {
  kind: string;
  /** Idempotency key of the job. */
  key: string;
  isDone?(): Promise<boolean>;
}

/**
 * Lets a worker finish what it is about to make, so that it is not made twice: resolves when it is done, when no such job
 * is under way any more, or when it is seen that none begins.
 */
export async function awaitActiveJob(jobs: Jobs, { kind, key, isDone }: JobRef): Promise<void> {
  const active = await jobs.list({ kind, status: ['queued', 'running'], limit: 200 });
  const job = active.find(({ idempotencyKey }) => idempotencyKey === key);
  if (!job) return;
  const givesUp = performance.now() + PATIENCE_MS;
  for (;;) {
    await delay(LOOK_MS);
    if (await isDone?.()) return;
    const now = await jobs.get(job.id);
    const isActive = now?.status === 'running' || now?.status === 'queued';
    if (!isActive || (now.status === 'queued' && performance.now() > givesUp)) return;
  }
}
