import { join } from 'node:path';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Express } from 'express';
import { registerWithPortal } from '@cairn/auth';
import type { PortalRegistry } from '@cairn/auth';
import { loadContract } from '@cairn/contracts';
import type { Edition } from '@cairn/contracts';
import { runMigrations } from '@cairn/db';
import type { ServiceMigrations } from '@cairn/db';
import { serveJobs } from '@cairn/jobs';
import type { Jobs, Processor } from '@cairn/jobs';
import {
  createLogger,
  createServiceApp,
  readConfigOrExit,
  readWorkerConfigOrExit,
  repeat,
  serve,
} from '@cairn/service';
import type {
  AccessGuard,
  AnswerRefusal,
  Call,
  EmbedAccess,
  Handlers,
  LinkAccess,
  Logger,
  OwnSignIn,
  Resolver,
  ServiceConfig,
  VisitorOptions,
} from '@cairn/service';
import { schemaOf } from './data-service-context.ts';
import { applyMiddleware } from './middleware.ts';
import type { MiddlewareOf } from './middleware.ts';
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

export interface ServiceDefinition<Context extends ServiceContext, Operations, Overrides = unknown> {
  /** Folder below `apps`, name of the contract, and key of the service's own permissions. */
  name: string;
  /** Folder of the service's source: `import.meta.dirname`. */
  folder: string;
  /** The only reader of the environment. */
  readConfig(env: Record<string, string | undefined>): Context['config'];
  /** The only place that wires the parts of the service together. */
  buildContext(config: Context['config'], logger: Logger, overrides?: Overrides): Context;
  handlers(context: Context): ServiceHandlers<Operations>;
  /** Checks or changes what runs around the handlers of some operations. */
  middleware?(context: Context): MiddlewareOf;
  /** Resolve the key of a resource from a path parameter; see x-access in the contract. */
  resolvers?(context: Context): Record<string, Resolver>;
  /** Answers requests that x-access refused in other ways than usual, such as with another sign-in page. */
  answerRefusal?(context: Context): AnswerRefusal;
  /** The sign-in that refused and missing pages show, of services with one of their own; null where it is the portal's. */
  ownSignIn?(context: Context): (call: Call) => Promise<OwnSignIn | null>;
  visitors?(context: Context): VisitorOptions | undefined;
  /** Recognises the callers of embedded pages: operations with `x-access: { embed: true }`. */
  embedAccess?(context: Context): EmbedAccess;
  /** Recognises the tokens of links: operations with `x-access: { linkToken: true }`. */
  linkAccess?(context: Context): LinkAccess;
  /** Operations with another `x-edition` are left out; without this all are there. */
  edition?(config: Context['config']): Edition;
  /** How the portal lists the service; left out by the portal itself. */
  listing?: { displayName: string; visibility?: 'public' | 'restricted' };
  /** Set where the service serves something without a database, and so is ready without one. */
  runsWithoutDatabase?: boolean;
  /** Runs before a process listens or works, in the web process and in workers. */
  prepare?(context: Context): Promise<void>;
  housekeeping?: Housekeeping<Context> | Housekeeping<Context>[];
  /** Long work; a service without has no worker. */
  worker?: WorkerDefinition<Context>;
}

/** Periodic upkeep. Processes may run it at the same time. */
interface Housekeeping<Context> {
  /** Which processes run it; both unless said otherwise. */
  in?: 'web' | 'worker';
  everyMs: number;
  /** Its name in the log, such as `schedule tick`; `housekeeping` unless said otherwise. */
  what?: string;
  run(context: Context): Promise<void>;
}

interface WorkerDefinition<Context> {
  /** One processor for each kind of job. */
  processors(context: Context): Record<string, Processor<any>>;
  /** Kinds that may take very long; see ServeJobsOptions. */
  longKinds?: string[];
  /** See WorkOptions. */
  sharedBy?: string;
  /** See ServeJobsOptions. */
  keepsSlotForOthers?: boolean;
}

/** The programs of a service, and what its tests need. */
export interface Service<Context extends ServiceContext, Overrides = unknown> extends Pick<
  ServiceDefinition<Context, unknown, Overrides>,
  'name' | 'readConfig' | 'buildContext'
> {
  migrations: ServiceMigrations;
  /** The web application, without listening. */
  createApp(context: Context): Express;
  /** One processor for each kind of job. */
  processors(context: Context): Record<string, Processor<any>>;
  /** `src/main.ts`: serves until SIGTERM or SIGINT. */
  runWeb(): Promise<void>;
  /** `src/worker.ts`: runs jobs until SIGTERM or SIGINT. */
  runWorker(): Promise<void>;
  /** `src/migrate.ts`: brings the schema up to date. */
  runMigrations(): Promise<void>;
}

