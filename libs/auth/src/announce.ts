import { repeat } from '@cairn/service';
import type { Logger } from '@cairn/service';
import type { PortalRegistry } from './registry.ts';

export interface Announcement {
  /** Null where there is no portal to tell. */
  registry: PortalRegistry | null;
  config: { internalUrl: string };
  logger: Logger;
}

/** Tells the portal where this service is, until it was heard: the portal may start later. Returns how to stop. */
export function announceService({ registry, config, logger }: Announcement, displayName: string): () => void {
  if (!registry) return () => undefined;
  let told = false;
  return repeat(
    async () => {
      if (told) return;
      await registry.registerService({ displayName, discoveryUrl: `${config.internalUrl}/api/discovery` });
      told = true;
    },
    { everyMs: 5_000, what: 'registering with the portal', logger },
  );
}
