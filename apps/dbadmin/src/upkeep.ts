import type { Logger } from '@cairn/service';
import type { Context } from './context.ts';

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

/** Tells the portal where this service is; the portal may start later, or lose its memory. */
export function announceService({ registry, config, logger }: Context): () => void {
  if (!registry) return () => undefined;
  let told = false;
  return repeat(
    async () => {
      if (told) return;
      await registry.registerService({
        displayName: 'Databases',
        discoveryUrl: `${config.internalUrl}/api/discovery`,
      });
      told = true;
    },
    { everyMs: 5_000, what: 'registering with the portal', logger },
  );
}
