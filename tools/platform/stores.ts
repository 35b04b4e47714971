import { join } from 'node:path';
import { storeAccount } from '../stack/account.ts';
import type { Part } from '../stack/part.ts';
import { startPostgres } from '../stack/postgres.ts';
import { provision } from '@cairn/topology/provision';
import { startRedis } from '../stack/redis.ts';
import { silent, type Progress } from './progress.ts';
import type { Secrets } from './secrets.ts';
import { databaseName } from './service-environment.ts';

export interface StoresRequest {
  dataDir: string;
  secrets: Secrets;
  ports: { postgres: number; redis: number };
  /** Data that outlive the process: fsync and an append-only file. */
  lasting: boolean;
  progress?: Progress;
  onStarted: (part: Part) => void;
}

export interface Stores {
  /** Superuser address of the cluster. */
  adminUrl: string;
  redisUrl: string;
}

/** The private PostgreSQL cluster, with database, roles and schemas, and the private Redis. */
export async function startStores(request: StoresRequest): Promise<Stores> {
  const { dataDir, secrets, ports, progress = silent } = request;
  const shared = { account: storeAccount(), durable: request.lasting };
  const logs = join(dataDir, 'logs');
  const postgres = async () => {
    const server = await startPostgres({
      ...shared,
      folder: join(dataDir, 'postgres'),
      port: ports.postgres,
      password: secrets.postgres,
      logFile: join(logs, 'postgres.log'),
    });
    request.onStarted(server);
    await provision({ adminUrl: server.adminUrl, database: databaseName, passwords: secrets.roles });
    return server.adminUrl;
  };
  const redis = async () => {
    const server = await startRedis({
      ...shared,
      folder: join(dataDir, 'redis'),
      port: ports.redis,
      password: secrets.redis,
      logFile: join(logs, 'redis.log'),
    });
    request.onStarted(server);
    return server.url;
  };
  const [adminUrl, redisUrl] = await settleAll([
    progress.step('PostgreSQL with PostGIS', postgres),
    progress.step('Redis', redis),
  ] as const);
  return { adminUrl, redisUrl };
}

/** Like Promise.all, but waits for all even when one fails, so that nothing starts after the clean-up. */
export async function settleAll<T extends readonly Promise<unknown>[]>(
  promises: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const results = await Promise.allSettled(promises);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
  return (await Promise.all(promises)) as { -readonly [K in keyof T]: Awaited<T[K]> };
}
