export const longestBackoffMs = 5 * 60_000;

/**
 * Milliseconds to wait after the given attempt failed: `baseMs` doubled with each attempt, at most five minutes, of which
 * the upper half is random so that jobs that failed together do not come back together.
 */
export function backoff(attempt: number, baseMs: number, random: () => number = Math.random): number {
  const full = Math.min(baseMs * 2 ** (attempt - 1), longestBackoffMs);
  return Math.round(full / 2 + (full / 2) * random());
}
