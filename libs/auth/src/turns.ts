import { AppError } from '@cairn/service';

export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/** Runs at most `atOnce` pieces of work at one time; the others wait in line, up to `maxWaiting`, then are refused. */
export function createTurns({ atOnce, maxWaiting }: { atOnce: number; maxWaiting: number }): InTurn {
  let running = 0;
  const waiting: (() => void)[] = [];

  return async function inTurn(work) {
    if (running >= atOnce) {
      if (waiting.length >= maxWaiting) throw tooBusy();
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // The turn passes on without being given back, or a newcomer could slip in as one too many.
      if (next) next();
      else running -= 1;
    }
  };
}

function tooBusy(): AppError {
  return new AppError({
    kind: 'too_many',
    code: 'auth.busy',
    message: 'Too many people are signing in at this moment; try again in a few seconds.',
    retryAfter: 5,
  });
}
