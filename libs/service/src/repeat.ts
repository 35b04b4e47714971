import type { Logger } from './logger.ts';

/**
 * Runs `work` at intervals, never twice at once. After a failure it tries again, and logs only when the failure is a new one or
 * is over. Returns a function that stops it.
 */
export function repeat(
  work: () => Promise<void>,
  { everyMs, what, logger }: { everyMs: number; what: string; logger: Logger },
): () => void {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let reason: string | null = null;
  async function run(): Promise<void> {
    const failure = await work().then(
      () => null,
      (err: unknown) => ({ err, reason: String(err) }),
    );
    if (failure && failure.reason !== reason) logger.warn({ err: failure.err }, `${what} failed, retrying`);
    else if (!failure && reason !== null) logger.info(`${what} succeeded again`);
    reason = failure?.reason ?? null;
    if (!stopped) timer = setTimeout(() => void run(), everyMs).unref();
  }
  void run();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
