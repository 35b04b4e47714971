import { setTimeout as delay } from 'node:timers/promises';
import type { ManagedProcess } from '../stack/managed-process.ts';

/** Waits until the address responds with 2xx. Throws an error with the last log lines when the part ends or does not respond. */
export async function untilAnswers(url: string, part: ManagedProcess, timeoutMs = 60_000): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (Date.now() < deadline && !part.hasEnded()) {
    if (await answers(url)) return;
    await delay(40);
  }
  const reason = part.hasEnded()
    ? await part.ended
    : `did not respond at ${url} within ${timeoutMs / 1000} s`;
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
