import { join } from 'node:path';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Express } from 'express';
import { registerWithPortal } from '@cairn/auth';
import type { PortalRegistry } from '@cairn/auth';
import { loadContract } from '@cairn/contracts';
import { runMigrations } from '@cairn/db';
import type { ServiceMigrations } from '@cairn/db';
import { serveJobs } from '@cairn/jobs';
import type { Jobs, Processor } from '@cairn/jobs';
import {
  createLogger,
  createServiceApp,
  readConfigOrExit,
  readWorkerConfigOrExit,
  serve,
} from '@cairn/service';
import type { AccessGuard, Handlers, Logger, Resolver, ServiceConfig, VisitorOptions } from '@cairn/service';
import { standardHandlers } from './standard-handlers.ts';
import type { StandardOperation } from './standard-handlers.ts';

const GRACE_MS = 20_000;

/** Configuration that every service has. */
interface AppConfig extends ServiceConfig {
  databaseUrl?: string;
  redisUrl?: string;
  /** Folder of the Vite build. */
  pages: string;
  /** Folder of the assets that all services share. */
  sharedAssets: string;
  /** Where the portal finds the service; needed with `listing`. */
  internalUrl?: string;
  /** Jobs that one worker runs at once, and how long they may still run when it stops. */
  workerConcurrency?: number;
  workerGraceMs?: number;
}

/** What a service's `buildContext` returns beside its own parts. */
export interface ServiceContext {
  config: AppConfig;
  logger: Logger;
  db: Kysely<any>;
  databaseConfigured: boolean;
  guard: AccessGuard;
  /** Needed with `worker`. */
  jobs?: Jobs;
  /** Needed with `listing`; null without a portal. */
  registry?: PortalRegistry | null;
  close(): Promise<void>;
}

/** Handlers of all operations but the standard ones: pages, health and shared assets, which may be replaced. */
export type ServiceHandlers<Operations> = Handlers<
  Operations,
  Exclude<keyof Operations, StandardOperation<Operations>>
> &
  Partial<Handlers<Operations>>;

export interface ServiceDefinition<Context extends ServiceContext, Operations> {
  /** Folder below `apps`, name of the contract, and key of the service's own permissions. */
  name: string;
  /** Folder of the service's source: `import.meta.dirname`. */
  folder: string;
  /** The only reader of the environment. */
  readConfig(env: Record<string, string | undefined>): Context['config'];
  /** The only place that wires the parts of the service together. */
  buildContext(config: Context['config'], logger: Logger): Context;
  handlers(context: Context): ServiceHandlers<Operations>;
  /** Resolve the key of a resource from a path parameter; see x-access in the contract. */
  resolvers?(context: Context): Record<string, Resolver>;
  visitors?(context: Context): VisitorOptions | undefined;
  /** How the portal lists the service; left out by the portal itself. */
  listing?: { displayName: string; visibility?: 'public' | 'restricted' };
  /** Runs before a process listens or works, in the web process and in workers. */
  prepare?(context: Context): Promise<void>;
  /** Starts periodic upkeep of the web process and returns a function that stops it. */
  startHousekeeping?(context: Context): () => void;
  /** Long work; a service without has no worker. */
  worker?: WorkerDefinition<Context>;
}

interface WorkerDefinition<Context> {
  /** One processor for each kind of job. */
  processors(context: Context): Record<string, Processor<any>>;
  /** Kinds that may take very long; see ServeJobsOptions. */
  longKinds?: string[];
  /** See WorkOptions. */
  sharedBy?: string;
  startHousekeeping?(context: Context): () => void;
}

/** The programs of a service, and what its tests need. */
export interface Service<Context> {
  migrations: ServiceMigrations;
  /** The web application, without listening. */
  createApp(context: Context): Express;
  /** `src/main.ts`: serves until SIGTERM or SIGINT. */
  runWeb(): Promise<void>;
  /** `src/worker.ts`: runs jobs until SIGTERM or SIGINT. */
  runWorker(): Promise<void>;
  /** `src/migrate.ts`: brings the schema up to date. */
  runMigrations(): Promise<void>;
}

/** Turns the parts of a service into its web process, its worker and its migrations. */
export function defineService<Context extends ServiceContext, Operations>(
  definition: ServiceDefinition<Context, Operations>,
): Service<Context> {
  const { name, worker } = definition;
  const migrations = { schema: name.replaceAll('-', '_'), folder: join(definition.folder, 'db/migrations') };

  async function open(config: Context['config'], process: string): Promise<Context> {
    const logger = createLogger({ service: process, level: config.logLevel });
    const context = definition.buildContext(config, logger);
    await definition.prepare?.(context);
    return context;
  }

  return {
    migrations,
    createApp: (context) => createApp(definition, context),
    runMigrations: () => runMigrations(migrations),

    async runWeb() {
      const context = await open(readConfigOrExit(definition.readConfig), name);
      const stops = [definition.startHousekeeping?.(context), startRegistration(definition, context)];
      await serve({
        ...context,
        app: createApp(definition, context),
        async close() {
          for (const stop of stops) stop?.();
          await context.close();
        },
      });
    },

    async runWorker() {
      const context = await open(readWorkerConfigOrExit(definition.readConfig), `${name}-worker`);
      const { config, jobs } = context;
      if (!worker || !jobs) throw new Error(`The service ${name} has no jobs.`);
      await serveJobs(
        { ...context, jobs, config: { workerConcurrency: 1, workerGraceMs: GRACE_MS, ...config } },
        {
          processors: worker.processors(context),
          longKinds: worker.longKinds ?? [],
          ...(worker.sharedBy === undefined ? {} : { sharedBy: worker.sharedBy }),
          startHousekeeping: () => worker.startHousekeeping?.(context) ?? (() => undefined),
        },
      );
    },
  };
}

function createApp<Context extends ServiceContext, Operations>(
  definition: ServiceDefinition<Context, Operations>,
  context: Context,
): Express {
  const { config, guard, logger, jobs } = context;
  const contract = loadContract(definition.name);
  const visitors = definition.visitors?.(context);
  // The binder checks that no operation is left without a handler.
  const handlers = { ...standardHandlers(contract, config), ...definition.handlers(context) };
  return createServiceApp<Operations>({
    service: definition.name,
    contract,
    handlers: handlers as unknown as Handlers<Operations>,
    guard,
    resolvers: definition.resolvers?.(context) ?? {},
    config,
    logger,
    ready: () => ({ database: databaseAnswers(context), ...(jobs ? { redis: jobs.ping() } : {}) }),
    assets: [{ mount: '/assets', folder: join(config.pages, 'assets') }],
    pages: config.pages,
    ...(visitors ? { visitors } : {}),
  });
}

function startRegistration<Context extends ServiceContext>(
  { listing }: Pick<ServiceDefinition<Context, unknown>, 'listing'>,
  { registry, config, db, logger }: Context,
): (() => void) | undefined {
  if (!listing || !registry || !config.internalUrl) return undefined;
  return registerWithPortal({ registry, config: { internalUrl: config.internalUrl }, db, logger }, listing);
}

/** A service that was started without a database serves what it can, and is ready to. */
async function databaseAnswers({ db, databaseConfigured }: ServiceContext): Promise<boolean> {
  if (!databaseConfigured) return true;
  await sql`SELECT 1`.execute(db);
  return true;
}
