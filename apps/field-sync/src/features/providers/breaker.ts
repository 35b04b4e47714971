import type { ProviderFailure } from './types.ts';

/** How calls to one server went lately; columns of its row. */
export interface BreakerState {
  /** Failures in a row. */
  failures: number;
  /** No call before this moment. */
  retryAt: Date | null;
}

const OPENS_AT = 5;
const TRIAL_EVERY_MS = 15 * 60_000;
const FIRST_BACKOFF_MS = 1000;
const MAX_BACKOFF_MS = 15 * 60_000;

export const CLOSED: BreakerState = { failures: 0, retryAt: null };

/** Whether a call may be made now. While the breaker is open, this is the trial of a quarter of an hour. */
export function mayCall({ retryAt }: BreakerState, now: Date): boolean {
  return retryAt === null || retryAt <= now;
}

export function isOpen({ failures }: BreakerState): boolean {
  return failures >= OPENS_AT;
}

/**
 * The state after a call that failed. Only what concerns the whole server counts: no answer, 5xx, too many requests. A project that
 * is refused delays no other, and a wrong password stops the server in another way.
 */
export function afterFailure(
  state: BreakerState,
  failure: Pick<ProviderFailure, 'outcome' | 'retryAfterMs'>,
  { now, random = Math.random }: { now: Date; random?: () => number },
): BreakerState {
  const { outcome, retryAfterMs = 0 } = failure;
  const after = (wait: number): Date => new Date(now.getTime() + Math.max(wait, retryAfterMs));
  if (outcome === 'later') return { ...state, retryAt: after(TRIAL_EVERY_MS) };
  if (outcome !== 'retry') return state;
  const failures = state.failures + 1;
  const wait = failures >= OPENS_AT ? TRIAL_EVERY_MS : backoffMs(failures, random);
  return { failures, retryAt: after(wait) };
}

/** Full jitter: a random wait of up to 1 s, doubling with each failure to a quarter of an hour. */
export function backoffMs(failures: number, random: () => number = Math.random): number {
  const limit = Math.min(FIRST_BACKOFF_MS * 2 ** Math.max(failures - 1, 0), MAX_BACKOFF_MS);
  return Math.round(random() * limit);
}
