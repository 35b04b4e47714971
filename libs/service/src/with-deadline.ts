export interface Deadline {
  ms: number;
  /** The error of a wait that takes too long. */
  onTimeout(): Error;
  signal?: AbortSignal | undefined;
}

/**
 * Waits for work, but not longer than `ms`. Rejects with the error of `onTimeout`, or with the reason of `signal` once it aborts.
 * The work itself continues; its failure is ignored once no caller waits for it.
 */
export async function withDeadline<T>(work: Promise<T>, { ms, onTimeout, signal }: Deadline): Promise<T> {
  const { promise: ended, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(onTimeout()), ms);
  const onAbort = () => reject(signal?.reason as Error);
  signal?.addEventListener('abort', onAbort, { once: true });
  work.catch(() => undefined);
  try {
    signal?.throwIfAborted();
    return await Promise.race([work, ended]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}
