import { createAuth, createPortalRegistryFromConfig } from '@cairn/auth';
import type { PortalRegistry } from '@cairn/auth';
import { createServiceDatabase } from '@cairn/db';
import { createJobs } from '@cairn/jobs';
import type { JobTimes } from '@cairn/jobs';
import { createSecretBox } from '@cairn/service';
import type { DataServiceConfig, Logger } from '@cairn/service';

interface DataServiceOptions<Config> {
  /** The service's name: of its schema, its queue and its own permissions. */
  name: string;
  config: Config;
  logger: Logger;
  overrides?: DataServiceOverrides;
}

/** What tests replace in the context of every service. */
export interface DataServiceOverrides {
  registry?: PortalRegistry;
  jobTimes?: JobTimes;
}

/**
 * The part of the context that every service with data of its own has, but sign-in: database, jobs, and the portal's registry. For
 * a service that knows its callers itself: it adds its own `guard`.
 */
export function createDataServiceParts<Database, Config extends DataServiceConfig = DataServiceConfig>({
  name,
  config,
  logger,
  overrides = {},
}: DataServiceOptions<Config>) {
  const schema = schemaOf(name);
  const database = createServiceDatabase<Database>({ url: config.databaseUrl, service: schema, logger });
  const { db, pool } = database;
  const jobs = createJobs({
    ...{ db, pool, schema, queue: name, redisUrl: config.redisUrl, logger },
    ...overrides.jobTimes,
  });
  return {
    config,
    logger,
    db,
    databaseConfigured: database.isConfigured,
    jobs,
    registry: overrides.registry ?? createPortalRegistryFromConfig(config, name),
    secretBox: createSecretBox({ keys: config.encryptionKeys }),
    /** `closeOthers` runs when no job of this process runs any more and before the database is closed. */
    async close(closeOthers?: () => Promise<unknown>): Promise<void> {
      await jobs.close();
      await closeOthers?.();
      await database.close();
    },
  };
}

/** The same with the platform's sign-in as its guard. `acceptTokens`: whether personal access tokens count; they do unless said otherwise. */
export function createDataServiceContext<Database, Config extends DataServiceConfig = DataServiceConfig>({
  acceptTokens = true,
  ...options
}: DataServiceOptions<Config> & { acceptTokens?: boolean }) {
  const { name, config, logger } = options;
  const parts = createDataServiceParts<Database, Config>(options);
  const auth = createAuth({ ...config, serviceName: name, acceptTokens, logger });
  return {
    ...parts,
    auth,
    guard: auth,
    close: (closeOthers?: () => Promise<unknown>): Promise<void> =>
      parts.close(async () => {
        await closeOthers?.();
        await auth.close();
      }),
  };
}

/** Name of a service's schema and login role. */
export function schemaOf(service: string): string {
  return service.replaceAll('-', '_');
}
