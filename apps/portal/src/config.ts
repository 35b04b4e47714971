import { join, resolve } from 'node:path';
import { readConfig, readServiceConfig } from '@cairn/service';
import type { ServiceConfig } from '@cairn/service';

const REPOSITORY = resolve(import.meta.dirname, '../../..');

export interface PortalConfig extends ServiceConfig {
  /** Without it the portal serves pages and health, and 503 where it needs the database. */
  databaseUrl?: string;
  serviceSecret: string;
  thumbnailsRoot: string;
  sessions: { idleSeconds: number; maxSeconds: number };
  /** For each service that the catalog asks. */
  catalogDeadlineMs: number;
  /** How long visitors share one catalog. */
  visitorsCatalogMs: number;
  /** How long the portal waits for reports of services after its start before it treats a database as unused. */
  awaitReportsMs: number;
  /** Creates the user `admin` when there is no administrator yet. */
  bootstrapAdminPassword?: string;
  /** JSON file in which `npm start` records the processes that it restarted; the Services page shows them. */
  restartsFile?: string;
  /** Folder of the Vite build. */
  pages: string;
  sharedAssets: string;
}

interface PortalEnvironment {
  DATABASE_URL?: string;
  SERVICE_SECRET: string;
  THUMBNAILS_ROOT: string;
  SESSION_IDLE_HOURS: number;
  SESSION_MAX_DAYS: number;
  CATALOG_DEADLINE_MS: number;
  BOOTSTRAP_ADMIN_PASSWORD?: string;
  RESTARTS_FILE?: string;
  PAGES_ROOT: string;
  SHARED_UI_ROOT: string;
}

/** The only reader of the environment. Throws ConfigError with one sentence for each problem. */
export function readPortalConfig(env: Record<string, string | undefined>): PortalConfig {
  const values = readConfig<PortalEnvironment>(
    {
      properties: {
        DATABASE_URL: { type: 'string', format: 'database-url' },
        SERVICE_SECRET: { type: 'string', format: 'secret' },
        THUMBNAILS_ROOT: { type: 'string', default: join(REPOSITORY, '.data/thumbnails') },
        SESSION_IDLE_HOURS: { type: 'number', exclusiveMinimum: 0, maximum: 8760, default: 12 },
        SESSION_MAX_DAYS: { type: 'number', exclusiveMinimum: 0, maximum: 365, default: 7 },
        CATALOG_DEADLINE_MS: { type: 'integer', minimum: 50, maximum: 60_000, default: 2000 },
        BOOTSTRAP_ADMIN_PASSWORD: { type: 'string', minLength: 8, maxLength: 1024 },
        RESTARTS_FILE: { type: 'string' },
        PAGES_ROOT: { type: 'string', default: join(REPOSITORY, 'apps/portal/web/dist') },
        SHARED_UI_ROOT: { type: 'string', default: join(REPOSITORY, 'libs/ui/assets') },
      },
      required: ['SERVICE_SECRET'],
    },
    env,
  );
  return {
    ...readServiceConfig(env, { port: 8888 }),
    ...(values.DATABASE_URL ? { databaseUrl: values.DATABASE_URL } : {}),
    serviceSecret: values.SERVICE_SECRET,
    thumbnailsRoot: resolve(values.THUMBNAILS_ROOT),
    sessions: {
      idleSeconds: Math.ceil(values.SESSION_IDLE_HOURS * 3600),
      maxSeconds: Math.ceil(values.SESSION_MAX_DAYS * 86_400),
    },
    catalogDeadlineMs: values.CATALOG_DEADLINE_MS,
    visitorsCatalogMs: 3_000,
    awaitReportsMs: 5 * 60_000,
    ...(values.BOOTSTRAP_ADMIN_PASSWORD ? { bootstrapAdminPassword: values.BOOTSTRAP_ADMIN_PASSWORD } : {}),
    ...(values.RESTARTS_FILE ? { restartsFile: values.RESTARTS_FILE } : {}),
    pages: resolve(values.PAGES_ROOT),
    sharedAssets: resolve(values.SHARED_UI_ROOT),
  };
}
