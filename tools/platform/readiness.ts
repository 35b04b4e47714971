import { setTimeout as delay } from 'node:timers/promises';
import type { ManagedProcess } from '../stack/managed-process.ts';

/** Waits until the address answers 2xx; a part that ends first, or never answers, is an error with its last lines. */
export async function untilAnswers(url: string, part: ManagedProcess, timeoutMs = 60_000): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (Date.now() < deadline && !part.hasEnded()) {
    if (await answers(url)) return;
    await delay(40);
  }
  const reason = part.hasEnded() ? await part.ended : `did not answer at ${url} within ${timeoutMs / 1000} s`;
  throw new Error(`${part.name} could not start: it ${reason}. Its last lines were:\n${part.logTail()}`);
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000), redirect: 'manual' });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}
