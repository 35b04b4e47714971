import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import type { PortalRegistry } from '@cairn/auth';
import { migrateService } from '@cairn/db';
import type { DatabaseIdentity } from '@cairn/db';
import { createLogger, openSockets } from '@cairn/service';
import {
  ask,
  createTestDatabase,
  grant,
  registerService,
  signUp,
  startTestServer,
  testRedisUrl,
} from '@cairn/testing';
import type { Answer, NewPerson, Person, Question, TestServer } from '@cairn/testing';
import { createApp } from '../src/app.ts';
import { readDbadminConfig } from '../src/config.ts';
import { buildContext } from '../src/context.ts';
import { processors } from '../src/jobs.ts';
import { dbadminMigrations } from '../src/migrate.ts';

export type { Person } from '@cairn/testing';

const REPOSITORY = resolve(import.meta.dirname, '../../..');
export const SERVICE_SECRET = randomBytes(32).toString('hex');
const ENCRYPTION_KEYS = `test:${randomBytes(32).toString('base64')}`;

/** Reads what the portal's internal API would answer; its own tests cover that API. */
const createTestRegistry = (admin: pg.Pool): PortalRegistry => ({
  registerService: () => Promise.resolve(),
  async listPlatformDatabases() {
    const { rows } = await admin.query<DatabaseIdentity>(
      'SELECT server_identifier AS "serverIdentifier", database_name AS name FROM portal.service_databases',
    );
    return rows;
  },
  registerResource: () => Promise.resolve(),
  forgetResource: () => Promise.resolve(),
});

const PORTAL_MIGRATIONS = { schema: 'portal', folder: join(REPOSITORY, 'apps/portal/src/db/migrations') };

export type TestDbadmin = Awaited<ReturnType<typeof startTestDbadmin>>;

/**
 * Database administration on a database of its own, with the portal's real tables and views beside it, listening on a free
 * port. People and their rights are written as the portal would write them.
 */
export async function startTestDbadmin(env: Record<string, string> = {}) {
  const database = await createTestDatabase({
    migrations: [PORTAL_MIGRATIONS, dbadminMigrations],
    migrate: migrateService,
  });
  const admin = new pg.Pool({ connectionString: database.adminUrl, max: 2 });
  // Some tests end all connections of the database.
  admin.on('error', () => undefined);
  const storageRoot = await mkdtemp(join(tmpdir(), 'cairn-dbadmin-'));
  const config = readDbadminConfig({
    NODE_ENV: 'test',
    PORT: '0',
    DATABASE_URL: database.url('dbadmin'),
    CENTRAL_DATABASE_URL: database.url('dbadmin'),
    REDIS_URL: testRedisUrl(),
    SERVICE_SECRET,
    ENCRYPTION_KEYS,
    STORAGE_ROOT: storageRoot,
    LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
    ...env,
  });
  const context = buildContext(config, createLogger({ service: 'dbadmin', level: config.logLevel }), {
    registry: createTestRegistry(admin),
  });
  const express = createApp(context);
  // As services do: making a large file may take longer than Node's 5 s, and the socket would be gone.
  const server = createServer({ keepAliveTimeout: 75_000 }, express);
  const sockets = openSockets(express, server);
  const url = await listen(server);
  await registerService(admin, 'dbadmin');
  const app = {
    url,
    config,
    context,
    database,
    admin,
    storageRoot,
    server,
    signUp: (person: NewPerson): Promise<Person> => signUp(admin, 'dbadmin', person),
    grant: (to: Person, on: string, permission: 'view' | 'edit' | 'admin') =>
      grant(admin, { to, on, permission, resourceType: 'service' }),
    ask: <T = any>(person: Person | null, question: Question): Promise<Answer<T>> =>
      ask<T>({ url }, person, question),
    /** Registers a private server; the id of the connection. */
    async connect(
      person: Person,
      to: Pick<TestServer, 'port' | 'user' | 'password'> & { sslmode?: string; host?: string },
      name = `server ${to.port}`,
    ): Promise<number> {
      const { status, body } = await ask({ url }, person, {
        path: '/api/connections',
        method: 'POST',
        json: {
          name,
          host: to.host ?? '127.0.0.1',
          port: to.port,
          sslmode: to.sslmode ?? 'disable',
          admin_username: to.user,
          admin_password: to.password,
        },
      });
      if (status !== 201) throw new Error(`no connection: ${status} ${JSON.stringify(body)}`);
      return body.id as number;
    },
    /** One connection manages the rules of a server; from here on another one may. */
    forgetFiles: () =>
      admin.query('UPDATE dbadmin.connections SET hba_file_path = NULL, managed_server = NULL'),
    /** Runs jobs in this process until it is closed. */
    work: () => context.jobs.work({ processors: processors(context), concurrency: 2, graceMs: 5_000 }),
    /** As half a minute does: jobs whose worker is dead go to the next one. */
    expireLeases: () => admin.query(`UPDATE dbadmin.jobs SET lease_until = now() WHERE status = 'running'`),
    /** Waits for the end of a job and returns it as a caller sees it. */
    async ended(person: Person, jobId: string) {
      await context.jobs.finished(Number(jobId));
      return (await ask({ url }, person, { path: `/api/jobs/${jobId}` })).body;
    },
    async close() {
      await sockets?.close();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      await context.close();
      await admin.end();
      await database.drop();
      await rm(storageRoot, { recursive: true, force: true });
    },
  };
  return app;
}

/** Database administration with a worker, an administrator, an editor, and a connection to a private server. */
export async function startOnTestServer() {
  const [app, server] = await Promise.all([startTestDbadmin(), startTestServer()]);
  const admin = await app.signUp({ username: 'admin', isAdmin: true });
  const editor = await app.signUp({ username: 'editor', service: 'edit' });
  const connection = await app.connect(admin, server);
  await app.work().ready;
  return {
    app,
    server,
    admin,
    editor,
    connection,
    async close(): Promise<void> {
      await app.close();
      await server.stop();
    },
  };
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
