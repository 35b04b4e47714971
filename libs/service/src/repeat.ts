import type { Logger } from './logger.ts';

/** Runs `work` at intervals, never twice at once; logs a failure and tries again. Returns a function that stops it. */
export function repeat(
  work: () => Promise<void>,
  { everyMs, what, logger }: { everyMs: number; what: string; logger: Logger },
): () => void {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  async function run(): Promise<void> {
    await work().catch((err: unknown) => logger.warn({ err }, `${what} failed, retrying`));
    if (!stopped) timer = setTimeout(() => void run(), everyMs).unref();
  }
  void run();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
