import { execFile } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { databaseUrl } from '@cairn/topology/provision';
import { sampleDatabaseName, sampleReaderRole } from '@cairn/topology/sample-database';
import { startProcess, type ManagedProcess } from '../stack/managed-process.ts';
import { repositoryRoot, type ServiceTopology } from '../topology.ts';
import type { Script } from './launch.ts';
import { untilAnswers } from './readiness.ts';
import { serviceEnvironment, workerEnvironment, type PlatformEnv } from './platform-env.ts';
import type { Supervisor } from './supervisor.ts';

const run = promisify(execFile);

/** Brings the service's schema up to its newest migration. */
export async function migrateService(service: ServiceTopology, around: PlatformEnv): Promise<void> {
  try {
    await runScript(service, 'migrate.ts', { around, env: serviceEnvironment(service, around) });
  } catch (error) {
    const { stderr, stdout } = error as { stderr?: string; stdout?: string };
    throw new Error(
      `The database of ${service.name} could not be migrated:\n${(stderr || stdout || String(error)).trim()}`,
      { cause: error },
    );
  }
}

/**
 * Updates what services have stored of this PostgreSQL to its current port: the connection "This machine" in database
 * administration, and the sample datasource of the report server.
 */
export async function followOwnServer(services: ServiceTopology[], around: PlatformEnv): Promise<void> {
  const login = { role: sampleReaderRole, password: around.secrets.sampleReader };
  const addresses: Record<string, NodeJS.ProcessEnv> = {
    dbadmin: { OWN_SERVER_URL: around.adminUrl },
    'report-server': { SAMPLE_DATABASE_URL: databaseUrl(around.adminUrl, sampleDatabaseName, login) },
  };
  for (const service of services) {
    const address = addresses[service.name];
    if (!address) continue;
    const env = { ...serviceEnvironment(service, around), ...address };
    await runScript(service, 'follow-local-server.ts', { around, env });
  }
}

async function runScript(
  service: ServiceTopology,
  script: Script,
  { around, env }: { around: PlatformEnv; env: NodeJS.ProcessEnv },
): Promise<void> {
  const { command, ...options } = around.launch(service, script, env);
  const [program = '', ...args] = command;
  await run(program, args, options);
}

/** The web process and, where there is one, the job process; settles when the web process is ready. */
export async function startService(
  service: ServiceTopology,
  around: PlatformEnv,
  supervisor: Pick<Supervisor, 'start'>,
): Promise<void> {
  for (const folder of Object.values(service.directories))
    mkdirSync(join(around.dataDir, folder), { recursive: true });
  const port = around.ports[service.name]?.port;
  const web = supervisor.start({
    layer: 'services',
    spawn: () => startServiceProcess(service, 'main.ts', around),
    untilReady: (part) => untilAnswers(`http://127.0.0.1:${port}${service.readyPath}`, part),
  });
  const worker = hasWorker(service)
    ? supervisor.start({ layer: 'services', spawn: () => startServiceProcess(service, 'worker.ts', around) })
    : null;
  await Promise.all([web, worker]);
}

export function hasWorker(service: ServiceTopology): boolean {
  return service.worker && existsSync(join(repositoryRoot, 'apps', service.name, 'src', 'worker.ts'));
}

function startServiceProcess(
  service: ServiceTopology,
  script: 'main.ts' | 'worker.ts',
  around: PlatformEnv,
): ManagedProcess {
  const isWorker = script === 'worker.ts';
  const label = isWorker ? `${service.name}-worker` : service.name;
  return startProcess({
    name: isWorker ? `The worker of ${service.name}` : `The service ${service.name}`,
    ...around.launch(
      service,
      script,
      isWorker ? workerEnvironment(service, around) : serviceEnvironment(service, around),
    ),
    logFile: join(around.dataDir, 'logs', `${label}.log`),
    graceMs: 30_000,
  });
}
