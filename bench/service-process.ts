import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { NODE_OPTIONS, topology } from '@cairn/topology';
import { answers, freePort, startPortalProcess } from './portal-process.ts';
import type { PortalProcess } from './portal-process.ts';

const root = join(import.meta.dirname, '..');

export interface ServiceProcess {
  url: string;
  /** Metrics of the process. */
  internalUrl: string;
  /** The cookie of a signed-in administrator. */
  cookie: string;
  pid: number;
  /** Null without a worker. */
  workerPid: number | null;
  portal: PortalProcess;
  /** Address of the database, with the service's role. */
  databaseUrl: string;
  stop(): Promise<void>;
}

/** A service as it runs in production, with a portal; files are in `folder`. A worker runs on request. */
export async function startServiceProcess({
  name,
  folder,
  withWorker = false,
  beside,
  variables = {},
}: {
  /** Folder under apps/; the role in the database is named after it. */
  name: string;
  folder: string;
  withWorker?: boolean;
  /** A service whose portal it shares, and which is stopped after it. */
  beside?: ServiceProcess;
  /** Of its environment. */
  variables?: Record<string, string>;
}): Promise<ServiceProcess> {
  const portal = beside?.portal ?? (await startPortalProcess({ LOG_LEVEL: 'warn' }));
  const databaseUrl = new URL(portal.databaseUrl);
  databaseUrl.username = name.replaceAll('-', '_');
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const internalPort = await freePort();
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    NODE_OPTIONS,
    // As in docker/Dockerfile; the migration fills it.
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/cairn-bench'),
    LOG_LEVEL: 'warn',
    PORT: String(port),
    INTERNAL_PORT: String(internalPort),
    DATABASE_URL: databaseUrl.href,
    CENTRAL_DATABASE_URL: databaseUrl.href,
    PORTAL_URL: portal.url,
    SERVICE_SECRET: portal.serviceSecret,
    ENCRYPTION_KEYS: `bench:${randomBytes(32).toString('base64')}`,
    STORAGE_ROOT: folder,
    REDIS_URL: process.env.CAIRN_TEST_REDIS_URL ?? '',
    ...variables,
  };
  const script = (file: string) => join(root, 'apps', name, 'src', file);
  const migration = spawn(process.execPath, [script('migrate.ts')], { env, stdio: 'inherit' });
  await new Promise((resolve) => migration.once('exit', resolve));
  const child = spawn(process.execPath, [script('main.ts')], { stdio: ['ignore', 'ignore', 'inherit'], env });
  await answers(`${url}/readyz`, child).catch(async (error: unknown) => {
    child.kill('SIGKILL');
    if (!beside) await portal.stop();
    throw error;
  });
  const { workerOptions = [] } = topology.find((service) => service.name === name) ?? {};
  const workerEnv = { ...env, INTERNAL_PORT: String(await freePort()) };
  const worker: ChildProcess | null = withWorker
    ? spawn(process.execPath, [...workerOptions, script('worker.ts')], {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: workerEnv,
      })
    : null;
  return {
    url,
    internalUrl: `http://127.0.0.1:${internalPort}`,
    cookie: portal.cookie,
    pid: child.pid ?? 0,
    workerPid: worker?.pid ?? null,
    portal,
    databaseUrl: databaseUrl.href,
    async stop() {
      for (const each of [child, ...(worker ? [worker] : [])]) {
        each.kill('SIGTERM');
        await new Promise((resolve) => each.once('exit', resolve));
      }
      if (!beside) await portal.stop();
    },
  };
}
