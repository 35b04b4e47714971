import { setTimeout as delay } from 'node:timers/promises';
import type { Job } from './types.ts';

const FIRST_MS = 20;
const LONGEST_MS = 500;

/** Reads a job again and again, ever more slowly, until it has ended; undefined when there is no such job. */
export async function untilFinished(
  get: () => Promise<Job | undefined>,
  signal?: AbortSignal,
): Promise<Job | undefined> {
  for (let wait = FIRST_MS; ; wait = Math.min(wait * 1.3, LONGEST_MS)) {
    const job = await get();
    if (!job || job.finishedAt) return job;
    await delay(wait, undefined, signal ? { signal } : {});
  }
}
