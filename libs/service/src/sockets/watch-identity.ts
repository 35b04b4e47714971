import { AppError } from '../errors.ts';

const EVERY_MS = 2_000;
/** For how long a credential store that does not answer is waited for before the caller counts as gone. */
const DOUBT_MS = 15_000;

/**
 * Asks again and again whether a caller still may be here, because a socket outlives the request that opened it. `check`
 * throws when they may not; `onLost` is then called once, with a sentence. Returns how to stop.
 */
export function watchIdentity(check: () => Promise<unknown>, onLost: (reason: string) => void): () => void {
  let confirmed = performance.now();
  let stopped = false;
  let timer = setTimeout(look, EVERY_MS);

  async function look(): Promise<void> {
    try {
      await check();
      confirmed = performance.now();
    } catch (error) {
      const inDoubt = !(error instanceof AppError) || error.kind === 'unavailable';
      if (stopped) return;
      if (!inDoubt) return onLost((error as AppError).message);
      if (performance.now() - confirmed > DOUBT_MS)
        return onLost('Your sign-in cannot be checked; try again.');
    }
    if (!stopped) timer = setTimeout(look, EVERY_MS);
  }

  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
