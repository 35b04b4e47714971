import { join, resolve } from 'node:path';
import { readConfig, readServiceConfig } from './config.ts';
import type { ConfigSchema, ServiceConfig } from './config.ts';

const REPOSITORY = resolve(import.meta.dirname, '../../..');

/** Configuration of a service with its own data, jobs and pages, from its environment. */
export interface DataServiceConfig extends ServiceConfig {
  /** Without it the service starts, and returns 503 where it needs the database. */
  databaseUrl?: string;
  /** The database with the portal's sign-in views. */
  centralDatabaseUrl?: string;
  /** Internal address of the portal. */
  portalUrl?: string;
  /** Addresses of the portal's `/api/me`, instead of that below `portalUrl`; see createAuth. */
  meUrls?: string[];
  /** Redis or Valkey, which carries jobs to workers; without it the service is not ready. */
  redisUrl?: string;
  serviceSecret: string;
  /** Folder of stored and temporary files. */
  storageRoot: string;
  /** Maximum size of an uploaded file. */
  maxUploadBytes: number;
  /** Address of this service for the portal, such as http://127.0.0.1:8883. */
  internalUrl: string;
  /** Folder of the Vite build. */
  pages: string;
  sharedAssets: string;
  /** Jobs that one worker runs at once. */
  workerConcurrency: number;
  /** How long running jobs may continue after SIGTERM. */
  workerGraceMs: number;
  /** Encrypt passwords and keys in the database; without them, operations that store secrets return 503. */
  encryptionKeys?: string;
}

interface DataServiceEnvironment {
  DATABASE_URL?: string;
  CENTRAL_DATABASE_URL?: string;
  PORTAL_URL?: string;
  REDIS_URL?: string;
  SERVICE_SECRET: string;
  STORAGE_ROOT: string;
  MAX_UPLOAD_BYTES: number;
  INTERNAL_URL?: string;
  PAGES_ROOT: string;
  SHARED_UI_ROOT: string;
  WORKER_CONCURRENCY: number;
  WORKER_GRACE_SECONDS: number;
  ENCRYPTION_KEYS?: string;
}

export interface DataServiceDefaults {
  /** Name of the service: its folder below `apps` and its base path. */
  name: string;
  port: number;
  /** Default 512 MiB. */
  maxUploadBytes?: number;
  /** Variables of this service alone. */
  properties?: ConfigSchema['properties'];
}

/**
 * Reads the configuration that all such services share, and the variables of one service as `values`.
 * @throws {ConfigError} with one sentence for each problem
 */
export function readDataServiceConfig<Own = unknown>(
  env: Record<string, string | undefined>,
  { name, port, maxUploadBytes = 512 * 1024 ** 2, properties = {} }: DataServiceDefaults,
): { config: DataServiceConfig; values: Own } {
  const address = { type: 'string', format: 'uri' };
  const database = { type: 'string', format: 'database-url' };
  const values = readConfig<DataServiceEnvironment & Own>(
    {
      properties: {
        DATABASE_URL: database,
        CENTRAL_DATABASE_URL: database,
        PORTAL_URL: address,
        REDIS_URL: address,
        SERVICE_SECRET: { type: 'string', format: 'secret' },
        STORAGE_ROOT: { type: 'string', default: join(REPOSITORY, '.data/storage', name) },
        MAX_UPLOAD_BYTES: { type: 'integer', minimum: 1024, default: maxUploadBytes },
        INTERNAL_URL: address,
        PAGES_ROOT: { type: 'string', default: join(REPOSITORY, 'apps', name, 'web/dist') },
        SHARED_UI_ROOT: { type: 'string', default: join(REPOSITORY, 'libs/ui/assets') },
        WORKER_CONCURRENCY: { type: 'integer', minimum: 1, maximum: 64, default: 2 },
        WORKER_GRACE_SECONDS: { type: 'integer', minimum: 1, maximum: 3600, default: 20 },
        ENCRYPTION_KEYS: { type: 'string', format: 'encryption-keys' },
        ...properties,
      },
      required: ['SERVICE_SECRET'],
    },
    env,
  );
  const service = readServiceConfig(env, { port, basePath: `/${name}` });
  const config: DataServiceConfig = {
    ...service,
    ...(values.DATABASE_URL ? { databaseUrl: values.DATABASE_URL } : {}),
    ...(values.CENTRAL_DATABASE_URL ? { centralDatabaseUrl: values.CENTRAL_DATABASE_URL } : {}),
    ...(values.PORTAL_URL ? { portalUrl: values.PORTAL_URL } : {}),
    ...(values.REDIS_URL ? { redisUrl: values.REDIS_URL } : {}),
    serviceSecret: values.SERVICE_SECRET,
    storageRoot: resolve(values.STORAGE_ROOT),
    maxUploadBytes: values.MAX_UPLOAD_BYTES,
    internalUrl: values.INTERNAL_URL ?? `http://127.0.0.1:${service.port}`,
    pages: resolve(values.PAGES_ROOT),
    sharedAssets: resolve(values.SHARED_UI_ROOT),
    workerConcurrency: values.WORKER_CONCURRENCY,
    workerGraceMs: values.WORKER_GRACE_SECONDS * 1_000,
    ...(values.ENCRYPTION_KEYS ? { encryptionKeys: values.ENCRYPTION_KEYS } : {}),
  };
  return { config, values };
}
