import { AppError } from '@cairn/service';
import { notice } from '../components.ts';
import type { Markup } from '@cairn/service';

/** Rows of one page of history or conflicts. */
export const PAGE_ROWS = 50;

/** A page waits for a database or a provider no longer than that. */
const LIMIT_MS = 10_000;

/** What was read, or the sentence that says why it could not be. */
export type ReadResult<T> = { value: T; problem?: never } | { value?: never; problem: string };

/** Reads from the database of a project. */
export function readTarget<T>(read: (signal: AbortSignal) => Promise<T>): Promise<ReadResult<T>> {
  return readWithin(read, {
    limitMs: LIMIT_MS,
    late: 'The database did not answer within 10 seconds. Reload the page to try again.',
  });
}

/** Asks the provider of a project. */
export function readProvider<T>(read: (signal: AbortSignal) => Promise<T>): Promise<ReadResult<T>> {
  return readWithin(read, {
    limitMs: LIMIT_MS,
    late: 'The provider did not answer within 10 seconds, so it is not known whether edits are waiting there. Reload the page to try again.',
  });
}

/** Reads from someone else's server; its failures become sentences, since the rest of the page is there without it. */
export async function readWithin<T>(
  read: (signal: AbortSignal) => Promise<T>,
  { limitMs, late }: { limitMs: number; late: string },
): Promise<ReadResult<T>> {
  const signal = AbortSignal.timeout(limitMs);
  try {
    return { value: await Promise.race([read(signal), whenAborted(signal)]) };
  } catch (error) {
    if (signal.aborted) return { problem: late };
    if (error instanceof AppError && error.kind !== 'internal') return { problem: error.message };
    throw error;
  }
}

/** For what does not look at the signal. */
function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }),
  );
}

export function problemNotice({ problem }: { problem: string }): Markup {
  return notice(problem, 'bad');
}
