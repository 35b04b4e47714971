import type { Kysely } from 'kysely';
import { readDatabaseIdentity } from '@cairn/db';
import { repeat } from '@cairn/service';
import type { Logger } from '@cairn/service';
import type { PortalRegistry, ServiceRegistration } from './registry.ts';

const RETRY_MS = 5_000;
/** A database may move to another server while the service runs. Databases that are no longer reported count as unused. */
const REPEAT_MS = 60_000;

export interface PortalRegistrationDeps {
  /** Null without a portal. */
  registry: PortalRegistry | null;
  config: { internalUrl: string };
  db: Kysely<any>;
  logger: Logger;
}

/**
 * Registers this service and its database with the portal, retries until the portal answers, and repeats it once a minute.
 * Returns a function that stops it.
 */
export function registerWithPortal(
  { registry, config, db, logger }: PortalRegistrationDeps,
  service: Pick<ServiceRegistration, 'displayName' | 'visibility'>,
  { repeatMs = REPEAT_MS }: { repeatMs?: number } = {},
): () => void {
  if (!registry) return () => undefined;
  let isRegistered = false;
  let nextAt = 0;
  return repeat(
    async () => {
      if (performance.now() < nextAt) return;
      const database = await readDatabaseIdentity(db).catch(() => null);
      if (isRegistered && database === null) return;
      const discoveryUrl = `${config.internalUrl}/api/discovery`;
      await registry.registerService({ ...service, discoveryUrl, ...(database ? { database } : {}) });
      isRegistered = true;
      if (database) nextAt = performance.now() + repeatMs;
    },
    { everyMs: Math.min(RETRY_MS, repeatMs), what: 'portal registration', logger },
  );
}
