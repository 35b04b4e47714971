import { repeat } from '@cairn/service';
import type { Context } from './context.ts';

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
