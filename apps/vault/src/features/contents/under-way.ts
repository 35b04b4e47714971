import type { Job, Jobs } from '@cairn/jobs';

/** A job that no worker has begun by then is not waited for. */
const PATIENCE_MS = 10_000;

/**
 * Lets a worker finish what it is about to make, so that it is not made twice: resolves when no job of that kind and key is
 * under way any more, or when it is seen that none begins.
 */
export async function leaveToWorker(jobs: Jobs, { kind, key }: { kind: string; key: string }): Promise<void> {
  const active = await jobs.list({ kind, status: ['queued', 'running'], limit: 200 });
  const job = active.find(({ idempotencyKey }) => idempotencyKey === key);
  if (job) await endOrPatience(jobs, job);
}

async function endOrPatience(jobs: Jobs, job: Job): Promise<void> {
  const waits = new AbortController();
  const timer = setTimeout(async () => {
    const now = await jobs.get(job.id).catch(() => undefined);
    if (now?.status !== 'running') waits.abort();
  }, PATIENCE_MS);
  try {
    await jobs.finished(job.id, { signal: waits.signal });
  } catch (error) {
    if (!waits.signal.aborted) throw error;
  } finally {
    clearTimeout(timer);
  }
}
