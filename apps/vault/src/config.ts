import { join, resolve } from 'node:path';
import { listOf, readConfig, readServiceConfig } from '@cairn/service';
import type { ServiceConfig } from '@cairn/service';

const REPOSITORY = resolve(import.meta.dirname, '../../..');

export interface VaultConfig extends ServiceConfig {
  /** Without it the vault starts and says 503 where it needs the database. */
  databaseUrl?: string;
  /** The database with the portal's sign-in views. */
  centralDatabaseUrl?: string;
  /** Internal address of the portal. */
  portalUrl?: string;
  redisUrl?: string;
  serviceSecret: string;
  storageRoot: string;
  /** Most bytes of an uploaded file. */
  maxUploadBytes: number;
  /** Where the portal finds this service, such as http://127.0.0.1:8883. */
  internalUrl: string;
  /** Folder of the Vite build. */
  pages: string;
  sharedAssets: string;
  /** How long nobody must edit before the edits become a version by themselves. */
  editPauseSeconds: number;
  /** How long a request waits for what is being made before it answers 503. */
  preparationSeconds: number;
  /** Jobs that one worker runs at once. */
  workerConcurrency: number;
  /** Seal passwords and keys in the database; without them operations that take such say 503. */
  sealingKeys?: string;
  /** Networks beside the public internet to which users may point. */
  outboundAllowedNetworks: string[];
}

interface VaultEnvironment {
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
  EDIT_PAUSE_SECONDS: number;
  PREPARATION_SECONDS: number;
  WORKER_CONCURRENCY: number;
  SEALING_KEYS?: string;
  OUTBOUND_ALLOWED_CIDRS: string;
}

/** The only reader of the environment. Throws ConfigError with one sentence for each problem. */
export function readVaultConfig(env: Record<string, string | undefined>): VaultConfig {
  const values = readConfig<VaultEnvironment>(
    {
      properties: {
        DATABASE_URL: { type: 'string', format: 'uri' },
        CENTRAL_DATABASE_URL: { type: 'string', format: 'uri' },
        PORTAL_URL: { type: 'string', format: 'uri' },
        REDIS_URL: { type: 'string', format: 'uri' },
        SERVICE_SECRET: { type: 'string', format: 'secret' },
        STORAGE_ROOT: { type: 'string', default: join(REPOSITORY, '.data/storage/vault') },
        MAX_UPLOAD_BYTES: { type: 'integer', minimum: 1024, default: 5 * 1024 ** 3 },
        INTERNAL_URL: { type: 'string', format: 'uri' },
        PAGES_ROOT: { type: 'string', default: join(REPOSITORY, 'apps/vault/web/dist') },
        SHARED_UI_ROOT: { type: 'string', default: join(REPOSITORY, 'libs/ui/assets') },
        EDIT_PAUSE_SECONDS: { type: 'integer', minimum: 1, maximum: 604_800, default: 600 },
        PREPARATION_SECONDS: { type: 'integer', minimum: 1, maximum: 600, default: 10 },
        WORKER_CONCURRENCY: { type: 'integer', minimum: 1, maximum: 64, default: 2 },
        SEALING_KEYS: { type: 'string', format: 'sealing-keys' },
        OUTBOUND_ALLOWED_CIDRS: { type: 'string', format: 'networks', default: '' },
      },
      required: ['SERVICE_SECRET'],
    },
    env,
  );
  const service = readServiceConfig(env, { port: 8883, basePath: '/vault' });
  return {
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
    editPauseSeconds: values.EDIT_PAUSE_SECONDS,
    preparationSeconds: values.PREPARATION_SECONDS,
    workerConcurrency: values.WORKER_CONCURRENCY,
    ...(values.SEALING_KEYS ? { sealingKeys: values.SEALING_KEYS } : {}),
    outboundAllowedNetworks: listOf(values.OUTBOUND_ALLOWED_CIDRS),
  };
}
