import { setTimeout as delay } from 'node:timers/promises';

/** Asks again and again until the answer is yes; fails with `what` after the limit, which is 60 s. */
export async function until(
  what: string,
  check: () => boolean | Promise<boolean>,
  { limitMs = 60_000, everyMs = 20 } = {},
): Promise<void> {
  const end = performance.now() + limitMs;
  while (!(await check())) {
    if (performance.now() > end) throw new Error(`timed out waiting until ${what}`);
    await delay(everyMs);
  }
}
