import { repeat } from '@cairn/service';
import type { Logger } from '@cairn/service';
import type { PortalRegistry, ServiceRegistration } from './registry.ts';

export interface Announcement {
  /** Null where there is no portal to tell. */
  registry: PortalRegistry | null;
  config: { internalUrl: string };
  logger: Logger;
}

/** Tells the portal where this service is, until it answers: the portal may start later. Returns how to stop. */
export function announceService(
  { registry, config, logger }: Announcement,
  service: Pick<ServiceRegistration, 'displayName' | 'visibility'>,
): () => void {
  if (!registry) return () => undefined;
  let told = false;
  return repeat(
    async () => {
      if (told) return;
      await registry.registerService({ ...service, discoveryUrl: `${config.internalUrl}/api/discovery` });
      told = true;
    },
    { everyMs: 5_000, what: 'registering with the portal', logger },
  );
}
