import { spawn } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { choosePorts } from './platform/ports.ts';
import { launchFromCheckout } from './platform/launch.ts';
import { runningStores, takeRunFile } from './platform/run-file.ts';
import { loadSecrets } from './platform/secrets.ts';
import { serviceEnvironment, workerEnvironment, type PlatformEnv } from './platform/platform-env.ts';
import { migrateService } from './platform/services.ts';
import { startStores, type Stores } from './platform/stores.ts';
import { createSupervisor, type Supervisor } from './platform/supervisor.ts';
import { buildWeb } from './platform/web-build.ts';
import { existingServices, repositoryRoot, type ServiceTopology } from './topology.ts';

/**
 * `node tools/serve.ts <service> [worker]` (through `npx nx serve <service>`): runs one process and restarts it when
 * its source changes. Uses the stores of a running platform, else starts its own.
 */
const dataDir = process.env.CAIRN_DATA_DIR ?? join(repositoryRoot, '.data');
let supervisor = null as Supervisor | null;

async function main(): Promise<number> {
  const [name = '', kind = 'main'] = process.argv.slice(2);
  const services = existingServices();
  const service = services.find((candidate) => candidate.name === name);
  if (!service)
    throw new Error(
      `"${name}" is not a service. There are: ${services.map((each) => each.name).join(', ')}.`,
    );
  const secrets = loadSecrets(dataDir, process.env.CAIRN_ADMIN_PASSWORD);
  const ports = await choosePorts(services, { usual: true });
  const joined = runningStores(dataDir);
  const stores: Stores = joined
    ? {
        adminUrl: `postgres://postgres:${secrets.postgres}@127.0.0.1:${joined.postgres}/postgres`,
        redisUrl: `redis://:${secrets.redis}@127.0.0.1:${joined.redis}`,
      }
    : await ownStores(ports);
  const port = ports.services[name]?.port;
  const around: PlatformEnv = {
    ...stores,
    dataDir,
    secrets,
    ports: ports.services,
    publicUrl: `http://localhost:${port}`,
    launch: launchFromCheckout,
    gisPublish: null,
    mailbox: null,
    // Outside production the development licence counts.
    license: null,
  };
  await migrate(services, service, around);
  await buildWeb(name);
  return kind === 'worker'
    ? await watch(service, 'worker.ts', workerEnvironment(service, around))
    : await serve(service, around, port);
}

async function ownStores(ports: { postgres: number; redis: number }): Promise<Stores> {
  const runFile = await takeRunFile(dataDir);
  process.once('exit', () => runFile.remove());
  runFile.setStores(ports);
  supervisor = createSupervisor({
    onStarted: (part) => runFile.addPart(part),
    note: (sentence) => console.error(sentence),
  });
  return await startStores({
    dataDir,
    secrets: loadSecrets(dataDir),
    ports,
    lasting: true,
    supervisor,
  });
}

/** The schemas of the service and of the portal, which has the users. */
async function migrate(
  services: ServiceTopology[],
  service: ServiceTopology,
  around: PlatformEnv,
): Promise<void> {
  const portal = services.find(({ name }) => name === 'portal');
  if (portal && portal !== service) await migrateService(portal, around);
  await migrateService(service, around);
}

async function serve(
  service: ServiceTopology,
  around: PlatformEnv,
  port: number | undefined,
): Promise<number> {
  for (const folder of Object.values(service.directories))
    mkdirSync(join(dataDir, folder), { recursive: true });
  console.log(
    `${service.name}: http://localhost:${port}${service.basePath || '/'} (user admin, password ${around.secrets.admin})`,
  );
  return await watch(service, 'main.ts', serviceEnvironment(service, around));
}

/** `node --watch` restarts the process when a file that it has loaded changes. */
async function watch(service: ServiceTopology, script: string, env: NodeJS.ProcessEnv): Promise<number> {
  const file = join(repositoryRoot, 'apps', service.name, 'src', script);
  if (!existsSync(file)) throw new Error(`${service.name} has no src/${script}.`);
  return await new Promise((resolve) => {
    const child = spawn(process.execPath, ['--watch', '--watch-preserve-output', file], {
      cwd: join(repositoryRoot, 'apps', service.name),
      env: { ...env, NODE_ENV: 'development' },
      stdio: 'inherit',
    });
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(signal, () => child.kill('SIGTERM'));
    child.once('exit', (code) => resolve(code ?? 0));
  });
}

let code = 1;
try {
  code = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
}
await supervisor?.stop();
process.exit(code);
