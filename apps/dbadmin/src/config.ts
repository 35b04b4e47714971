import { join, resolve } from 'node:path';
import { listOf, readConfig, readServiceConfig } from '@cairn/service';
import type { ServiceConfig } from '@cairn/service';

const REPOSITORY = resolve(import.meta.dirname, '../../..');

/** Where database servers usually stand: this machine and private networks (RFC 1918, RFC 4193). */
const PRIVATE_NETWORKS = '127.0.0.0/8,10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,::1/128,fc00::/7';

export interface DbadminConfig extends ServiceConfig {
  /** Without it the service starts and says 503 where it needs the database. */
  databaseUrl?: string;
  /** The database with the portal's sign-in views. */
  centralDatabaseUrl?: string;
  /** Internal address of the portal. */
  portalUrl?: string;
  redisUrl?: string;
  serviceSecret: string;
  /** Folder for backups, uploads and work under way. */
  storageRoot: string;
  /** Folder of the backups. */
  backupRoot: string;
  /** Where the programs of PostgreSQL are, as <root>/<major>/bin. */
  postgresRoot: string;
  /** Most bytes of a file to import. */
  maxUploadBytes: number;
  /** Where the portal finds this service, such as http://127.0.0.1:8881. */
  internalUrl: string;
  /** Folder of the Vite build. */
  pages: string;
  sharedAssets: string;
  /** Jobs that one worker runs at once. */
  workerConcurrency: number;
  /** Seal passwords in the database; without them operations that take such say 503. */
  sealingKeys?: string;
  /** Networks beside the public internet in which database servers may stand. */
  serverNetworks: string[];
  terminals: {
    /** Terminals that one person may have open. */
    perUser: number;
    /** Terminals of all people together. */
    total: number;
    /** How long a terminal waits for its page to come back. */
    graceMs: number;
  };
}

interface DbadminEnvironment {
  DATABASE_URL?: string;
  CENTRAL_DATABASE_URL?: string;
  PORTAL_URL?: string;
  REDIS_URL?: string;
  SERVICE_SECRET: string;
  STORAGE_ROOT: string;
  BACKUP_ROOT?: string;
  POSTGRES_ROOT: string;
  MAX_UPLOAD_BYTES: number;
  INTERNAL_URL?: string;
  PAGES_ROOT: string;
  SHARED_UI_ROOT: string;
  WORKER_CONCURRENCY: number;
  SEALING_KEYS?: string;
  SERVER_ALLOWED_CIDRS: string;
  TERMINALS_PER_USER: number;
  TERMINALS_TOTAL: number;
  TERMINAL_GRACE_SECONDS: number;
}

/** The only reader of the environment. Throws ConfigError with one sentence for each problem. */
export function readDbadminConfig(env: Record<string, string | undefined>): DbadminConfig {
  const values = readConfig<DbadminEnvironment>(
    {
      properties: {
        DATABASE_URL: { type: 'string', format: 'uri' },
        CENTRAL_DATABASE_URL: { type: 'string', format: 'uri' },
        PORTAL_URL: { type: 'string', format: 'uri' },
        REDIS_URL: { type: 'string', format: 'uri' },
        SERVICE_SECRET: { type: 'string', format: 'secret' },
        STORAGE_ROOT: { type: 'string', default: join(REPOSITORY, '.data/storage/dbadmin') },
        BACKUP_ROOT: { type: 'string' },
        POSTGRES_ROOT: { type: 'string', default: '/usr/lib/postgresql' },
        MAX_UPLOAD_BYTES: { type: 'integer', minimum: 1024, default: 512 * 1024 ** 2 },
        INTERNAL_URL: { type: 'string', format: 'uri' },
        PAGES_ROOT: { type: 'string', default: join(REPOSITORY, 'apps/dbadmin/web/dist') },
        SHARED_UI_ROOT: { type: 'string', default: join(REPOSITORY, 'libs/ui/assets') },
        WORKER_CONCURRENCY: { type: 'integer', minimum: 1, maximum: 64, default: 2 },
        SEALING_KEYS: { type: 'string', format: 'sealing-keys' },
        SERVER_ALLOWED_CIDRS: { type: 'string', format: 'networks', default: PRIVATE_NETWORKS },
        TERMINALS_PER_USER: { type: 'integer', minimum: 1, maximum: 1000, default: 10 },
        TERMINALS_TOTAL: { type: 'integer', minimum: 1, maximum: 10_000, default: 100 },
        TERMINAL_GRACE_SECONDS: { type: 'integer', minimum: 1, maximum: 3600, default: 60 },
      },
      required: ['SERVICE_SECRET'],
    },
    env,
  );
  const service = readServiceConfig(env, { port: 8881, basePath: '/dbadmin' });
  return {
    ...service,
    ...(values.DATABASE_URL ? { databaseUrl: values.DATABASE_URL } : {}),
    ...(values.CENTRAL_DATABASE_URL ? { centralDatabaseUrl: values.CENTRAL_DATABASE_URL } : {}),
    ...(values.PORTAL_URL ? { portalUrl: values.PORTAL_URL } : {}),
    ...(values.REDIS_URL ? { redisUrl: values.REDIS_URL } : {}),
    serviceSecret: values.SERVICE_SECRET,
    storageRoot: resolve(values.STORAGE_ROOT),
    backupRoot: resolve(values.BACKUP_ROOT ?? join(values.STORAGE_ROOT, 'backups')),
    postgresRoot: resolve(values.POSTGRES_ROOT),
    maxUploadBytes: values.MAX_UPLOAD_BYTES,
    internalUrl: values.INTERNAL_URL ?? `http://127.0.0.1:${service.port}`,
    pages: resolve(values.PAGES_ROOT),
    sharedAssets: resolve(values.SHARED_UI_ROOT),
    workerConcurrency: values.WORKER_CONCURRENCY,
    ...(values.SEALING_KEYS ? { sealingKeys: values.SEALING_KEYS } : {}),
    serverNetworks: listOf(values.SERVER_ALLOWED_CIDRS),
    terminals: {
      perUser: values.TERMINALS_PER_USER,
      total: values.TERMINALS_TOTAL,
      graceMs: values.TERMINAL_GRACE_SECONDS * 1000,
    },
  };
}