/** Turns the parts of a service into its web process, its worker and its migrations. */
export function defineService<Context extends ServiceContext, Operations, Overrides = unknown>(
  definition: ServiceDefinition<Context, Operations, Overrides>,
): Service<Context, Overrides> {
  const { name, readConfig, buildContext, worker } = definition;
  const migrations = { schema: schemaOf(name), folder: join(definition.folder, 'db/migrations') };

  async function open(config: Context['config'], process: string): Promise<Context> {
    const context = buildContext(config, createLogger({ service: process, level: config.logLevel }));
    await definition.prepare?.(context);
    return context;
  }

  function startHousekeeping(context: Context, process: 'web' | 'worker'): () => void {
    const tasks = [definition.housekeeping ?? []].flat();
    const stops = tasks
      .filter((task) => (task.in ?? process) === process)
      .map(({ everyMs, what = 'housekeeping', run }) =>
        repeat(() => run(context), { everyMs, what, logger: context.logger }),
      );
    return () => stops.forEach((stop) => stop());
  }

  return {
    ...{ name, readConfig, buildContext, migrations },
    createApp: (context) => createApp(definition, context),
    processors: (context) => worker?.processors(context) ?? {},
    runMigrations: () => runMigrations(migrations),

    async runWeb() {
      const context = await open(readConfigOrExit(readConfig), name);
      const stopHousekeeping = startHousekeeping(context, 'web');
      const stopRegistration = startRegistration(definition, context);
      await serve({
        ...context,
        app: createApp(definition, context),
        async close() {
          stopHousekeeping();
          stopRegistration();
          await context.close();
        },
      });
    },

    async runWorker() {
      const context = await open(readWorkerConfigOrExit(readConfig), `${name}-worker`);
      const { config, jobs } = context;
      if (!worker || !jobs) throw new Error(`The service ${name} has no jobs.`);
      await serveJobs(
        { ...context, jobs, config: { workerConcurrency: 1, workerGraceMs: GRACE_MS, ...config } },
        {
          processors: worker.processors(context),
          longKinds: worker.longKinds ?? [],
          ...(worker.sharedBy === undefined ? {} : { sharedBy: worker.sharedBy }),
          keepsSlotForOthers: worker.keepsSlotForOthers ?? false,
          startHousekeeping: () => startHousekeeping(context, 'worker'),
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
  const embedAccess = definition.embedAccess?.(context);
  const linkAccess = definition.linkAccess?.(context);
  const edition = definition.edition?.(config);
  const answerRefusal = definition.answerRefusal?.(context);
  const ownSignIn = definition.ownSignIn?.(context);
  // The binder checks that no operation is left without a handler.
  const handlers = { ...standardHandlers(contract, config), ...definition.handlers(context) };
  const middlewareOf = definition.middleware?.(context) ?? (() => undefined);
  return createServiceApp<Operations>({
    service: definition.name,
    contract,
    handlers: applyMiddleware(handlers, contract, middlewareOf) as unknown as Handlers<Operations>,
    guard,
    resolvers: definition.resolvers?.(context) ?? {},
    config,
    logger,
    ready: () => ({
      database: databaseAnswers(context, definition.runsWithoutDatabase),
      ...(jobs ? { redis: jobs.ping() } : {}),
    }),
    assets: [{ mount: '/assets', folder: join(config.pages, 'assets') }],
    pages: config.pages,
    ...(answerRefusal ? { answerRefusal } : {}),
    ...(ownSignIn ? { ownSignIn } : {}),
    ...(visitors ? { visitors } : {}),
    ...(embedAccess ? { embedAccess } : {}),
    ...(linkAccess ? { linkAccess } : {}),
    ...(edition ? { edition } : {}),
  });
}

function startRegistration<Context extends ServiceContext>(
  { listing }: Pick<ServiceDefinition<Context, unknown>, 'listing'>,
  { registry = null, config: { internalUrl }, db, logger }: Context,
): () => void {
  if (!listing || !internalUrl) return () => undefined;
  return registerWithPortal({ registry, config: { internalUrl }, db, logger }, listing);
}

async function databaseAnswers({ config, db }: ServiceContext, runsWithout = false): Promise<boolean> {
  if (runsWithout && !config.databaseUrl) return true;
  await sql`SELECT 1`.execute(db);
  return true;
}
