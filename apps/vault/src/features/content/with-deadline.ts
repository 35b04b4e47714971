import { AppError } from '@cairn/service';

/**
 * Waits for something that is being made, but not for long: after `seconds` AppError `unavailable`, which tells the client
 * to ask again. The work goes on for whoever asks next.
 */
export async function withDeadline<T>(
  work: Promise<T>,
  { seconds, signal, sentence }: { seconds: number; signal?: AbortSignal; sentence: string },
): Promise<T> {
  const { promise: over, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () =>
      reject(
        new AppError({ kind: 'unavailable', code: 'vault.in_preparation', message: sentence, retryAfter: 2 }),
      ),
    seconds * 1_000,
  );
  const leave = () => reject(signal?.reason as Error);
  signal?.addEventListener('abort', leave, { once: true });
  // When nobody waits any more, its failure is told to the next who asks.
  work.catch(() => undefined);
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', leave);
  }
}
