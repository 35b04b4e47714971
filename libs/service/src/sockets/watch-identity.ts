import { AppError } from '../errors.ts';

const EVERY_MS = 2_000;
/** How long the credential store may be unavailable before the caller is disconnected. */
const DOUBT_MS = 15_000;

/**
 * Checks at intervals whether a caller still has access, because a socket or a long download outlives the check of its request. `check`
 * throws when it was lost; `onLost` is then called once, with a sentence. Returns a function that stops the checks.
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
