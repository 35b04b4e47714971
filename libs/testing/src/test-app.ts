import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Service, ServiceContext } from '@cairn/app';
import { migrateService } from '@cairn/db';
import { createLogger, openSockets } from '@cairn/service';
import { repositoryRoot } from '@cairn/topology';
import { ask } from './ask.ts';
import type { Answer, Question } from './ask.ts';
import { grant, registerService, signUp } from './people.ts';
import type { NewPerson, Permission, Person } from './people.ts';
import { createTestDatabase } from './test-database.ts';
import type { TestDatabase } from './test-database.ts';
import { testRedisUrl } from './test-redis.ts';
import { createTestRegistry } from './test-registry.ts';
import type { TestRegistry } from './test-registry.ts';

/** SERVICE_SECRET of all test apps of this process. */
export const SERVICE_SECRET = randomBytes(32).toString('hex');
const ENCRYPTION_KEYS = `test:${randomBytes(32).toString('base64')}`;
const PORTAL_MIGRATIONS = {
  schema: 'portal',
  folder: join(repositoryRoot, 'apps/portal/src/db/migrations'),
};

/** What the set-up has before it reads the configuration. */
export interface TestStores {
  database: TestDatabase;
  /** The superuser's pool. */
  admin: pg.Pool;
  /** A temporary folder. */
  storageRoot: string;
}

export interface TestAppOptions<Context extends ServiceContext, Overrides> {
  /** Variables beside those that every test app gets, or instead of them. */
  env?: Record<string, string> | ((stores: TestStores) => Record<string, string>);
  /** Values that no variable sets. */
  config?: Partial<Context['config']>;
  overrides?: Overrides;
}

/**
 * A service on a database of its own, with the portal's real tables and views beside it, listening on a free port. People and
 * their rights are written as the portal would write them.
 */
export async function startTestApp<Context extends ServiceContext, Overrides>(
  service: Service<Context, Overrides>,
  options: TestAppOptions<Context, Overrides> = {},
) {
  const { name, migrations } = service;
  const { schema } = migrations;
  const database = await createTestDatabase({
    migrations: name === 'portal' ? [migrations] : [PORTAL_MIGRATIONS, migrations],
    migrate: migrateService,
  });
  const admin = new pg.Pool({ connectionString: database.adminUrl, max: 2 });
  // Some tests end all connections of the database.
  admin.on('error', () => undefined);
  const storageRoot = await mkdtemp(join(tmpdir(), `cairn-${name}-`));
  const { env = {}, overrides } = options;
  const config: Context['config'] = {
    ...service.readConfig({
      NODE_ENV: 'test',
      PORT: '0',
      DATABASE_URL: database.url(schema),
      CENTRAL_DATABASE_URL: database.url(schema),
      REDIS_URL: testRedisUrl(),
      SERVICE_SECRET,
      ENCRYPTION_KEYS,
      STORAGE_ROOT: storageRoot,
      LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
      ...(typeof env === 'function' ? env({ database, admin, storageRoot }) : env),
    }),
    ...options.config,
  };
  const registry = createTestRegistry(admin, name);
  const context = service.buildContext(config, createLogger({ service: name, level: config.logLevel }), {
    registry,
    ...overrides,
  } as Overrides & { registry: TestRegistry });
  const { server, url, close } = await serveTestApp(service, context);
  if (name !== 'portal') await registerService(admin, name);
  return {
    url,
    server,
    config,
    context,
    database,
    admin,
    storageRoot,
    registry,
    signUp: (person: NewPerson): Promise<Person> => signUp(admin, name, person),
    /** Gives a person a permission on a resource, which is a service unless `resourceType` says otherwise. */
    grant: ({ resourceType = 'service', ...rest }: TestGrant) => grant(admin, { ...rest, resourceType }),
    ask: <T = any>(person: Person | null, question: Question): Promise<Answer<T>> =>
      ask<T>({ url }, person, question),
    /** Runs jobs in this process until the app is closed: all of them, or those of some kinds. */
    work(...kinds: string[]) {
      if (!context.jobs) throw new Error(`The service ${name} has no jobs.`);
      const all = Object.entries(service.processors(context));
      const processors = all.filter(([kind]) => kinds.length === 0 || kinds.includes(kind));
      return context.jobs.work({
        processors: Object.fromEntries(processors),
        concurrency: 2,
        graceMs: 5_000,
      });
    },
    /** As half a minute does: jobs whose worker is dead go to the next one. */
    expireLeases: () => admin.query(`UPDATE ${schema}.jobs SET lease_until = now() WHERE status = 'running'`),
    async close() {
      await close();
      await context.close();
      await admin.end();
      await database.drop();
      await rm(storageRoot, { recursive: true, force: true });
    },
  };
}

/** Listens with the web application of a service that is wired already. Closes the context when the application cannot be made. */
export async function serveTestApp<Context extends ServiceContext>(
  service: Pick<Service<Context>, 'createApp'>,
  context: Context,
) {
  try {
    const app = service.createApp(context);
    // As services do: making a large file may take longer than Node's 5 s, and the socket would be gone.
    const server = createServer({ keepAliveTimeout: 75_000 }, app);
    const sockets = openSockets(app, server);
    return {
      server,
      url: await listen(server),
      async close() {
        await sockets?.close();
        server.closeAllConnections();
        await new Promise((done) => server.close(done));
      },
    };
  } catch (error) {
    await context.close();
    throw error;
  }
}

/** Listens on a free port and returns the server's address. */
export async function listen(server: Server): Promise<string> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

interface TestGrant {
  to: Person;
  /** Key of the resource. */
  on: string;
  permission: Permission;
  resourceType?: string;
}
