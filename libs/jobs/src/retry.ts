import { setTimeout as delay } from 'node:timers/promises';

export const longestBackoffMs = 5 * 60_000;

/**
 * Milliseconds to wait after the given attempt failed: `baseMs` doubled with each attempt, at most five minutes. The upper half
 * is random, so that jobs that failed together do not come back together.
 */
export function backoff(attempt: number, baseMs: number, random: () => number = Math.random): number {
  const full = Math.min(baseMs * 2 ** (attempt - 1), longestBackoffMs);
  return Math.round(full / 2 + (full / 2) * random());
}

/** Tries again while the database is unavailable, for at most `limitMs`; then throws the last error. */
export async function retry<T>(work: () => Promise<T>, limitMs: number): Promise<T> {
  const deadline = performance.now() + limitMs;
  for (let pauseMs = 100; ; pauseMs = Math.min(pauseMs * 2, 2_000)) {
    try {
      return await work();
    } catch (error) {
      if (performance.now() + pauseMs > deadline) throw error;
    }
    await delay(pauseMs);
  }
}

/** Whether a promise resolves within a time. */
export async function endsWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  const timer = new AbortController();
  const late = delay(ms, false, { signal: timer.signal }).catch(() => false);
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    timer.abort();
  }
}
