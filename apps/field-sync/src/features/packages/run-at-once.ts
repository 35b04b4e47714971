/**
 * Does some work for all items, several at once. The first failure ends the work on the others, and is thrown once all of it has ended.
 */
export async function runAtOnce<T>(
  items: readonly T[],
  { limit, signal }: { limit: number; signal: AbortSignal },
  work: (item: T, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const failed = new AbortController();
  const stop = AbortSignal.any([signal, failed.signal]);
  const left = items.values();
  const worker = async () => {
    for (const item of left) {
      stop.throwIfAborted();
      await work(item, stop);
    }
  };
  const workers = Array.from({ length: limit }, () =>
    worker().catch((error: unknown) => {
      failed.abort(error);
      throw error;
    }),
  );
  await Promise.allSettled(workers);
  stop.throwIfAborted();
}
