import { setTimeout as delay } from 'node:timers/promises';

/** Tries again while the database is away, for at most `limitMs`; then the last error stands. */
export async function insist<T>(work: () => Promise<T>, limitMs: number): Promise<T> {
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
