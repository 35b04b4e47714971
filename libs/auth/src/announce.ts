import type { Kysely } from 'kysely';
import { readDatabaseIdentity } from '@cairn/db';
import type { DatabaseIdentity } from '@cairn/db';
import { repeat } from '@cairn/service';
import type { Logger } from '@cairn/service';
import type { PortalRegistry, ServiceRegistration } from './registry.ts';

const RETRY_MS = 5_000;
/** A database may move to another server while the service runs, with an upgrade or a switch-over. */
const REPEAT_MS = 60_000;

export interface Announcement {
  /** Null where there is no portal to tell. */
  registry: PortalRegistry | null;
  config: { internalUrl: string };
  db: Kysely<any>;
  logger: Logger;
}

/**
 * Registers this service and its database with the portal, until it answers: the portal may start later. Then once a minute it
 * reports a database that has changed. Returns how to stop.
 */
export function announceService(
  { registry, config, db, logger }: Announcement,
  service: Pick<ServiceRegistration, 'displayName' | 'visibility'>,
): () => void {
  if (!registry) return () => undefined;
  let announced: { database: DatabaseIdentity | null } | null = null;
  let nextAt = 0;
  return repeat(
    async () => {
      if (performance.now() < nextAt) return;
      const database = await readDatabaseIdentity(db).catch(() => null);
      const isNews = database !== null && !isSame(database, announced?.database);
      if (announced === null || isNews) {
        const discoveryUrl = `${config.internalUrl}/api/discovery`;
        await registry.registerService({ ...service, discoveryUrl, ...(database ? { database } : {}) });
        announced = { database };
      }
      if (announced.database) nextAt = performance.now() + REPEAT_MS;
    },
    { everyMs: RETRY_MS, what: 'registering with the portal', logger },
  );
}

function isSame(one: DatabaseIdentity, other: DatabaseIdentity | null | undefined): boolean {
  return one.serverIdentifier === other?.serverIdentifier && one.name === other.name;
}
