import { join } from 'node:path';
import { storeAccount } from '../stack/account.ts';
import { postgresAdminUrl, spawnPostgres, untilPostgresReady } from '../stack/postgres.ts';
import { provision } from '@cairn/topology/provision';
import { redisUrl, spawnRedis, untilRedisReady } from '../stack/redis.ts';
import { silent, type Progress } from './progress.ts';
import type { Secrets } from './secrets.ts';
import { databaseName } from './platform-env.ts';
import type { Supervisor } from './supervisor.ts';

export interface StoresRequest {
  dataDir: string;
  secrets: Secrets;
  ports: { postgres: number; redis: number };
  /** For data that outlive the process: fsync and an append-only file. */
  lasting: boolean;
  progress?: Progress;
  supervisor: Pick<Supervisor, 'start'>;
}

export interface Stores {
  /** Superuser address of the cluster. */
  adminUrl: string;
  redisUrl: string;
}

/** The private PostgreSQL cluster, with database, roles and schemas, and the private Redis. */
export async function startStores(request: StoresRequest): Promise<Stores> {
  const { dataDir, secrets, ports, supervisor, progress = silent } = request;
  const shared = { account: storeAccount(), durable: request.lasting };
  const postgres = {
    ...shared,
    folder: join(dataDir, 'postgres'),
    port: ports.postgres,
    password: secrets.postgres,
    logFile: join(dataDir, 'logs', 'postgres.log'),
  };
  const redis = {
    ...shared,
    folder: join(dataDir, 'redis'),
    port: ports.redis,
    password: secrets.redis,
    logFile: join(dataDir, 'logs', 'redis.log'),
  };
  const stores = { adminUrl: postgresAdminUrl(postgres), redisUrl: redisUrl(redis) };
  await settleAll([
    progress.step('PostgreSQL with PostGIS', async () => {
      await supervisor.start({
        layer: 'stores',
        spawn: () => spawnPostgres(postgres),
        untilReady: (part) => untilPostgresReady(postgres, part),
      });
      await provision({ adminUrl: stores.adminUrl, database: databaseName, passwords: secrets.roles });
    }),
    progress.step('Redis', () =>
      supervisor.start({
        layer: 'stores',
        spawn: () => spawnRedis(redis),
        untilReady: (part) => untilRedisReady(redis, part),
      }),
    ),
  ] as const);
  return stores;
}

/** Like Promise.all, but waits for all even if one fails, so that nothing starts after the clean-up. */
export async function settleAll<T extends readonly Promise<unknown>[]>(
  promises: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const results = await Promise.allSettled(promises);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
  return (await Promise.all(promises)) as { -readonly [K in keyof T]: Awaited<T[K]> };
}
