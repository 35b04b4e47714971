import type { Logger } from './logger.ts';

/** Runs `work` now and then, never twice at once; a failure is logged and tried again. Returns how to stop it. */
export function repeat(
  work: () => Promise<void>,
  { everyMs, what, logger }: { everyMs: number; what: string; logger: Logger },
): () => void {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  async function run(): Promise<void> {
    await work().catch((err: unknown) => logger.warn({ err }, `${what} failed; it will be tried again`));
    if (!stopped) timer = setTimeout(() => void run(), everyMs).unref();
  }
  void run();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
